import { type Check, excerpt, expectStatus } from '../create-check-context';
import {
  readFamily,
  readImport,
  readList,
  readRedirectUrl,
  readStatus,
  readTool,
  readWarnings,
} from '../read-response';
import { expect, skip } from '../expect';
import { authorizeBoth, createImport, importPath, listPath, parseImportList, fetchImport } from './steps';

export const section2: Check[] = [
  {
    sentence: "Each entry carries the tool's name and its slug.",
    needs: ['reads'],
    async run({ live }) {
      const response = await live.request('/tools');
      const list = readList(response.json);
      expect(list !== undefined && list.length > 0, `${response.requestLine} lists no tools${excerpt(response)}`);
      for (const entry of list) {
        const { name, slug } = readTool(entry);
        expect(name !== undefined, `an entry has no name: ${JSON.stringify(entry)}`);
        expect(slug !== undefined, `an entry has no slug: ${JSON.stringify(entry)}`);
      }
    },
  },
  {
    sentence: 'The `source_tool` property of an import is the name of the source tool.',
    needs: ['sandbox'],
    async run(context) {
      const { name } = await context.tools();
      const { status, requestLine } = await context.sandbox.post('/imports', { source_tool: name });
      expect(status < 300, `${requestLine} refused the name "${name}" of a listed tool with ${status}`);
    },
  },
  {
    sentence:
      'Properties accepted at creation: source_tool, destination_instance_url, destination_username, destination_token, start_full, family.',
    needs: ['sandbox'],
    async run(context) {
      const { name } = await context.tools();
      const response = await context.sandbox.post('/imports', {
        source_tool: name,
        destination_instance_url: 'https://destination.example/instance',
        destination_username: 'properties@customer.example',
        destination_token: 'not-a-real-token',
        start_full: false,
      });
      expect(response.status < 300, `${response.requestLine} refused them with ${response.status}${excerpt(response)}`);
    },
  },
  {
    sentence: 'start_full: when true, starts an immediate full migration, bypassing the sample migration step.',
    needs: ['reads', 'creates', 'control'],
    async run(context) {
      const control = context.requireControl();
      const id = await createImport(context, { start_full: true });
      await authorizeBoth(control, id);
      const statuses = await control.history(id);
      expect(!statuses.some((text) => /sample/i.test(text)), `it went through ${statuses.join(', ')}`);
      expect(statuses.length > 1, `it did not start: ${statuses.join(', ')}`);
    },
  },
  {
    sentence:
      'Creation response (201): the import identification and the redirect URL of the page to which the customer is sent.',
    needs: ['reads', 'creates'],
    async run(context) {
      const response = await context.creation();
      const fields = readImport(response.json);
      expect(fields !== undefined, `${response.requestLine} returns no identifier${excerpt(response)}`);
      expect(
        readRedirectUrl(fields) !== undefined,
        `${response.requestLine} returns no redirect URL${excerpt(response)}`,
      );
    },
  },
  {
    sentence: 'Status response (`GET /imports/:id`, 200): import identification, status, warnings, and the family.',
    needs: ['reads'],
    async run(context) {
      const fields = await fetchImport(context, await context.importId());
      expect(readStatus(fields) !== undefined, `it returns no status: ${JSON.stringify(fields)}`);
      expect(readFamily(fields) !== undefined, `it returns no family: ${JSON.stringify(fields)}`);
    },
  },
  {
    sentence: 'warnings (present only if there are any)',
    needs: ['reads', 'creates'],
    async run(context) {
      const fields = await fetchImport(context, await context.importId());
      expect(!readWarnings(fields).isPresent, `a new import returns warnings: ${JSON.stringify(fields)}`);
      if (context.control === undefined) return context.addNote('an import with warnings was not checked');
      const id = await context.control.placeImport({ status: 'Sample migration completed', warnings: 3 });
      const warnings = readWarnings(await fetchImport(context, id));
      const isReported = warnings.isPresent && JSON.stringify(warnings.value).length > 2;
      expect(isReported, `three warnings are returned as ${JSON.stringify(warnings.value)}`);
    },
  },
  {
    sentence: 'List entries (`GET /imports`): identification and status of each import.',
    needs: ['reads', 'creates'],
    async run(context) {
      await context.importId();
      const listed = parseImportList(await context.live.request(listPath(context.username)));
      if (listed.length === 0) skip('the list is empty');
      for (const entry of listed) {
        expect(entry.id !== undefined, 'an entry returns no identifier');
        expect(entry.status !== undefined, 'an entry returns no status');
      }
    },
  },
  {
    sentence: 'An import that does not exist, or has been cancelled or archived, is reported as not found (404).',
    needs: ['reads'],
    async run(context) {
      expectStatus(await context.live.request(importPath(context.unknownId)), 404);
      if (context.control === undefined) return context.addNote('cancelled and archived imports were not checked');
      for (const how of ['cancel', 'archive'] as const) {
        const id = await context.control.placeImport({});
        expectStatus(await context.live.request(importPath(id)), 200);
        await context.control.remove(id, how);
        expectStatus(await context.live.request(importPath(id)), 404);
      }
    },
  },
];
