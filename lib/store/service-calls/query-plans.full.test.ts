import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimBulkLookup } from '../imports/bulk-lookups';
import { readLatestChangeId, readMissedChanges } from '../events/change-feed';
import type { Database, Db } from '../database/database';
import {
  claimDeliveries,
  markDeliveriesApplied,
  listDeliveries,
  pruneDeliveries,
  readDeliveryRow,
} from '../events/deliveries';
import { countRepeats, saveDeliveries } from '../events/save-deliveries';
import { openTestPostgresDatabase } from '../testing/open-test-database';
import { recordQueries } from '../testing/record-queries';
import { claimDuePolls, pollOnHint, pollNow, readNextWork, stopPolling } from './poll-schedule';
import { readOldestPollS, readPolledImports, scheduleNextPolls, schedulePollUnits } from './poll-plan';

/** Enough rows that the planner prefers an index. */
const rowCount = 40_000;
let database: Database;

beforeAll(async () => {
  database = await openTestPostgresDatabase();
  const { db } = database;
  await db.execute(sql`
    insert into imports (environment, id, username, status_key, status_family, seen_at, seen_by, first_seen_at, search_terms, gone)
    select 'live', n::text, case when n % 9 = 0 then null else 'user' || (n % 9000) || '@x.example' end,
      case when n % 100 < 90 then 'Migration completed' else 'In preparation' end, 'waiting',
      now() - n * interval '1 minute', 'watcher', now(), '{}', n % 50 = 0
    from generate_series(1, ${rowCount}) n`);
  await db.execute(sql`
    insert into poll_units (kind, key, next_poll_at, rate)
    select 'username', 'user' || n, now() + (n - 50) * interval '1 second', 0.001 from generate_series(1, ${rowCount}) n`);
  await db.execute(sql`
    insert into deliveries (id, received_at, content_hash, body_encrypted, body_bytes, headers, verdict, reason, import_id,
      last_received_at, applied_at, address)
    select gen_random_uuid(), now() - n * interval '1 second', 'hash' || n, '', 0, '[]',
      case when n % 40 = 0 then 'bad_signature' when n % 41 = 0 then 'hint' else 'verified' end, '', n::text, now(),
      case when n % 1000 = 0 then null else now() end, ''
    from generate_series(1, ${rowCount}) n`);
  await db.execute(sql`
    insert into changes (at, kind, environment, subject)
    select now() - (${rowCount} - n) * interval '1 second', 'import', 'live', n::text from generate_series(1, ${rowCount}) n`);
  await db.execute(sql`
    insert into bulk_lookups (run_id, position, environment, username, state, by, staff_id, created_at)
    select 'run', n, 'live', 'u', case when n > ${rowCount} - 100 then 'waiting' else 'done' end, '', '', now()
    from generate_series(1, ${rowCount}) n`);
  for (const table of ['imports', 'poll_units', 'deliveries', 'changes', 'bulk_lookups'])
    await db.execute(sql.raw(`vacuum (analyze) ${table}`));
});
afterAll(async () => {
  await database?.close();
});

const id = '6f1c2c1e-0000-4000-8000-000000000001';
const unitPlan = { kind: 'username', key: 'user77', inS: 60, rate: 0.001, fixedIntervalS: null } as const;
const received = {
  id,
  receivedAt: new Date(),
  contentHash: 'hash77',
  bodyEncrypted: Buffer.alloc(1),
  bodyBytes: 1,
  headers: [],
  verdict: 'verified' as const,
  reason: '',
  scheme: 'auto',
  importId: null,
  status: null,
  happenedAt: null,
  address: '',
  times: 1,
  claim: true,
};
const operations: Record<string, (db: Db) => Promise<unknown>> = {
  'due polls': (db) => claimDuePolls(db, { by: 'a', limit: 1, leaseS: 60 }),
  'the next work': readNextWork,
  'an urgent poll': (db) => pollNow(db, '7'),
  'a hint': (db) => pollOnHint(db, '7'),
  'the imports of a customer': (db) => readPolledImports(db, [{ kind: 'username', key: 'user77@x.example' }]),
  'one import': (db) => readPolledImports(db, [{ kind: 'import', key: '77' }]),
  'scheduling polls': (db) => schedulePollUnits(db, [unitPlan]),
  'scheduling next polls': (db) => scheduleNextPolls(db, [{ ...unitPlan, unlisted: false }], 'a'),
  'the end of polling': (db) => stopPolling(db, [{ kind: 'username', key: 'user77' }], 'a'),
  'the oldest poll': readOldestPollS,
  'deliveries, newest first': (db) => listDeliveries(db, { verdicts: [], limit: 50 }),
  'deliveries of a verdict': (db) => listDeliveries(db, { verdicts: ['hint'], limit: 50 }),
  'older deliveries': (db) => listDeliveries(db, { verdicts: [], before: { receivedAt: new Date(), id }, limit: 50 }),
  'one delivery': (db) => readDeliveryRow(db, id),
  'repeated deliveries': (db) => countRepeats(db, new Map([[id, 1]]), new Date()),
  'received deliveries': (db) => saveDeliveries(db, [received], { leaseS: 60 }),
  'applied deliveries': (db) => markDeliveriesApplied(db, [id], { at: new Date(), by: null }),
  'unapplied deliveries': (db) => claimDeliveries(db, { limit: 50, leaseS: 60 }),
  'pruning unverified deliveries': (db) => pruneDeliveries(db, { verdicts: ['bad_signature', 'hint'], keep: 100 }),
  'the latest change': readLatestChangeId,
  'missed changes': (db) => readMissedChanges(db, rowCount - 10, 1000),
  'the next bulk lookup': (db) => claimBulkLookup(db, 60),
};

for (const [name, operation] of Object.entries(operations))
  it(`uses an index for ${name}`, async () => {
    const queries = await recordQueries(operation);
    expect(queries.length).toBeGreaterThan(0);
    for (const query of queries) {
      const plan = JSON.stringify(await database.db.execute(sql`explain (format json) ${query}`));
      expect(plan).not.toMatch(/"Seq Scan"[^}]*"Relation Name":"(imports|poll_units|deliveries|changes|bulk_lookups)"/);
    }
  });
