import { expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../core/clock';
import type { RequestBudget } from '../../core/request-budget';
import { eventually } from '../../core/testing/eventually';
import type { ServiceClientOptions } from './create-service-client';
import { openClient } from '../testing/open-client';
import { httpResponse } from '../testing/start-raw-server';
import { answeringServer } from '../testing/test-client';
import { createReplaceableClient } from './create-replaceable-client';

const until = (holds: () => boolean) => vi.waitUntil(holds, eventually);
const live = { environment: 'live', lane: 'people', person: null } as const;
const answerWith = (body: string) => (socket: { write(text: string): unknown }) =>
  socket.write(httpResponse(200, body, { 'content-type': 'application/json' }));

function open(options: Partial<ServiceClientOptions> & { url: string }) {
  const client = createReplaceableClient(systemClock);
  onTestFinished(() => client.close());
  void client.replace(openClient({ token: 'old-token', ...options }));
  return client;
}

it('sends nothing without a connection', async () => {
  const client = createReplaceableClient(systemClock);
  for (const call of [client.listTools(live), client.acceptPayment({ ...live, id: '1' })])
    await expect(call).rejects.toMatchObject({ code: 'service_unreachable', workDone: 'no' });
  expect(client.health('live')).toMatchObject({ state: 'open', lastError: { code: 'service_unreachable' } });
});

it('repeats a running read with the new connection', async () => {
  const silent = await answeringServer(() => undefined);
  const answering = await answeringServer(answerWith('[{"name":"Zendesk"}]'));
  const client = open({ url: silent.url });
  const tools = client.listTools(live);
  await until(() => silent.requests.length === 1);
  await client.replace(openClient({ url: answering.url, token: 'new-token' }));
  expect((await tools).value).toMatchObject([{ name: 'Zendesk' }]);
  expect(silent.requests).toHaveLength(1);
});

it('lets a decision on the wire finish, and sends nothing that waits for the budget with the old token', async () => {
  const sockets: { write(text: string): unknown }[] = [];
  const old = await answeringServer((socket) => void sockets.push(socket));
  const next = await answeringServer(answerWith('[]'));
  const waiting: AbortSignal[] = [];
  let free = 2;
  const requestBudget: RequestBudget = {
    take: (_requester, signal) => {
      if (free-- > 0) return Promise.resolve();
      waiting.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    },
    pause: async () => undefined,
  };
  const client = open({ url: old.url, requestBudget });
  const sent = client.acceptPayment({ ...live, id: '1' });
  await until(() => sockets.length === 1);
  const finished = client.acceptPayment({ ...live, id: '2' });
  await until(() => sockets.length === 2);
  const held = client.acceptPayment({ ...live, id: '3' });
  const tools = client.listTools(live);
  await until(() => waiting.length === 2);
  // From then on, new reads no longer share the waiting one.
  answerWith('{}')(sockets[1] ?? { write: () => undefined });
  await finished;

  const replaced = client.replace(openClient({ url: next.url, token: 'new-token' }));
  expect(waiting.map(({ aborted }) => aborted)).toEqual([true, true]);
  await expect(held).rejects.toMatchObject({ workDone: 'no' });
  expect((await tools).value).toEqual([]);
  expect((await client.acceptPayment({ ...live, id: '4' })).status).toBe(200);
  answerWith('{}')(sockets[0] ?? { write: () => undefined });
  expect((await sent).status).toBe(200);
  await replaced;
  expect(old.requests).toHaveLength(2);
  const credentials = Buffer.from('new-token:X').toString('base64');
  expect(next.requests.map((request) => request.includes(`Basic ${credentials}`))).toEqual([true, true]);
});
