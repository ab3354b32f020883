import { type Check, type CheckContext, excerpt, expectStatus } from '../create-check-context';
import { readFamily, readId, readImport, readList, readRedirectUrl, readTool } from '../read-response';
import { expect, skip } from '../expect';
import { importPath, listPath, fetchImport } from './steps';

export const section9: Check[] = [
  {
    sentence: 'Sandbox: every endpoint (unless stated otherwise) is available at `{sandbox_url}`.',
    needs: ['sandbox'],
    async run(context) {
      const { sandbox, unknownUsername } = context;
      const { name } = await context.tools();
      expectStatus(await sandbox.request('/tools'), 200);
      expectStatus(await sandbox.request(listPath(unknownUsername)), 200);
      const created = await sandbox.post('/imports', { source_tool: name });
      expect(created.status < 300, `${created.requestLine} answered ${created.status}${excerpt(created)}`);
      const id = readId(readImport(created.json) ?? {}) ?? context.unknownId;
      expectStatus(await sandbox.request(importPath(id)), 200);
      for (const kind of ['accept', 'reject']) {
        expectStatus(await sandbox.post(`${importPath(id)}/payment/${kind}`), 200);
      }
    },
  },
  {
    sentence: 'Sandbox POST: runs all validation rules and sends the corresponding response.',
    needs: ['sandbox'],
    async run(context) {
      const { name } = await context.tools();
      const post = async (body: object) => context.sandbox.post('/imports', body);
      expectStatus(await post({ source_tool: '' }), 422);
      expectStatus(await post({}), 422);
      const created = await post({ source_tool: name });
      const fields = readImport(created.json);
      expect(fields !== undefined, `${created.requestLine} returns no identifier${excerpt(created)}`);
      expect(
        readRedirectUrl(fields) !== undefined,
        `${created.requestLine} returns no redirect URL${excerpt(created)}`,
      );
    },
  },
  {
    sentence: 'Sandbox POST: creates or updates nothing.',
    needs: ['sandbox', 'reads'],
    async run(context) {
      const { name } = await context.tools();
      const username = `sandbox-${context.unknownUsername}`;
      const body = { source_tool: name, destination_username: username };
      const before = await countListed(context, username);
      await context.sandbox.post('/imports', body);
      const after = await countListed(context, username);
      expect(
        after === before,
        `the live address lists ${after} imports of that username afterwards, and ${before} before`,
      );
    },
  },
  {
    sentence: 'Sandbox GET: returns predefined static responses.',
    needs: ['sandbox'],
    async run(context) {
      const { sandbox } = context;
      const paths = ['/tools', listPath(context.unknownUsername), importPath('1')];
      for (const path of paths) {
        const [first, second] = [await sandbox.request(path), await sandbox.request(path)];
        expect(
          first.text === second.text,
          `${first.requestLine} gave two answers: ${first.text.slice(0, 80)} and ${second.text.slice(0, 80)}`,
        );
      }
    },
  },
  {
    sentence: 'Sandbox GET: static whatever exists at the live address.',
    needs: ['sandbox', 'reads', 'creates'],
    async run(context) {
      await context.importId();
      const known = await context.sandbox.request(listPath(context.username));
      const unknown = await context.sandbox.request(listPath(context.unknownUsername));
      expect(known.text === unknown.text, `the sandbox returns live imports${excerpt(known)}`);
    },
  },
  {
    sentence: 'Sandbox DELETE: returns predefined static responses; deletes nothing.',
    needs: [],
    run: async () => skip('the document has no endpoint to delete'),
  },
  {
    sentence: 'Migration family selection: `GET /imports/:id` responses include the family.',
    needs: ['reads'],
    async run(context) {
      const fields = await fetchImport(context, await context.importId());
      expect(readFamily(fields) !== undefined, `no family is returned: ${JSON.stringify(fields)}`);
    },
  },
  {
    sentence: 'Migration family selection: `POST /imports` accepts optional `family`.',
    needs: ['sandbox', 'reads'],
    async run(context) {
      const family = readFamily(await fetchImport(context, await context.importId()));
      if (family === undefined) skip('no family is known');
      const response = await context.live.request(`/tools?family=${encodeURIComponent(family)}`);
      const [tool] = (readList(response.json) ?? []).flatMap((entry) => readTool(entry).name ?? []);
      if (tool === undefined) skip('no tool of the family is known');
      const body = { source_tool: tool, family };
      const created = await context.sandbox.post('/imports', body);
      expect(
        created.status < 300,
        `${created.requestLine} refused "${tool}" of the family "${family}"${excerpt(created)}`,
      );
    },
  },
];

/** Counts a rejected list as empty: another check reports it. */
async function countListed({ live }: CheckContext, username: string): Promise<number> {
  const response = await live.request(listPath(username));
  return response.status === 200 ? (readList(response.json)?.length ?? 0) : 0;
}
