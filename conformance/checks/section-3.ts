import type { Check, CheckContext } from '../create-check-context';
import { readStatus } from '../read-response';
import { expect, skip } from '../expect';
import { authorizeBoth, createImport, listPath, parseImportList, fetchImport } from './steps';

/** Copied from the interface document, not from the simulator: the suite must not depend on what it tests. */
const statusTexts = [
  'Collecting credentials',
  'Waiting to start sample migration',
  'Sample migration in progress',
  'Sample migration completed',
  'Migration in progress',
  'Migration completed',
  'Undo in progress',
  'Migration cleaned',
  'In preparation',
] as const;

export const section3: Check[] = [
  {
    sentence: 'The status of an import is a text, one of the following values, given exactly.',
    needs: ['reads'],
    async run(context) {
      const fields = await fetchImport(context, await context.importId());
      const text = readStatus(fields);
      expect(text !== undefined, `it returns no status: ${JSON.stringify(fields)}`);
      recognize(context, text);
    },
  },
  ...statusTexts.map((status): Check => ({
    sentence: `Status: ${status}`,
    needs: ['reads', 'control'],
    async run(context) {
      const id = await context.requireControl().placeImport({ status });
      const text = readStatus(await fetchImport(context, id)) ?? '';
      expect(recognize(context, text) === status, `an import in this status is returned as "${text}"`);
    },
  })),
  {
    sentence: 'The same texts are used in API responses: of one import and of the list.',
    needs: ['reads', 'control'],
    async run(context) {
      const control = context.requireControl();
      const username = `list-of-${context.unknownUsername}`;
      const placed: string[] = [];
      for (const status of statusTexts) placed.push(await control.placeImport({ username, status }));
      const listed = parseImportList(await context.live.request(listPath(username)));
      const reported = placed.map((id) => listed.find((entry) => entry.id === id)?.status);
      if (reported.every((text) => text === undefined)) skip('the list returns no status');
      for (const [index, text] of reported.entries()) {
        const isSame = text !== undefined && recognize(context, text) === statusTexts[index];
        expect(isSame, `the list returns "${text ?? 'nothing'}" for ${statusTexts[index]}`);
      }
    },
  },
  {
    sentence: 'Creating an import with `start_full` true skips the sample migration step.',
    needs: ['creates', 'control'],
    async run(context) {
      const control = context.requireControl();
      const id = await createImport(context, { start_full: true });
      await authorizeBoth(control, id);
      expect(!(await control.performAction(id, 'start-sample')), 'the customer was led to a sample migration');
    },
  },
];

/** Before version 2.1 services wrote "import" for "migration". Partners still see that wording, so it passes with a note. */
function recognize(context: CheckContext, text: string): string {
  const current = statusTexts.find((known) => known === text);
  if (current !== undefined) return current;
  const older = statusTexts.find(
    (known) => known.replace('Migration', 'Import').replace('migration', 'import') === text,
  );
  expect(older !== undefined, `"${text}" is not one of the nine texts`);
  context.addNote(`"${text}" is the text before version 2.1`);
  return older;
}
