import { type Check, expectStatus } from '../create-check-context';
import { skip } from '../expect';
import { endpoints } from './steps';

const wrongToken = 'certainly-not-a-valid-token';

export const section5: Check[] = [
  {
    sentence: "1, 2. HTTP Basic Authentication; the partner's API token is the username part of the credentials.",
    needs: ['reads'],
    run: async ({ live }) => expectStatus(await live.request('/tools'), 200),
  },
  {
    sentence: '3. A missing token yields 401.',
    needs: ['reads'],
    async run({ live }) {
      expectStatus(await live.request('/tools', { token: null }), 401);
      expectStatus(await live.request('/tools', { token: '' }), 401);
    },
  },
  {
    sentence: '3. An invalid token yields 401.',
    needs: ['reads'],
    async run({ live, unknownId }) {
      expectStatus(await live.request('/tools', { token: wrongToken }), 401);
      expectStatus(await live.request(`/imports/${unknownId}`, { token: wrongToken }), 401);
    },
  },
  {
    sentence: '4. API tokens are issued by the service operator on request.',
    needs: [],
    run: async () => skip('cannot be checked through the API'),
  },
  {
    sentence: '5. The sandbox uses the same authentication scheme.',
    needs: ['sandbox'],
    async run({ sandbox, unknownId }) {
      expectStatus(await sandbox.request('/tools'), 200);
      for (const [method, path] of endpoints) {
        const body = method === 'POST' ? { body: {} } : {};
        expectStatus(await sandbox.request(path(unknownId), { method, token: null, ...body }), 401);
        expectStatus(await sandbox.request(path(unknownId), { method, token: wrongToken, ...body }), 401);
      }
    },
  },
  {
    sentence: '6. A separate webhook secret is issued by the service operator on request.',
    needs: [],
    run: async () => skip('cannot be checked through the API'),
  },
];
