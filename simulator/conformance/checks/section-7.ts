import type { Check } from '../check';
import type { Answer } from '../create-asker';
import { excerpt, expectStatus } from '../create-bench';
import { expect } from '../verdict';
import { importPath } from './steps';

export const section7: Check[] = [
  {
    section: 7,
    sentence: 'All error responses are JSON-encoded where a body exists.',
    needs: ['reads'],
    async run({ live, unknownId }) {
      expectJsonOrNothing(await live.ask('/tools', { token: null }));
      expectJsonOrNothing(await live.ask(importPath(unknownId)));
      expectJsonOrNothing(await live.ask('/imports'));
    },
  },
  {
    section: 7,
    sentence: '400: The request cannot be fulfilled because of bad syntax.',
    needs: ['sandbox'],
    async run({ sandbox }) {
      const answer = await sandbox.ask('/imports', { method: 'POST', rawBody: '{"source_tool": ' });
      expectStatus(answer, 400);
    },
  },
  {
    section: 7,
    sentence: '401: No API token was included, or the token is invalid.',
    needs: ['sandbox'],
    async run({ sandbox }) {
      expectStatus(await sandbox.ask('/tools', { token: null }), 401);
      expectStatus(await sandbox.ask('/tools', { token: 'certainly-not-a-valid-token' }), 401);
    },
  },
  {
    section: 7,
    sentence: '404: The requested resource does not exist.',
    needs: ['reads'],
    async run({ live }) {
      expectStatus(await live.ask('/no-such-resource'), 404);
    },
  },
  {
    section: 7,
    sentence:
      '422: The request is well-formed but fails validation rules; the body holds the validation errors and is to be parsed.',
    needs: ['sandbox'],
    async run({ sandbox, unknownUsername }) {
      const body = { destination_username: unknownUsername };
      const answer = await sandbox.ask('/imports', { method: 'POST', body });
      expectStatus(answer, 422);
      expect(answer.json !== undefined, `${answer.asked} cannot be parsed${excerpt(answer)}`);
      expect(answer.text.includes('source_tool'), `${answer.asked} does not name source_tool${excerpt(answer)}`);
    },
  },
  {
    section: 7,
    sentence: 'Success statuses: 200 (succeeded, parse body), 201 (succeeded and an object was created, parse body).',
    needs: ['sandbox'],
    async run(bench) {
      const { name } = await bench.tools();
      const created = await bench.sandbox.ask('/imports', { method: 'POST', body: { source_tool: name } });
      const read = await bench.sandbox.ask('/tools');
      expectStatus(read, 200);
      expectStatus(created, 201);
      for (const answer of [read, created]) expect(answer.json !== undefined, `${answer.asked} cannot be parsed`);
    },
  },
];

function expectJsonOrNothing(answer: Answer): void {
  const isFine = answer.text === '' || (answer.json !== undefined && /\bjson\b/i.test(answer.contentType));
  expect(isFine, `${answer.asked} answered ${answer.status} with ${answer.contentType}${excerpt(answer)}`);
}
