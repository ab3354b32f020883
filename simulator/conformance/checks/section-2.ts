import type { Check } from '../check';
import { createdId, excerpt, expectStatus } from '../create-bench';
import { readFamily, readImport, readList, readRedirectUrl, readStatus, readTool, readWarnings } from '../read-answer';
import { expect, skip } from '../verdict';
import { authorizeBoth, importPath, listPath, readListed, readShownImport } from './steps';

export const section2: Check[] = [
  {
    section: 2,
    sentence: "Each entry carries the tool's name and its slug.",
    needs: ['reads'],
    async run({ live }) {
      const answer = await live.ask('/tools');
      const list = readList(answer.json);
      expect(list !== undefined && list.length > 0, `${answer.asked} lists no tools${excerpt(answer)}`);
      for (const entry of list) {
        const { name, slug } = readTool(entry);
        expect(name !== undefined, `an entry has no name: ${JSON.stringify(entry)}`);
        expect(slug !== undefined, `an entry has no slug: ${JSON.stringify(entry)}`);
      }
    },
  },
  {
    section: 2,
    sentence: 'The `source_tool` property of an import is the name of the source tool.',
    needs: ['sandbox'],
    async run(bench) {
      const { name } = await bench.tools();
      const good = await bench.sandbox.ask('/imports', { method: 'POST', body: { source_tool: name } });
      expect(good.status < 300, `${good.asked} refused the name "${name}" of a listed tool with ${good.status}`);
    },
  },
  {
    section: 2,
    sentence:
      'Properties accepted at creation: source_tool, destination_instance_url, destination_username, destination_token, start_full, family.',
    needs: ['sandbox'],
    async run(bench) {
      const { name } = await bench.tools();
      const answer = await bench.sandbox.ask('/imports', {
        method: 'POST',
        body: {
          source_tool: name,
          destination_instance_url: 'https://destination.example/instance',
          destination_username: 'properties@customer.example',
          destination_token: 'not-a-real-token',
          start_full: false,
        },
      });
      expect(answer.status < 300, `${answer.asked} refused them with ${answer.status}${excerpt(answer)}`);
    },
  },
  {
    section: 2,
    sentence: 'start_full: when true, starts an immediate full migration, bypassing the sample migration step.',
    needs: ['reads', 'creates', 'control'],
    async run(bench) {
      const hands = bench.needHands();
      const { name } = await bench.tools();
      const body = { source_tool: name, start_full: true };
      const id = createdId(await bench.live.ask('/imports', { method: 'POST', body }));
      await authorizeBoth(hands, id);
      const passed = await hands.history(id);
      expect(!passed.some((text) => /sample/i.test(text)), `it went through ${passed.join(', ')}`);
      expect(passed.length > 1, `it did not start: ${passed.join(', ')}`);
    },
  },
  {
    section: 2,
    sentence:
      'Creation response (201): the import identification and the redirect URL of the page to which the customer is sent.',
    needs: ['reads', 'creates'],
    async run(bench) {
      const answer = await bench.creation();
      const fields = readImport(answer.json);
      expect(fields !== undefined, `${answer.asked} tells no identifier${excerpt(answer)}`);
      expect(readRedirectUrl(fields) !== undefined, `${answer.asked} tells no redirect URL${excerpt(answer)}`);
    },
  },
  {
    section: 2,
    sentence: 'Status response (`GET /imports/:id`, 200): import identification, status, warnings, and the family.',
    needs: ['reads'],
    async run(bench) {
      const fields = await readShownImport(bench, await bench.importId());
      expect(readStatus(fields) !== undefined, `it tells no status: ${JSON.stringify(fields)}`);
      expect(readFamily(fields) !== undefined, `it tells no family: ${JSON.stringify(fields)}`);
    },
  },
  {
    section: 2,
    sentence: 'warnings (present only if there are any)',
    needs: ['reads', 'creates'],
    async run(bench) {
      const fields = await readShownImport(bench, await bench.importId());
      expect(!readWarnings(fields).isPresent, `a fresh import tells warnings: ${JSON.stringify(fields)}`);
      if (bench.hands === undefined) return bench.note('that they are told when there are some was not seen');
      const id = await bench.hands.place({ status: 'Sample migration completed', warnings: 3 });
      const warned = readWarnings(await readShownImport(bench, id));
      const isTold = warned.isPresent && JSON.stringify(warned.value).length > 2;
      expect(isTold, `three warnings are told as ${JSON.stringify(warned.value)}`);
    },
  },
  {
    section: 2,
    sentence: 'List entries (`GET /imports`): identification and status of each import.',
    needs: ['reads', 'creates'],
    async run(bench) {
      await bench.importId();
      const listed = readListed(await bench.live.ask(listPath(bench.username)));
      if (listed.length === 0) skip('the list is empty');
      for (const entry of listed) {
        expect(entry.id !== undefined, 'an entry tells no identifier');
        expect(entry.status !== undefined, 'an entry tells no status');
      }
    },
  },
  {
    section: 2,
    sentence: 'An import that does not exist, or has been cancelled or archived, is reported as not found (404).',
    needs: ['reads'],
    async run(bench) {
      expectStatus(await bench.live.ask(importPath(bench.unknownId)), 404);
      if (bench.hands === undefined) return bench.note('cancelled and archived imports were not seen');
      for (const how of ['cancel', 'archive'] as const) {
        const id = await bench.hands.place({});
        expectStatus(await bench.live.ask(importPath(id)), 200);
        await bench.hands.remove(id, how);
        expectStatus(await bench.live.ask(importPath(id)), 404);
      }
    },
  },
];
