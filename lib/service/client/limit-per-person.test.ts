import { expect, it } from 'vitest';
import type { Actor } from '../../contract/caller';
import { personOf } from '../person-of';
import type { Requester, RequestBudget } from '../../core/request-budget';
import { httpResponse } from '../testing/start-raw-server';
import { answeringServer, testClient } from '../testing/test-client';

/** A client whose calls wait until the test grants them. */
async function openWaitingClient() {
  const raw = await answeringServer((socket) => socket.write(httpResponse(200, '[]')));
  const waiting: (Requester & { grant: () => void })[] = [];
  const requestBudget: RequestBudget = {
    take: (requester, signal) =>
      new Promise((resolve, reject) => {
        waiting.push({ ...requester, grant: resolve });
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    pause: async () => undefined,
  };
  const client = testClient({ url: raw.url, requestBudget });
  const lookUp = (person: string | null, username: string) =>
    client.listImports({ environment: 'live', lane: 'people', person, username });
  const ignore = () => undefined;
  const begin = (person: string | null, count: number) => {
    for (let n = 0; n < count; n += 1) lookUp(person, `${person}-${n}@acme.example`).catch(ignore);
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { raw, client, waiting, lookUp, begin, settle };
}

it('refuses an eleventh call of the same person until one has ended', async () => {
  const { waiting, lookUp, begin, settle } = await openWaitingClient();
  begin('ada', 9);
  const last = lookUp('ada', 'last@acme.example');
  await settle();
  await expect(lookUp('ada', 'more@acme.example')).rejects.toMatchObject({
    code: 'rate_limited',
    status: 429,
    workDone: 'no',
    retryAfterS: 2,
  });
  expect(waiting).toHaveLength(10);
  waiting.at(-1)?.grant();
  await last;
  lookUp('ada', 'next@acme.example').catch(() => undefined);
  await settle();
  expect(waiting).toHaveLength(11);
});

it("counts neither other people, nor Landfall's own calls, nor decisions", async () => {
  const { client, waiting, begin, settle } = await openWaitingClient();
  begin('ada', 10);
  begin('ben', 10);
  begin(null, 30);
  const decision = { environment: 'live', lane: 'decision', person: 'ada', id: '5' } as const;
  const accepted = client.acceptPayment(decision);
  await settle();
  expect(waiting).toHaveLength(51);
  waiting.find(({ lane }) => lane === 'decision')?.grant();
  await accepted;
});

it('waits in the queue of every caller of a shared call and sends it once', async () => {
  const { raw, waiting, lookUp, settle } = await openWaitingClient();
  const calls = ['ada', 'ada', 'ben'].map((person) => lookUp(person, 'shared@acme.example'));
  await settle();
  expect(waiting.map(({ person }) => person)).toEqual(['ada', 'ben']);
  waiting[1]?.grant();
  await Promise.all(calls);
  expect(raw.requests).toHaveLength(1);
});

it.each<[string | null, Actor, string]>([
  ['staff 7', { kind: 'staff', id: '7', name: 'Ada', email: 'ada@partner.example', role: 'agent' }, '192.0.2.1'],
  ['key 1', { kind: 'key', id: '1', name: 'helpdesk' }, '192.0.2.1'],
  ['address 192.0.2.1', { kind: 'customer', name: 'customer' }, '192.0.2.1'],
  ['address 2001:db8:1:2::/64', { kind: 'stranger' }, '2001:db8:1:2:3:4:5:6'],
  [null, { kind: 'system' }, ''],
])('counts a call for %s', (person, actor, address) => {
  expect(personOf({ actor, address, requestId: 'test' })).toBe(person);
});
