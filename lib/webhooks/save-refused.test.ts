import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { silentLog } from '../core/log';
import { eventually } from '../core/testing/eventually';
import { createManualClock } from '../core/testing/manual-clock';
import type { Database, Db } from '../store/database/database';
import { openPostgres } from '../store/database/open-postgres';
import { readMigrations } from '../store/database/read-migrations';
import { listDeliveryCounters } from '../store/events/deliveries';
import { countDeliveries, countRepeats, saveDeliveries } from '../store/events/save-deliveries';
import { createTestPostgresUrl } from '../store/testing/open-test-database';
import { createAdmission } from './admission';
import { saveRefused } from './save-refused';

const clock = createManualClock('2026-11-12T09:00:00Z');
const deps = () => ({ database, clock, log: silentLog, admission: createAdmission({ clock }) });
let database: Database;
let other: Database;
beforeAll(async () => {
  const options = { url: await createTestPostgresUrl(), migrations: await readMigrations() };
  [database, other] = await Promise.all([openPostgres(options), openPostgres(options)]);
});
afterAll(() => Promise.all([database.close(), other.close()]));

interface Stored {
  id: string;
  contentHash: string;
}

async function addDelivery(contentHash = randomUUID()): Promise<Stored> {
  const row = {
    id: randomUUID(),
    receivedAt: clock.now(),
    contentHash,
    bodyEncrypted: Buffer.from('secret'),
    bodyBytes: 6,
    headers: [],
    verdict: 'verified' as const,
    reason: '',
    scheme: 'auto',
    importId: null,
    status: null,
    happenedAt: null,
    address: '',
    times: 1,
    claim: false,
  };
  await saveDeliveries(database.db, [row], { leaseS: 60 });
  return { id: row.id, contentHash };
}

const repeat = (tx: Db, ...ids: string[]) => countRepeats(tx, new Map(ids.map((id) => [id, 1])), clock.now());

async function expectBlocked(): Promise<void> {
  const [waiting] = await database.db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(sql`pg_stat_activity`)
    .where(sql`datname = current_database() and wait_event_type = 'Lock'`);
  expect(waiting?.count).toBe(1);
}

it.each<
  [string, (low: string, high: string) => { counted: string[]; first: string; then: (tx: Db) => Promise<unknown> }]
>([
  [
    'a repeat that is stored meanwhile',
    (low, high) => ({
      counted: [low, high],
      first: high,
      then: (tx) => countDeliveries(tx, new Map([['duplicate', 1]]), clock.now()),
    }),
  ],
  [
    'another instance that counts the same messages',
    (low, high) => ({ counted: [high, low], first: low, then: (tx) => repeat(tx, high) }),
  ],
])('does not deadlock with %s', async (_name, plan) => {
  const stored = [await addDelivery(), await addDelivery()].sort((a, b) => (a.contentHash < b.contentHash ? -1 : 1));
  const [low = '', high = ''] = stored.map(({ id }) => id);
  const { counted, first, then } = plan(low, high);
  const own = deps();
  for (const id of counted) own.admission.countRepeat(id);
  let saving = Promise.resolve();
  await other.transaction(async (tx) => {
    await repeat(tx, first);
    saving = saveRefused(own);
    await Promise.race([saving, vi.waitFor(expectBlocked, eventually)]);
    await then(tx);
  });
  await saving;
  expect(own.admission.takeRepeats().size).toBe(0);
});

it('counts the repeats of all messages together', async () => {
  const own = deps();
  const before = await duplicates();
  for (const { id } of [await addDelivery(), await addDelivery()]) own.admission.countRepeat(id, 3);
  await saveRefused(own);
  expect(await duplicates()).toBe(before + 6);
});

async function duplicates(): Promise<number> {
  return (await listDeliveryCounters(database.db)).find(({ verdict }) => verdict === 'duplicate')?.count ?? 0;
}
