import type { Check } from '../check';
import { type Bench, createdId } from '../create-bench';
import { readStatus } from '../read-answer';
import { recognizeStatus, statusTexts } from '../status-texts';
import { expect, skip } from '../verdict';
import { authorizeBoth, listPath, readListed, readShownImport } from './steps';

export const section3: Check[] = [
  {
    section: 3,
    sentence: 'The status of an import is a text, one of the following values, given exactly.',
    needs: ['reads'],
    async run(bench) {
      const fields = await readShownImport(bench, await bench.importId());
      const text = readStatus(fields);
      expect(text !== undefined, `it tells no status: ${JSON.stringify(fields)}`);
      recognize(bench, text);
    },
  },
  ...statusTexts.map((status): Check => ({
    section: 3,
    sentence: `Status: ${status}`,
    needs: ['reads', 'control'],
    async run(bench) {
      const id = await bench.needHands().place({ status });
      const text = readStatus(await readShownImport(bench, id)) ?? '';
      expect(recognize(bench, text) === status, `an import in this status is told as "${text}"`);
    },
  })),
  {
    section: 3,
    sentence: 'The same texts are used in API responses: of one import and of the list.',
    needs: ['reads', 'control'],
    async run(bench) {
      const hands = bench.needHands();
      const username = `list-of-${bench.unknownUsername}`;
      const placed: string[] = [];
      for (const status of statusTexts) placed.push(await hands.place({ username, status }));
      const listed = readListed(await bench.live.ask(listPath(username)));
      const told = placed.map((id) => listed.find((entry) => entry.id === id)?.status);
      if (told.every((text) => text === undefined)) skip('the list tells no status');
      for (const [index, text] of told.entries()) {
        const isSame = text !== undefined && recognize(bench, text) === statusTexts[index];
        expect(isSame, `the list says "${text ?? 'nothing'}" for ${statusTexts[index]}`);
      }
    },
  },
  {
    section: 3,
    sentence: 'Creating an import with `start_full` true skips the sample migration step.',
    needs: ['creates', 'control'],
    async run(bench) {
      const hands = bench.needHands();
      const { name } = await bench.tools();
      const body = { source_tool: name, start_full: true };
      const id = createdId(await bench.live.ask('/imports', { method: 'POST', body }));
      await authorizeBoth(hands, id);
      expect(!(await hands.act(id, 'start-sample')), 'the customer was led to a sample migration');
    },
  },
];

/** The text of the table that this one is; the older wording passes with a note, anything else fails the sentence. */
function recognize(bench: Bench, text: string): string {
  const known = recognizeStatus(text);
  expect(known !== undefined, `"${text}" is not one of the nine texts`);
  if (known.isOlder) bench.note(`"${text}" is the wording before version 2.1`);
  return known.text;
}
