import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database';
import { listDeliveryCounters, markDeliveriesApplied, pruneDeliveries, type Verdict } from './deliveries';
import { countDeliveries, saveDeliveries } from './save-deliveries';
import { deliveries } from '../schema/webhooks';
import { openTestDatabase } from '../testing/open-test-database';

const unread = { scheme: null, importId: null, status: null, happenedAt: null, times: 1, claim: false };
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('keeps the newest unverified deliveries and all verified ones, and counts every delivery', async () => {
  const at = (n: number) => new Date(Date.UTC(2026, 10, 12, 9, 0, n));
  const receive = (n: number, verdict: Verdict) =>
    database.transaction(async (tx) => {
      const row = {
        ...unread,
        id: randomUUID(),
        receivedAt: at(n),
        contentHash: `hash ${n}`,
        bodyEncrypted: Buffer.from('secret'),
        bodyBytes: 6,
        headers: [],
        verdict,
        reason: '',
        address: '',
      };
      await saveDeliveries(tx, [row], { leaseS: 60 });
      await countDeliveries(tx, new Map([[verdict, 1]]), at(n));
      await pruneDeliveries(tx, { verdicts: ['bad_signature', 'hint'], keep: 10 });
    });
  for (let n = 0; n < 30; n++) await receive(n, n % 3 === 0 ? 'hint' : n % 3 === 1 ? 'bad_signature' : 'verified');
  const rows = await database.db.select().from(deliveries);
  const unverified = rows.filter((row) => row.verdict !== 'verified').map((row) => row.receivedAt.getUTCSeconds());
  expect(unverified.sort((a, b) => a - b)).toEqual([15, 16, 18, 19, 21, 22, 24, 25, 27, 28]);
  expect(rows.filter((row) => row.verdict === 'verified')).toHaveLength(10);
  expect((await listDeliveryCounters(database.db)).map(({ verdict, count }) => [verdict, count])).toEqual([
    ['bad_signature', 10],
    ['hint', 10],
    ['verified', 10],
  ]);
});

it('keeps unusable deliveries up to a size, and those that were applied', async () => {
  const bodyBytes = 300;
  const receive = (n: number, appliedAt: Date | null) =>
    database.transaction(async (tx) => {
      const id = randomUUID();
      const row = {
        ...unread,
        id,
        receivedAt: new Date(Date.UTC(2026, 10, 13, 9, 0, n)),
        contentHash: `stale ${n}`,
        bodyEncrypted: Buffer.alloc(bodyBytes),
        bodyBytes,
        headers: [],
        verdict: 'stale' as const,
        reason: '',
        address: '',
      };
      await saveDeliveries(tx, [row], { leaseS: 60 });
      if (appliedAt) await markDeliveriesApplied(tx, [id], { at: appliedAt, by: 'Ada' });
      await pruneDeliveries(tx, { verdicts: ['stale', 'unreadable'], keep: 10, maxBytes: 1000 });
    });
  for (let n = 0; n < 8; n++) await receive(n, n === 1 ? new Date() : null);
  const rows = await database.db.select().from(deliveries).where(eq(deliveries.verdict, 'stale'));
  expect(rows.map((row) => row.receivedAt.getUTCSeconds()).sort((a, b) => a - b)).toEqual([1, 5, 6, 7]);
});
