import type { Check } from '../check';
import { type Bench, excerpt, expectStatus } from '../create-bench';
import { readFamily, readId, readImport, readList, readRedirectUrl, readTool } from '../read-answer';
import { expect, skip } from '../verdict';
import { importPath, listPath, readShownImport } from './steps';

export const section9: Check[] = [
  {
    section: 9,
    sentence: 'Sandbox: every endpoint (unless stated otherwise) is available at `{sandbox_url}`.',
    needs: ['sandbox'],
    async run(bench) {
      const { sandbox, unknownUsername } = bench;
      const { name } = await bench.tools();
      expectStatus(await sandbox.ask('/tools'), 200);
      const list = await sandbox.ask(listPath(unknownUsername));
      expectStatus(list, 200);
      const created = await sandbox.ask('/imports', { method: 'POST', body: { source_tool: name } });
      expect(created.status < 300, `${created.asked} answered ${created.status}${excerpt(created)}`);
      const id = readId(readImport(created.json) ?? {}) ?? bench.unknownId;
      expectStatus(await sandbox.ask(importPath(id)), 200);
      for (const kind of ['accept', 'reject']) {
        expectStatus(await sandbox.ask(`${importPath(id)}/payment/${kind}`, { method: 'POST' }), 200);
      }
    },
  },
  {
    section: 9,
    sentence: 'Sandbox POST: runs all validation rules and sends the corresponding response.',
    needs: ['sandbox'],
    async run(bench) {
      const { name } = await bench.tools();
      const ask = async (body: unknown) => bench.sandbox.ask('/imports', { method: 'POST', body });
      expectStatus(await ask({ source_tool: '' }), 422);
      expectStatus(await ask({}), 422);
      const created = await ask({ source_tool: name });
      const fields = readImport(created.json);
      expect(fields !== undefined, `${created.asked} tells no identifier${excerpt(created)}`);
      expect(readRedirectUrl(fields) !== undefined, `${created.asked} tells no redirect URL${excerpt(created)}`);
    },
  },
  {
    section: 9,
    sentence: 'Sandbox POST: creates or updates nothing.',
    needs: ['sandbox', 'reads'],
    async run(bench) {
      const { name } = await bench.tools();
      const username = `sandbox-${bench.unknownUsername}`;
      const body = { source_tool: name, destination_username: username };
      const before = await countListed(bench, username);
      await bench.sandbox.ask('/imports', { method: 'POST', body });
      const after = await countListed(bench, username);
      expect(
        after === before,
        `after it the live address lists ${after} imports of that username, before it ${before}`,
      );
    },
  },
  {
    section: 9,
    sentence: 'Sandbox GET: returns predefined static responses.',
    needs: ['sandbox'],
    async run(bench) {
      const { sandbox } = bench;
      const paths = ['/tools', listPath(bench.unknownUsername), importPath('1')];
      for (const path of paths) {
        const [first, second] = [await sandbox.ask(path), await sandbox.ask(path)];
        expect(
          first.text === second.text,
          `${first.asked} gave two answers: ${first.text.slice(0, 80)} and ${second.text.slice(0, 80)}`,
        );
      }
    },
  },
  {
    section: 9,
    sentence: 'Sandbox GET: static whatever exists at the live address.',
    needs: ['sandbox', 'reads', 'creates'],
    async run(bench) {
      await bench.importId();
      const ofCustomer = await bench.sandbox.ask(listPath(bench.username));
      const ofNobody = await bench.sandbox.ask(listPath(bench.unknownUsername));
      expect(ofCustomer.text === ofNobody.text, `the sandbox tells live imports${excerpt(ofCustomer)}`);
    },
  },
  {
    section: 9,
    sentence: 'Sandbox DELETE: returns predefined static responses; deletes nothing.',
    needs: [],
    run: async () => skip('no endpoint of the document is deleted from'),
  },
  {
    section: 9,
    sentence: 'Migration family selection: `GET /imports/:id` responses include the family.',
    needs: ['reads'],
    async run(bench) {
      const fields = await readShownImport(bench, await bench.importId());
      expect(readFamily(fields) !== undefined, `no family is told: ${JSON.stringify(fields)}`);
    },
  },
  {
    section: 9,
    sentence: 'Migration family selection: `POST /imports` accepts optional `family`.',
    needs: ['sandbox', 'reads'],
    async run(bench) {
      const family = readFamily(await readShownImport(bench, await bench.importId()));
      if (family === undefined) skip('no family is known');
      const answer = await bench.live.ask(`/tools?family=${encodeURIComponent(family)}`);
      const [tool] = (readList(answer.json) ?? []).flatMap((entry) => readTool(entry).name ?? []);
      if (tool === undefined) skip('no tool of the family is known');
      const body = { source_tool: tool, family };
      const created = await bench.sandbox.ask('/imports', { method: 'POST', body });
      expect(created.status < 300, `${created.asked} refused "${tool}" of the family "${family}"${excerpt(created)}`);
    },
  },
];

/** How many imports the live address tells; a list that is refused has its own sentence. */
async function countListed({ live }: Bench, username: string): Promise<number> {
  const answer = await live.ask(listPath(username));
  return answer.status === 200 ? (readList(answer.json)?.length ?? 0) : 0;
}
