import type { ApiResponse } from '../create-api-client';
import { type Check, excerpt, expectStatus } from '../create-check-context';
import { expect } from '../expect';
import { importPath } from './steps';

export const section7: Check[] = [
  {
    sentence: 'All error responses are JSON-encoded where a body exists.',
    needs: ['reads'],
    async run({ live, unknownId }) {
      expectJsonOrNothing(await live.request('/tools', { token: null }));
      expectJsonOrNothing(await live.request(importPath(unknownId)));
      expectJsonOrNothing(await live.request('/imports'));
    },
  },
  {
    sentence: '400: The request cannot be fulfilled because of bad syntax.',
    needs: ['sandbox'],
    async run({ sandbox }) {
      expectStatus(await sandbox.request('/imports', { method: 'POST', rawBody: '{"source_tool": ' }), 400);
    },
  },
  {
    sentence: '401: No API token was included, or the token is invalid.',
    needs: ['sandbox'],
    async run({ sandbox }) {
      expectStatus(await sandbox.request('/tools', { token: null }), 401);
      expectStatus(await sandbox.request('/tools', { token: 'certainly-not-a-valid-token' }), 401);
    },
  },
  {
    sentence: '404: The requested resource does not exist.',
    needs: ['reads'],
    run: async ({ live }) => expectStatus(await live.request('/no-such-resource'), 404),
  },
  {
    sentence:
      '422: The request is well-formed but fails validation rules; the body holds the validation errors and is to be parsed.',
    needs: ['sandbox'],
    async run({ sandbox, unknownUsername }) {
      const body = { destination_username: unknownUsername };
      const response = await sandbox.post('/imports', body);
      expectStatus(response, 422);
      expect(response.json !== undefined, `${response.requestLine} cannot be parsed${excerpt(response)}`);
      expect(
        response.text.includes('source_tool'),
        `${response.requestLine} does not name source_tool${excerpt(response)}`,
      );
    },
  },
  {
    sentence: 'Success statuses: 200 (succeeded, parse body), 201 (succeeded and an object was created, parse body).',
    needs: ['sandbox'],
    async run(context) {
      const { name } = await context.tools();
      const created = await context.sandbox.post('/imports', { source_tool: name });
      const read = await context.sandbox.request('/tools');
      expectStatus(read, 200);
      expectStatus(created, 201);
      for (const response of [read, created])
        expect(response.json !== undefined, `${response.requestLine} cannot be parsed`);
    },
  },
];

function expectJsonOrNothing(response: ApiResponse): void {
  expect(
    response.text === '' || (response.json !== undefined && /\bjson\b/i.test(response.contentType)),
    `${response.requestLine} answered ${response.status} with ${response.contentType}${excerpt(response)}`,
  );
}
