import { createServer } from 'node:http';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createManualClock } from '../clock';
import { type RunningSimulator, startSimulator } from '../start-simulator';
import { webhookSettingsSchema, type WebhookSettingsInput } from './webhook-settings';

interface Received {
  headers: Record<string, string>;
  body: string;
}

const received: Received[] = [];
let responseStatus = 200;
/** Maximum number of messages received at the same time. */
let maxConcurrent = 0;
let concurrent = 0;
const receiver = createServer((request, response) => {
  let body = '';
  maxConcurrent = Math.max(maxConcurrent, ++concurrent);
  request.setEncoding('utf8');
  request.on('data', (piece: string) => (body += piece));
  request.on('end', () => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    received.push({ headers, body });
    // Delayed, so that parallel messages would overlap.
    setTimeout(() => {
      // Before the response: the next message may arrive before this connection closes.
      concurrent -= 1;
      response.writeHead(responseStatus).end();
    }, 10);
  });
});

/** Longer means that it hangs. */
const eventually = { timeout: 60_000, interval: 5 };

let simulator: RunningSimulator;
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hooks`;
  simulator = await startSimulator({});
});
afterEach(() => {
  received.length = 0;
  responseStatus = 200;
  simulator.clearDeliveries();
});
afterAll(async () => {
  await simulator.close();
  await new Promise((resolve) => receiver.close(resolve));
});

const secret = 'webhook-secret';
const configure = (settings: WebhookSettingsInput = {}): void =>
  simulator.setWebhooks(webhookSettingsSchema.parse({ url, secret, ...settings }));

function changeStatus(times = 1): string {
  const id = String(simulator.placeImport({ status: 'Waiting to start sample migration' })['id']);
  for (let count = 0; count < times; count++) simulator.advance(id);
  return id;
}

async function waitForMessages(count: number): Promise<Received[]> {
  await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), eventually);
  return received;
}

const statusesOf = (messages: readonly Received[]): unknown[] =>
  messages.map(({ body }) => (JSON.parse(body) as { status: unknown }).status);

test('sends every status change once, in order, with identifier, text and time', async () => {
  configure();
  const beforeS = Math.floor(Date.now() / 1_000);
  const id = changeStatus(3);
  const messages = await waitForMessages(3);
  expect(statusesOf(messages)).toEqual([
    'Sample migration in progress',
    'Sample migration completed',
    'In preparation',
  ]);
  for (const { body } of messages) {
    const { id: sentId, timestamp } = JSON.parse(body) as { id: number; timestamp: number };
    expect(String(sentId)).toBe(id);
    expect(timestamp).toBeGreaterThanOrEqual(beforeS);
    expect(timestamp).toBeLessThanOrEqual(Date.now() / 1_000);
  }
});

test('sends the next message of an import after the previous response', async () => {
  configure();
  await vi.waitFor(() => expect(concurrent).toBe(0), eventually);
  maxConcurrent = 0;
  changeStatus(6);
  await waitForMessages(6);
  expect(maxConcurrent).toBe(1);
});

test('does not resend a rejected message and records the status', async () => {
  configure();
  responseStatus = 500;
  changeStatus();
  await waitForMessages(1);
  await vi.waitFor(() => expect(simulator.deliveries()[0]).toMatchObject({ responseStatus: 500 }), eventually);
  responseStatus = 200;
  changeStatus();
  expect(await waitForMessages(2)).toHaveLength(2);
});

test('records a connection error', async () => {
  configure({ url: 'http://127.0.0.1:9/' });
  changeStatus();
  await vi.waitFor(() => expect(simulator.deliveries()[0]?.error).toMatch(/ECONNREFUSED|bad port/), eventually);
});

describe('signatures', () => {
  const hmac = (body: string, encoding: 'hex' | 'base64'): string =>
    createHmac('sha256', secret).update(body).digest(encoding);

  test('hexadecimal HMAC in the default header', async () => {
    configure();
    changeStatus();
    const [message] = await waitForMessages(1);
    expect(message?.headers['x-signature']).toBe(hmac(message?.body ?? '', 'hex'));
  });

  test('base64 HMAC with a prefix in a custom header', async () => {
    configure({ scheme: 'hmac-sha256-base64', header: 'X-Hook-Proof', prefix: 'sha256=' });
    changeStatus();
    const [message] = await waitForMessages(1);
    expect(message?.headers['x-hook-proof']).toBe(`sha256=${hmac(message?.body ?? '', 'base64')}`);
  });

  test('Standard Webhooks, verified by its library', async () => {
    const key = `whsec_${Buffer.from('standard-webhooks-key-of-32-byte').toString('base64')}`;
    configure({ scheme: 'standard-webhooks', secret: key });
    changeStatus();
    const [message] = await waitForMessages(1);
    expect(new Webhook(key).verify(message?.body ?? '', message?.headers ?? {})).toMatchObject({
      status: 'Sample migration in progress',
    });
  });

  test('t=,v1= over the time and the body', async () => {
    configure({ scheme: 't-v1', header: 'Service-Signature' });
    changeStatus();
    const [message] = await waitForMessages(1);
    const [, time = '', proof] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(message?.headers['service-signature'] ?? '') ?? [];
    expect(proof).toBe(createHmac('sha256', secret).update(`${time}.${message?.body}`).digest('hex'));
  });

  test('no signature without a secret', async () => {
    configure({ secret: null });
    changeStatus();
    const [message] = await waitForMessages(1);
    expect(Object.keys(message?.headers ?? {}).filter((name) => /signature/.test(name))).toEqual([]);
  });
});

describe('webhook faults', () => {
  test('dropped messages are not sent', async () => {
    configure({ faults: { drop: true } });
    changeStatus();
    configure();
    changeStatus(2);
    expect(statusesOf(await waitForMessages(2))).toEqual([
      'Sample migration in progress',
      'Sample migration completed',
    ]);
    expect(simulator.deliveries()[0]).toMatchObject({ faults: ['drop'], sentAt: null });
  });

  test('doubled messages are sent twice unchanged', async () => {
    configure({ faults: { double: true } });
    changeStatus();
    const [first, second] = await waitForMessages(2);
    expect(second).toEqual(first);
  });

  test('reordered messages swap and keep their own time', async () => {
    configure({ faults: { reorder: true } });
    changeStatus(2);
    expect(statusesOf(await waitForMessages(2))).toEqual([
      'Sample migration completed',
      'Sample migration in progress',
    ]);
  });

  test('delayed messages are sent later', async () => {
    const clock = createManualClock(Date.now());
    const delayed = await startSimulator({ clock, webhook: { url, secret, faults: { delayMs: 80 } } });
    const id = String(delayed.placeImport({ status: 'Waiting to start sample migration' })['id']);
    delayed.advance(id);
    clock.advance(79);
    expect(delayed.deliveries()[0]).toMatchObject({ createdAt: clock.now() - 79, sentAt: null });
    clock.advance(1);
    await waitForMessages(1);
    expect(delayed.deliveries()[0]?.sentAt).toBe(clock.now());
    await delayed.close();
  });

  test('stale messages are correctly signed and an hour old', async () => {
    configure({ faults: { stale: true } });
    changeStatus();
    const [message] = await waitForMessages(1);
    const { timestamp } = JSON.parse(message?.body ?? '') as { timestamp: number };
    expect(Date.now() / 1000 - timestamp).toBeGreaterThan(3_590);
    expect(message?.headers['x-signature']).toBe(
      createHmac('sha256', secret)
        .update(message?.body ?? '')
        .digest('hex'),
    );
  });

  test('wrongly signed messages have an invalid signature', async () => {
    configure({ faults: { wrongSignature: true } });
    changeStatus();
    const [message] = await waitForMessages(1);
    expect(message?.headers['x-signature']).toMatch(/^[0-9a-f]{64}$/);
    expect(message?.headers['x-signature']).not.toBe(
      createHmac('sha256', secret)
        .update(message?.body ?? '')
        .digest('hex'),
    );
  });
});
