import { type Check, type CheckContext, excerpt, expectStatus } from '../create-check-context';
import { readFamily, readImport, readList, readTool } from '../read-response';
import { expect, skip } from '../expect';
import { endpoints, importPath, listPath, parseImportList, fetchImport } from './steps';

export const section4: Check[] = [
  {
    sentence: 'All endpoints require authentication (section 5).',
    needs: ['reads', 'creates'],
    async run({ live, unknownId }) {
      for (const [method, path] of endpoints) {
        const body = method === 'POST' ? { body: {} } : {};
        expectStatus(await live.request(path(unknownId), { method, token: null, ...body }), 401);
      }
    },
  },
  {
    sentence: 'GET /tools: Response 200: JSON array of source tools, each with its name and slug.',
    needs: ['reads'],
    async run({ live }) {
      const response = await live.request('/tools');
      expectStatus(response, 200);
      expect(readList(response.json) !== undefined, `${response.requestLine} holds no list${excerpt(response)}`);
    },
  },
  {
    sentence: 'GET /tools: Optional query parameter `family` filters the list of source tools by product family.',
    needs: ['reads'],
    async run(context) {
      const { all, name } = await context.tools();
      const none = await toolsOf(context, 'no-such-family');
      expect(none === undefined || none.length < all.length, 'an unknown family returns the full list');
      const family = readFamily(await fetchImport(context, await context.importId()));
      if (family === undefined) skip('no family is known');
      const some = await toolsOf(context, family);
      expect(some !== undefined && some.length > 0, `the family "${family}" has no tools`);
      expect(
        some.every((tool) => all.includes(tool)),
        `the family "${family}" has tools that are missing in the full list`,
      );
      if (context.control !== undefined) expect(some.includes(name), `"${name}" is not in its own family "${family}"`);
    },
  },
  {
    sentence: 'POST /imports: Response 201: JSON object with the import identification and the redirect URL.',
    needs: ['reads', 'creates'],
    run: async (context) => expectStatus(await context.creation(), 201),
  },
  {
    sentence: 'POST /imports: Response 422: JSON object with validation errors (`source_tool` required).',
    needs: ['creates'],
    async run({ live, unknownUsername }) {
      const body = { destination_username: unknownUsername };
      expectStatus(await live.post('/imports', body), 422);
    },
  },
  {
    sentence: 'GET /imports: Returns all imports for the given username in the destination tool.',
    needs: ['reads', 'creates'],
    async run(context) {
      const created = await context.twoImports();
      const ids = parseImportList(await context.live.request(listPath(context.username))).map(({ id }) => id);
      for (const id of created) expect(ids.includes(id), `the list of ${context.username} lacks import ${id}`);
      expect(
        ids.length === created.length,
        `the list of ${context.username} has ${ids.length} entries instead of ${created.length}`,
      );
    },
  },
  {
    sentence: 'GET /imports: Query parameter `destination_username` (required).',
    needs: ['reads'],
    run: async ({ live }) => expectStatus(await live.request('/imports'), 400, 422),
  },
  {
    sentence: 'GET /imports: an empty array when none exist.',
    needs: ['reads'],
    async run({ live, unknownUsername }) {
      const count = parseImportList(await live.request(listPath(unknownUsername))).length;
      expect(count === 0, `${count} imports are returned for an unknown username`);
    },
  },
  {
    sentence:
      'GET /imports/:id: Response 200: JSON object with import identification, status, warnings (if any) and family.',
    needs: ['reads'],
    async run(context) {
      const id = await context.importId();
      const response = await context.live.request(importPath(id));
      expectStatus(response, 200);
      const fields = readImport(response.json);
      expect(fields !== undefined, `${response.requestLine} is not an import${excerpt(response)}`);
      expect(
        Object.values(fields).map(String).includes(id),
        `${response.requestLine} returns another import${excerpt(response)}`,
      );
    },
  },
  {
    sentence: 'GET /imports/:id: Response 404 when the import is not found, was cancelled or archived.',
    needs: ['reads'],
    run: async ({ live, unknownId }) => expectStatus(await live.request(importPath(unknownId)), 404),
  },
  ...(['accept', 'reject'] as const).flatMap((kind): Check[] => [
    {
      sentence: `POST /imports/:id/payment/${kind}: Response 200 with an empty body.`,
      needs: ['reads', 'creates'],
      async run(context) {
        const path = `${importPath((await context.twoImports())[kind === 'accept' ? 0 : 1])}/payment/${kind}`;
        const response = await context.live.post(path);
        expectStatus(response, 200);
        expect(response.text === '', `${response.requestLine} has a body${excerpt(response)}`);
      },
    },
    {
      sentence: `POST /imports/:id/payment/${kind}: 404 when the import is not found, was cancelled or archived.`,
      needs: ['creates'],
      async run(context) {
        const decide = async (id: string) => context.live.post(`${importPath(id)}/payment/${kind}`);
        expectStatus(await decide(context.unknownId), 404);
        if (context.control === undefined) return context.addNote('cancelled and archived imports were not checked');
        for (const how of ['cancel', 'archive'] as const) {
          const id = await context.control.placeImport({ status: 'Sample migration completed' });
          await context.control.remove(id, how);
          expectStatus(await decide(id), 404);
        }
      },
    },
  ]),
];

async function toolsOf({ live }: CheckContext, family: string): Promise<string[] | undefined> {
  const response = await live.request(`/tools?family=${encodeURIComponent(family)}`);
  if (response.status >= 400) return undefined;
  return readList(response.json)?.flatMap((entry) => readTool(entry).name ?? []);
}
