import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSimulator, type RunningSimulator } from '@/simulator/start-simulator';
import { createCipher, generateKey } from '../core/cipher';
import { eventually } from '../core/testing/eventually';
import type { Database } from '../store/database/database';
import { imports } from '../store/schema/imports';
import { deliveries } from '../store/schema/webhooks';
import { openTestDatabase } from '../store/testing/open-test-database';
import { drainDeliveries } from './apply-deliveries';
import { receiveWebhook } from './receive-webhook';
import { openWebhooks, webhookSettings } from './testing/open-webhooks';
import type { Scheme } from './verify-message';
import type { WebhookDeps } from './webhook-deps';

const secret = `whsec_${Buffer.from('a secret that the simulator shares').toString('base64')}`;
const codes = { verified: 200, duplicate: 200, hint: 202, unreadable: 202, stale: 400, bad_signature: 401 } as const;

let database: Database;
let simulator: RunningSimulator;
let current: WebhookDeps;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
    receiveWebhook(current, { headers, body: Buffer.concat(chunks), address: '127.0.0.1' })
      .then(({ verdict }) => response.writeHead(codes[verdict]).end())
      .catch(() => response.writeHead(500).end());
  });
});
let url: string;

beforeAll(async () => {
  database = await openTestDatabase();
  simulator = await startSimulator({ seed: 'webhooks' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await simulator.close();
  await new Promise((resolve) => server.close(resolve));
  await drainDeliveries(current);
  await database.close();
});

function receiveWith(scheme: Scheme, header?: string) {
  current = openWebhooks({
    database,
    cipher: createCipher([key]),
    settings: { ...webhookSettings, secrets: ['an older one', secret], scheme, header },
  });
}
const key = generateKey();
const statusOf = async (id: string) =>
  (await database.db.select().from(imports)).find((row) => row.id === id)?.statusKey ?? null;

describe('verifies, reads and applies messages of the simulator', () => {
  for (const { theirs, ours, header } of [
    { theirs: 'hmac-sha256-hex', ours: 'auto', header: 'X-Whatever' },
    { theirs: 'hmac-sha256-base64', ours: 'auto', header: 'X-Another' },
    { theirs: 'standard-webhooks', ours: 'standard', header: 'X-Unused' },
    { theirs: 't-v1', ours: 'timestamped', header: 'X-Stamped' },
  ] as const)
    it(`signed as ${theirs}, in every dialect`, async () => {
      receiveWith(ours, header.toLowerCase());
      simulator.setWebhooks({ ...simulator.webhooks(), url, secret, scheme: theirs, header });
      const expected = new Map<string, string>();
      for (const dialect of ['plain', 'random:1', 'random:2', 'random:3', 'random:4', 'random:5']) {
        simulator.setDialect(dialect);
        const id = String(simulator.placeImport({ status: 'Collecting credentials' })['id']);
        simulator.advance(id, 'Sample migration completed');
        expected.set(id, 'Sample migration completed');
      }
      for (const [id, status] of expected)
        await vi.waitFor(async () => expect(await statusOf(id), `import ${id}`).toBe(status), eventually);
      await vi.waitFor(
        () =>
          expect(new Set(simulator.deliveries().map(({ responseStatus }) => responseStatus))).toEqual(new Set([200])),
        eventually,
      );
      simulator.clearDeliveries();
    });
});

it('ends in the right state after duplicate and reordered messages', async () => {
  receiveWith('auto');
  simulator.setDialect('plain');
  simulator.setWebhooks({
    ...simulator.webhooks(),
    url,
    secret,
    scheme: 'hmac-sha256-hex',
    faults: { drop: 0, double: 0.5, delayMs: 0, reorder: 0.5, stale: 0, wrongSignature: 0 },
  });
  const ids = Array.from({ length: 6 }, () =>
    String(simulator.placeImport({ status: 'Collecting credentials' })['id']),
  );
  const path = [
    'Sample migration in progress',
    'Sample migration completed',
    'In preparation',
    'Migration in progress',
    'Migration completed',
  ] as const;
  for (const status of path) for (const id of ids) simulator.advance(id, status);
  for (const id of ids)
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('Migration completed'), eventually);
  await vi.waitFor(
    () => expect(new Set(simulator.deliveries().map(({ responseStatus }) => responseStatus))).toEqual(new Set([200])),
    eventually,
  );
  for (const id of ids) expect(await statusOf(id)).toBe('Migration completed');
});

it('rejects stale and wrongly signed messages', async () => {
  receiveWith('auto');
  for (const [fault, verdict] of [
    ['stale', 'stale'],
    ['wrongSignature', 'bad_signature'],
  ] as const) {
    const noFaults = { drop: 0, double: 0, delayMs: 0, reorder: 0, stale: 0, wrongSignature: 0 };
    simulator.setWebhooks({ ...simulator.webhooks(), url, secret, faults: { ...noFaults, [fault]: 1 } });
    simulator.clearDeliveries();
    const id = String(simulator.placeImport({ status: 'Collecting credentials' })['id']);
    simulator.advance(id, 'Sample migration completed');
    await vi.waitFor(() => expect(simulator.deliveries()[0]?.responseStatus).toBe(codes[verdict]), eventually);
    expect(await statusOf(id)).toBeNull();
    const kept = (await database.db.select().from(deliveries)).filter((row) => row.importId === id);
    expect(kept.map((row) => row.verdict)).toEqual([verdict]);
  }
});
