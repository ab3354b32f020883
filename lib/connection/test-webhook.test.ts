import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../contract/caller';
import type { Database } from '../store/database/database';
import { deliveries } from '../store/schema/webhooks';
import { openTestDatabase } from '../store/testing/open-test-database';
import { receiveWebhook } from '../webhooks/receive-webhook';
import { openWebhooks } from '../webhooks/testing/open-webhooks';
import { testWebhook } from './test-webhook';
import { adminCaller, openConnection } from './testing/open-connection';

const secret = 'a webhook secret of the tests';
const schemes: [string, Record<string, string>][] = [
  ['auto', {}],
  ['standard with text', { WEBHOOK_SCHEME: 'standard' }],
  ['standard with base64', { WEBHOOK_SCHEME: 'standard', WEBHOOK_SECRET: `whsec_${'QUJD'.repeat(10)}` }],
  ['timestamped', { WEBHOOK_SCHEME: 'timestamped', WEBHOOK_HEADER: 'X-Signature' }],
];

/** The limit counts per person. */
const newAdmin = (): Caller => ({
  ...adminCaller,
  actor: { kind: 'staff', id: randomUUID(), name: 'Ines', email: 'ines@x.example', role: 'admin' },
});

let database: Database;
let answer: (
  headers: [string, string][],
  body: Buffer,
) => Promise<{ status: number; body?: object; location?: string }>;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    void answer(headers, Buffer.concat(chunks)).then(({ status, body, location }) =>
      response.writeHead(status, location === undefined ? {} : { location }).end(JSON.stringify(body)),
    );
  });
});
let publicOrigin: string;
beforeAll(async () => {
  database = await openTestDatabase();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  publicOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await database.close();
});

async function open(environment: Record<string, string> = {}) {
  const opened = await openConnection(database, { NEXTAUTH_URL: publicOrigin, WEBHOOK_SECRET: secret, ...environment });
  const { cipher, clock, log, connection } = opened;
  const { webhook: settings, dialect } = connection;
  const webhooks = openWebhooks({ database, cipher, clock, log, dialect, settings });
  answer = async (headers, body) => {
    const { verdict, deliveryId } = await receiveWebhook(webhooks, { headers, body, address: '127.0.0.1' });
    return { status: verdict === 'verified' ? 200 : 401, body: { id: deliveryId, verdict } };
  };
  return opened;
}

it.each(schemes)('is received and verified, signed as %s, and stores nothing', async (_scheme, environment) => {
  const opened = await open(environment);
  expect(await testWebhook(opened, newAdmin())).toMatchObject({ outcome: 'received' });
  expect(await database.db.select().from(deliveries)).toEqual([]);
});

it('stores a test message with a wrong signature like any other unsigned message', async () => {
  const opened = await open();
  const right = answer;
  answer = (headers, body) =>
    right(
      headers.filter(([name]) => name !== 'x-landfall-signature'),
      body,
    );
  const result = await testWebhook(opened, newAdmin());
  expect(result).toMatchObject({ outcome: 'failed' });
  expect(result.message).toContain('signature was refused');
  expect(await database.db.select().from(deliveries)).toHaveLength(1);
});

describe('explains what is wrong', () => {
  const cases: [string, Awaited<ReturnType<typeof answer>>, string][] = [
    ['a redirect', { status: 301, location: 'https://elsewhere.example/' }, 'redirects elsewhere'],
    ['another server', { status: 200, body: { hello: 'world' } }, 'not from Landfall'],
    ['another message', { status: 200, body: { id: 'x', verdict: 'verified' } }, 'not from Landfall'],
    ['a proxy that fails', { status: 502 }, 'answered 502. Check the proxy'],
    ['a proxy that changes Host', { status: 421 }, 'another host name'],
    ['a message without its signature', { status: 202, body: { id: 'x', verdict: 'hint' } }, 'Landfall’s log'],
  ];
  it.each(cases)('%s', async (_what, response, message) => {
    const opened = await open();
    answer = async () => response;
    const result = await testWebhook(opened, newAdmin());
    expect(result.outcome).toBe('failed');
    expect(result.message).toContain(message);
  });

  it('no secret, and an address that does not answer', async () => {
    const without = await openConnection(database, { NEXTAUTH_URL: publicOrigin });
    expect((await testWebhook(without, newAdmin())).message).toContain('No webhook secret');
    const nowhere = await openConnection(database, { NEXTAUTH_URL: 'http://127.0.0.1:9', WEBHOOK_SECRET: secret });
    expect((await testWebhook(nowhere, newAdmin())).message).toContain('No answer from http://127.0.0.1:9');
  });
});

it('reads only the start of a long answer', async () => {
  const opened = await open();
  let chunks = 0;
  const long = new ReadableStream({
    pull: (controller) => {
      chunks += 1;
      if (chunks < 1000) controller.enqueue(new Uint8Array(4000));
      else controller.close();
    },
  });
  const result = await testWebhook({ ...opened, fetch: async () => new Response(long) }, newAdmin());
  expect(result.message).toContain('not from Landfall');
  expect(chunks).toBeLessThan(10);
});

it('limits how often one person can send test messages', async () => {
  const opened = await open();
  const admin = newAdmin();
  for (let sent = 0; sent < 10; sent += 1) expect((await testWebhook(opened, admin)).outcome).toBe('received');
  await expect(testWebhook(opened, admin)).rejects.toMatchObject({ code: 'rate_limited' });
  expect((await testWebhook(opened, newAdmin())).outcome).toBe('received');
});
