import type { Check } from '../check';
import { type Bench, excerpt, expectStatus } from '../create-bench';
import { readFamily, readImport, readList, readTool } from '../read-answer';
import { expect, skip } from '../verdict';
import { endpoints, importPath, listPath, readListed, readShownImport } from './steps';

export const section4: Check[] = [
  {
    section: 4,
    sentence: 'All endpoints require authentication (section 5).',
    needs: ['reads', 'creates'],
    async run({ live, unknownId }) {
      for (const [method, path] of endpoints) {
        const body = method === 'POST' ? { body: {} } : {};
        expectStatus(await live.ask(path(unknownId), { method, token: null, ...body }), 401);
      }
    },
  },
  {
    section: 4,
    sentence: 'GET /tools: Response 200: JSON array of source tools, each with its name and slug.',
    needs: ['reads'],
    async run({ live }) {
      const answer = await live.ask('/tools');
      expectStatus(answer, 200);
      expect(readList(answer.json) !== undefined, `${answer.asked} holds no list${excerpt(answer)}`);
    },
  },
  {
    section: 4,
    sentence: 'GET /tools: Optional query parameter `family` filters the list of source tools by product family.',
    needs: ['reads'],
    async run(bench) {
      const { all, name } = await bench.tools();
      const none = await toolsOf(bench, 'no-such-family');
      expect(none === undefined || none.length < all.length, 'a family that does not exist gives the whole list');
      const family = readFamily(await readShownImport(bench, await bench.importId()));
      if (family === undefined) skip('no family is known');
      const some = await toolsOf(bench, family);
      expect(some !== undefined && some.length > 0, `the family "${family}" has no tools`);
      expect(
        some.every((tool) => all.includes(tool)),
        `the family "${family}" has tools the whole list has not`,
      );
      if (bench.hands !== undefined) expect(some.includes(name), `"${name}" is not in its own family "${family}"`);
    },
  },
  {
    section: 4,
    sentence: 'POST /imports: Response 201: JSON object with the import identification and the redirect URL.',
    needs: ['reads', 'creates'],
    async run(bench) {
      const answer = await bench.creation();
      expectStatus(answer, 201);
    },
  },
  {
    section: 4,
    sentence: 'POST /imports: Response 422: JSON object with validation errors (`source_tool` required).',
    needs: ['creates'],
    async run({ live, unknownUsername }) {
      const body = { destination_username: unknownUsername };
      expectStatus(await live.ask('/imports', { method: 'POST', body }), 422);
    },
  },
  {
    section: 4,
    sentence: 'GET /imports: Returns all imports for the given username in the destination tool.',
    needs: ['reads', 'creates'],
    async run(bench) {
      const made = await bench.twoImports();
      const ids = readListed(await bench.live.ask(listPath(bench.username))).map(({ id }) => id);
      for (const id of made) expect(ids.includes(id), `the list of ${bench.username} lacks import ${id}`);
      expect(
        ids.length === made.length,
        `the list of ${bench.username} has ${ids.length} entries instead of ${made.length}`,
      );
    },
  },
  {
    section: 4,
    sentence: 'GET /imports: Query parameter `destination_username` (required).',
    needs: ['reads'],
    async run({ live }) {
      expectStatus(await live.ask('/imports'), 400, 422);
    },
  },
  {
    section: 4,
    sentence: 'GET /imports: an empty array when none exist.',
    needs: ['reads'],
    async run({ live, unknownUsername }) {
      const answer = await live.ask(listPath(unknownUsername));
      const count = readListed(answer).length;
      expect(count === 0, `${count} imports are told for a username nobody has`);
    },
  },
  {
    section: 4,
    sentence:
      'GET /imports/:id: Response 200: JSON object with import identification, status, warnings (if any) and family.',
    needs: ['reads'],
    async run(bench) {
      const id = await bench.importId();
      const answer = await bench.live.ask(importPath(id));
      expectStatus(answer, 200);
      const fields = readImport(answer.json);
      expect(fields !== undefined, `${answer.asked} is no import${excerpt(answer)}`);
      expect(Object.values(fields).map(String).includes(id), `${answer.asked} tells another import${excerpt(answer)}`);
    },
  },
  {
    section: 4,
    sentence: 'GET /imports/:id: Response 404 when the import is not found, was cancelled or archived.',
    needs: ['reads'],
    async run({ live, unknownId }) {
      expectStatus(await live.ask(importPath(unknownId)), 404);
    },
  },
  ...(['accept', 'reject'] as const).flatMap((kind): Check[] => [
    {
      section: 4,
      sentence: `POST /imports/:id/payment/${kind}: Response 200 with an empty body.`,
      needs: ['reads', 'creates'],
      async run(bench) {
        const path = `${importPath((await bench.twoImports())[kind === 'accept' ? 0 : 1])}/payment/${kind}`;
        const answer = await bench.live.ask(path, { method: 'POST' });
        expectStatus(answer, 200);
        expect(answer.text === '', `${answer.asked} has a body${excerpt(answer)}`);
      },
    },
    {
      section: 4,
      sentence: `POST /imports/:id/payment/${kind}: 404 when the import is not found, was cancelled or archived.`,
      needs: ['creates'],
      async run(bench) {
        const ask = async (id: string) => bench.live.ask(`${importPath(id)}/payment/${kind}`, { method: 'POST' });
        expectStatus(await ask(bench.unknownId), 404);
        if (bench.hands === undefined) return bench.note('cancelled and archived imports were not seen');
        for (const how of ['cancel', 'archive'] as const) {
          const id = await bench.hands.place({ status: 'Sample migration completed' });
          await bench.hands.remove(id, how);
          expectStatus(await ask(id), 404);
        }
      },
    },
  ]),
];

async function toolsOf({ live }: Bench, family: string): Promise<string[] | undefined> {
  const answer = await live.ask(`/tools?family=${encodeURIComponent(family)}`);
  if (answer.status >= 400) return undefined;
  return readList(answer.json)?.flatMap((entry) => readTool(entry).name ?? []);
}
