import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { drizzle as drizzleOnPool } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { countCap, importSorts } from '../contract/imports';
import { listAuditActions, searchAudit } from './events/audit';
import { listBulkDecisions, listOpenBulkRuns } from './sponsorship/bulk-runs';
import {
  findAttemptByImport,
  findAttemptByLink,
  findAttemptByVisitor,
  hasOpenAttempts,
  listClaimedIds,
  listLostAttempts,
  listOpenAttempts,
  listRecentTools,
  listUnsettledAttempts,
} from './imports/creation-attempts';
import type { Database, Db } from './database/database';
import { openPostgres } from './database/open-postgres';
import { mayKeepPlan } from './database/may-keep-plan';
import { readMigrations } from './database/read-migrations';
import {
  countMonthDecisions,
  listDecisions,
  listDueDecisions,
  listStartsWithoutImport,
  listExpiredSends,
} from './sponsorship/decisions';
import { findOpenRequest } from './sponsorship/full-requests';
import { listImportFacts } from './imports/import-facts';
import { readAttention } from './imports/attention';
import { readImportSummary } from './imports/import-counts';
import type { ImportFilter } from './imports/import-filter';
import {
  listImportPage,
  listUsernamesBySearchTerms,
  type ImportCursor,
  type ListDatabase,
  type PageRequest,
} from './imports/import-list';
import type { ImportSort } from './imports/plan-walk';
import { readPolledImports } from './service-calls/poll-plan';
import { findImportByToken, readLatestEncryptedRedirectUrl } from './imports/import-secrets';
import { getImport, getImports } from './imports/imports';
import { listCustomerRecords, listCustomerWithoutImport } from './imports/customer-imports';
import { readLinkState } from './imports/customer-links';
import { readMigrationVersion } from './imports/migration-version';
import { listRelatedImports } from './imports/related-imports';
import { readImportHistories, readImportHistory } from './imports/import-history';
import { readQueueSummary } from './sponsorship/queue-summary';
import { readSponsorshipContext } from './sponsorship/sponsorship-context';
import { listObservedIds, listPoints, listEncryptedResponses } from './imports/observations';
import { readSeenWarnings } from './imports/seen-warnings';
import { listSavedViews } from './staff/saved-views';
import { findSessionWithStaff } from './staff/sessions';
import {
  countWaiting,
  findQueueRow,
  listDecidedRows,
  listQueueRows,
  listUnrequestedSamples,
} from './sponsorship/sponsorship-queue';
import { listUnscheduledImports } from './service-calls/poll-plan';
import { getStartLink } from './imports/start-links';
import { summariseStatusDurations, summariseStatusRanges } from './imports/status-periods';
import { measureStatusDurations, readCohort, readMedianDecisionS } from './imports/trends';
import { fillImports } from './testing/fill-imports';
import { createTestPostgresUrl } from './testing/open-test-database';
import { recordQueries } from './testing/record-queries';
import { findFullBucket } from './staff/throttle';
import { liveImports as all } from './testing/live-imports';

/** What a partner has after some years. A sequential scan would be too slow on a million rows. */
const rowCount = 100_000;
/** Rows read for one page, whatever is filtered: those walked along and counted, and those that one filter finds. */
const maxRead = 12_000;
const isByTag = (name: string) => /\btags?\b/.test(name);
/** A tag is looked up for each row that is walked past. */
const maxReadOf = (name: string) => (isByTag(name) ? 1.25 * maxRead : maxRead);

let database: Database;
let pool: pg.Pool;

beforeAll(async () => {
  const url = await createTestPostgresUrl();
  database = await openPostgres({ url, migrations: await readMigrations(), connectTimeoutMs: 60_000 });
  pool = new pg.Pool({ connectionString: url, max: 1 });
  await fill(database.db);
});
afterAll(async () => {
  await pool?.end();
  await database?.close();
});

async function fill(db: Db): Promise<void> {
  await fillImports(db, rowCount);
  await fillRest(db);
  // Of all tables: one without statistics gets another plan, depending on when autovacuum comes.
  await db.execute(sql.raw('vacuum (analyze)'));
}

/** Enough rows that the planner prefers an index. */
async function fillRest(db: Db): Promise<void> {
  const smallerCount = rowCount / 5;
  await db.execute(sql`
    insert into poll_units (kind, key, next_poll_at, rate)
    select case when username is null then 'import' else 'username' end, coalesce(username, id), now(), 1e-6
    from imports where environment = 'live' and not gone`);
  await db.execute(sql`
    insert into observations (environment, import_id, source, status, asked_at, seen_at, facts, reported, fingerprint)
    select 'live', n::text, 'watcher', 'In preparation', now(), now(), '{}', '{}', 'f' from generate_series(1, ${smallerCount}) n`);
  await db.execute(sql`
    insert into confirmations (environment, import_id, fingerprint, source, gone, asked_at, seen_at, reported)
    select 'live', n::text, 'f', 'watcher', false, now(), now(), '{}' from generate_series(1, ${smallerCount}) n`);
  await db.execute(sql`
    insert into import_tags (environment, import_id, tag)
    select environment, id, tag from imports, lateral (values ('all', true), ('tenth', id::int % 10 = 3), ('some', id::int % 40 = 7),
      ('few', id::int % 1000 = 7), ('old', id::int > ${rowCount * 0.98}), ('wave ' || id::int % 300, id::int % 7 = 0)) as tagged(tag, yes)
    where yes`);
  await db.execute(sql`
    insert into import_facts (environment, import_id, field, value, source, at)
    select 'live', n::text, 'username', 'x', 'lookup', now() from generate_series(1, ${smallerCount}) n`);
  await db.execute(sql`
    insert into status_periods (environment, import_id, fingerprint, status_key, duration_s, ended_at)
    select 'live', n::text, 'f', (array['Held', 'In preparation', 'Collecting credentials', 'Undo in progress', 'Paused'])[n % 5 + 1], n % 9999, now() - n * interval '1 minute'
    from generate_series(1, ${smallerCount}) n
    union all select 'live', n::text, 'gone', 'Held', null, null from generate_series(1, ${smallerCount}) n`);
  await db.execute(sql`
    insert into audit (seq, at, action, environment, request_id, commitments, previous_hash, hash, key_id, mac)
    select n, now() - (${smallerCount} - n) * interval '1 hour', case when n < 100 then 'policy.changed' else 'import.viewed' end,
      case when n < 100 then 'sandbox' else 'live' end, 'r' || n, '{}', '', '', '', '' from generate_series(1, ${smallerCount}) n`);
  await db.execute(sql`
    insert into audit_values (seq, actor, subject, address, salts)
    select n, case when n < 100 then 'Ada' else 'Priya' end, 'import ' || n, '203.0.113.7', '{}'
    from generate_series(1, ${smallerCount}) n`);
}

interface PlanNode {
  type: string;
  on: string | undefined;
}

/** The plan for its values and, if it may be kept, the plan for any values. */
async function planOf(query: SQL): Promise<PlanNode[]> {
  const { sql: text, params } = new PgDialect().sqlToQuery(query);
  const forValues: unknown = await database.db.execute(sql`explain (format json) ${query}`);
  return [...readNodes(forValues), ...(mayKeepPlan(text) ? await keptPlanOf(text, params.length) : [])];
}

async function keptPlanOf(text: string, paramCount: number): Promise<PlanNode[]> {
  const client = await pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare kept as ${text}`);
    const values = paramCount === 0 ? '' : `(${Array.from({ length: paramCount }, () => 'null').join(', ')})`;
    return readNodes((await client.query(`explain (format json) execute kept${values}`)).rows);
  } finally {
    await client.query('deallocate all; reset plan_cache_mode');
    client.release();
  }
}

function readNodes(explained: unknown): PlanNode[] {
  const text = JSON.stringify(explained);
  return [
    ...text.matchAll(/"Node Type":"([^"]+)"(?:(?!"Node Type").)*?(?:"Relation Name":"([^"]+)"|(?="Node Type"|$))/g),
  ].map(([, type = '', on]) => ({ type, on }));
}

async function plansOf(query: (db: Db) => Promise<unknown>): Promise<PlanNode[]> {
  const queries = await recordQueries(query);
  expect(queries.length).toBeGreaterThan(0);
  return (await Promise.all(queries.map(planOf))).flat();
}

const planSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  get Plans() {
    return z.array(planSchema).default([]);
  },
});
type ExecutedPlan = z.infer<typeof planSchema>;
const explainSchema = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) })]);

/** Rows and index entries that an operation reads from tables, whether or not they match. Counted, not estimated. */
async function countRowsRead(operation: (db: Db) => Promise<unknown>): Promise<number> {
  const queries: { text: string; values: unknown[] }[] = [];
  const logger = { logQuery: (text: string, values: unknown[]) => void queries.push({ text, values }) };
  await operation(drizzleOnPool({ client: pool, logger }));
  let read = 0;
  for (const { text, values } of queries) {
    // Transactions and their settings apply to the explained queries as well.
    if (/^(begin|commit|select set_config)/.test(text)) {
      await pool.query(text, values);
      continue;
    }
    const result = await pool.query(`explain (analyze, timing off, format json) ${text}`, values);
    read += rowsReadBy(explainSchema.parse(result.rows)[0]['QUERY PLAN'][0].Plan);
  }
  return read;
}

function countRowsReadByPage(filter: ImportFilter, page: PageRequest): Promise<number> {
  return countRowsRead((db) => listImportPage(asDatabase(db), filter, page));
}

function asDatabase(db: Db): ListDatabase {
  return { db, transaction: (work) => db.transaction(work) };
}

function rowsReadBy(plan: ExecutedPlan): number {
  const isScan = plan['Relation Name'] !== undefined || plan['Index Name'] !== undefined;
  const rows = plan['Actual Rows'] + plan['Rows Removed by Filter'] + plan['Rows Removed by Index Recheck'];
  const below = plan.Plans.reduce((sum, child) => sum + rowsReadBy(child), 0);
  const own = isScan ? rows * plan['Actual Loops'] : 0;
  // An index scan reads a row and its entry as one; a bitmap scan has them in two nodes.
  return plan['Node Type'] === 'Bitmap Heap Scan' ? Math.max(own, below) : own + below;
}

const filledTables = ['imports', 'import_tags', 'observations', 'confirmations', 'import_facts', 'status_periods'];
const scans = (plan: readonly PlanNode[]) =>
  plan.filter(({ type, on }) => type.includes('Seq Scan') && filledTables.includes(on ?? ''));
const types = (plan: readonly PlanNode[]) => plan.map(({ type }) => type);

const dayAgo = new Date(Date.now() - 86_400_000);
const monthAgo = new Date(Date.now() - 30 * 86_400_000);
const filters: Record<string, Partial<ImportFilter>> = {
  nothing: {},
  'a status': { statusKeys: ['Collecting credentials'] },
  'three statuses': { statusKeys: ['Collecting credentials', 'In preparation', 'Held'] },
  'an unused status': { statusKeys: ['Nowhere'] },
  'a tool': { tools: ['Tool 7'] },
  'a family': { families: ['f1'] },
  'a decision': { decisions: ['asked', 'unknown'] },
  'a creator': { creators: ['Agent 4'] },
  'many warnings': { warnings: 'many' },
  'some warnings': { warnings: 'some' },
  gone: { gone: 'only' },
  'including gone': { gone: 'show' },
  stuck: {
    stuckSince: new Map([
      ['Collecting credentials', dayAgo],
      ['In preparation', dayAgo],
      ['Held', dayAgo],
    ]),
  },
  'created in a week': { created: { from: new Date('2026-01-01'), before: new Date('2026-01-08') } },
  'completed in a week': { completed: { from: new Date('2026-01-01'), before: new Date('2026-01-08') } },
  'reached its sample': { reached: 'sample' },
  'free text': { searchTerms: ['user4711'] },
  'free text that matches everything': { searchTerms: ['exam'] },
  'a tag of every import': { tags: ['all'] },
  'a tag of every tenth import': { tags: ['tenth'] },
  'a tag of some imports': { tags: ['some'] },
  'a tag of few imports': { tags: ['few'] },
  'a tag of old imports': { tags: ['old'] },
  'two tags': { tags: ['tenth', 'all'] },
  'an unused tag': { tags: ['nothing'] },
  'a customer': { spellings: ['user7@company7.example'], gone: 'show' },
  'all filters': {
    statusKeys: ['Collecting credentials'],
    tools: ['Tool 7'],
    warnings: 'some',
    searchTerms: ['company12'],
  },
};
const cursors: Record<ImportSort, ImportCursor> = {
  seen: { key: '2026-01-01 00:00:00+00', tieBreaker: '', id: '7' },
  since: { key: '2026-01-01 00:00:00+00', tieBreaker: '', id: '7' },
  created: { key: '2026-01-01 00:00:00+00', tieBreaker: '', id: '7' },
  warnings: { key: '3', tieBreaker: '', id: '7' },
  username: { key: 'false', tieBreaker: 'user5', id: '7' },
};

const uuid = '7a1c0a9e-3d52-4d0b-9a53-0d4a6d0f3b11';
const smallTables: Record<string, (db: Db) => Promise<unknown>> = {
  'history of an import': (db) => readImportHistory(db, 'live', '77'),
  'history of several imports': (db) => readImportHistories(db, 'live', ['77', '78']),
  'imports of a customer': (db) => listCustomerRecords(db, 'live', ['user7@company7.example'], 1_001),
  'requests of a customer without an import': (db) =>
    listCustomerWithoutImport(db, 'live', ['ops@acme.example'], { limit: 100, erasureKeyName: 'erasures' }),
  decisions: (db) => listDecisions(db, 'live', '77'),
  'decided imports': (db) => listDecidedRows(db, 'live', ['accepted'], 100),
  'expired sends': (db) => listExpiredSends(db, 10),
  'due decisions': (db) => listDueDecisions(db, 10),
  'starts without an import': (db) => listStartsWithoutImport(db, 10),
  'summary of the queue': (db) =>
    readQueueSummary(db, 'live', { counted: ['asked', 'accepted'], runsSince: dayAgo, limit: 10 }),
  'decisions of a month': (db) => countMonthDecisions(db, 'live', dayAgo),
  'what decisions depend on': (db) =>
    readSponsorshipContext(db, {
      environment: 'live',
      monthStart: dayAgo,
      customers: { usernames: ['ops@acme.example'], domains: ['@acme.example'] },
    }),
  'open request': (db) => findOpenRequest(db, 'live', '77'),
  attempt: (db) => findAttemptByImport(db, 'live', '77'),
  'claimed ids': (db) => listClaimedIds(db, 'live', ['77', '78']),
  'unsettled attempts': (db) => listUnsettledAttempts(db, 10),
  'lost attempts': (db) => listLostAttempts(db, 'live', 10),
  'open attempts': (db) => hasOpenAttempts(db),
  'open attempts of a customer': (db) => listOpenAttempts(db, 'live', 'ops@acme.example'),
  'attempt of a link': (db) => findAttemptByLink(db, uuid),
  'attempt of a visitor': (db) => findAttemptByVisitor(db, uuid, { username: 'ops@acme.example', tool: 'Tool 7' }),
  'recent tools': (db) => listRecentTools(db, 'live', uuid, 5),
  'a start link': (db) => getStartLink(db, uuid),
  'a link to a page': (db) => readLinkState(db, { importId: '77', linkId: uuid, startLinkId: uuid }),
  'version of a page': (db) => readMigrationVersion(db, '77'),
  'other imports of a customer': (db) =>
    listRelatedImports(db, {
      proof: {
        email: 'user7@company7.example',
        username: 'user7@company7.example',
        visitor: { id: uuid, username: 'user7@company7.example' },
      },
      importId: '77',
      since: dayAgo,
    }),
  'usual durations': (db) =>
    summariseStatusRanges(db, { statusKeys: ['Migration in progress'], tool: 'Tool 7', periods: 500 }),
  'audit by page': (db) => searchAudit(db, {}, { before: 77, limit: 51 }),
  'audit of an action': (db) => searchAudit(db, { action: 'decision.' }, { limit: 51 }),
  'audit search': (db) => searchAudit(db, { q: 'Ada' }, { limit: 51 }),
  'actions in the audit': (db) => listAuditActions(db),
  'open runs': (db) => listOpenBulkRuns(db, 10),
  'decisions of a run': (db) => listBulkDecisions(db, uuid),
  'saved views': (db) => listSavedViews(db, uuid),
  'a session': (db) => findSessionWithStaff(db, uuid),
  'attempts of a visitor': (db) =>
    findFullBucket(db, [{ name: 'start:203.0.113.7', max: 10, windowMs: 86_400_000 }], new Date()),
  'a token of the operator': (db) => findImportByToken(db, 'live', ['f']),
  'the latest redirect': (db) => readLatestEncryptedRedirectUrl(db, 'live'),
};

describe(`with ${rowCount} imports`, () => {
  it('detects a sequential scan, also in a plan that may be kept', async () => {
    expect(scans(await planOf(sql`select count(*) from imports where instance_url = 'x'`))).toHaveLength(1);
    expect(scans(await planOf(sql`select * from imports where instance_url = ${'x'}`))).toHaveLength(2);
  });

  it('counts every row that is read, also those that a filter removes', async () => {
    const read = await countRowsRead((db) => db.execute(sql`select * from imports where instance_url = 'x'`));
    expect(read).toBe(rowCount);
  });

  // Walking along an index until enough rows match is as slow as a sequential scan when few match.
  it('reads a bounded number of rows for every filter, sort and page', async () => {
    const slow: string[] = [];
    for (const [name, filter] of Object.entries(filters)) {
      for (const sort of importSorts) {
        for (const direction of ['desc', 'asc'] as const) {
          for (const after of [undefined, cursors[sort]]) {
            const page = { sort, direction, after, limit: 101 };
            const read = await countRowsReadByPage({ ...all, ...filter }, page);
            if (read > maxReadOf(name)) slow.push(`${name} by ${sort} ${direction}: ${read}`);
          }
        }
      }
    }
    // Here no import of the family has warnings: matches that are many and all far away have to be read and sorted.
    expect(slow.filter((name) => !name.startsWith('a family by warnings'))).toEqual([]);
  });

  // ANALYZE reads a random sample, and the planner estimates from it what an index costs.
  it('reads a bounded number of rows whatever the statistics say', async () => {
    const slow = new Set<string>();
    const some = ['stuck', 'free text', 'free text that matches everything', 'a family', 'some warnings'];
    for (let round = 0; round < 15; round += 1) {
      const target = [1, 3, 10, 100, 1_000][round % 5] ?? 1;
      await pool.query(`set default_statistics_target = ${target}; analyze imports; reset default_statistics_target`);
      for (const name of some) {
        for (const sort of importSorts) {
          for (const direction of ['desc', 'asc'] as const) {
            for (const after of [undefined, cursors[sort]]) {
              const page = { sort, direction, after, limit: 101 };
              const read = await countRowsReadByPage({ ...all, ...filters[name] }, page);
              if (read > maxRead && !(name === 'a family' && sort === 'warnings'))
                slow.add(`${name} by ${sort} ${direction}, statistics ${target}: ${read}`);
            }
          }
        }
      }
    }
    // The tests below measure with ordinary statistics.
    await pool.query('analyze imports');
    expect([...slow]).toEqual([]);
  });

  it('reads a bounded number of rows for every two filters', async () => {
    const slow: string[] = [];
    const named = Object.entries(filters);
    const pairs = named.flatMap(([name, filter], index) =>
      named.slice(index + 1).flatMap(([otherName, other]) => {
        const isPossible = Object.keys(filter).every((key) => !(key in other));
        return isPossible ? [{ name: `${name}, ${otherName}`, filter: { ...all, ...filter, ...other } }] : [];
      }),
    );
    // Many imports have each of them, but here none or only the last have both: all that have the rarer one are read.
    const isDisjoint = (name: string) =>
      /^a family, (some|many) warnings|^a family, .* by warnings|^nothing, a family by warnings|^(a status|three statuses), reached|^reached its sample, /.test(
        name,
      );
    for (const { name, filter } of pairs) {
      for (const sort of importSorts) {
        const page = { sort, direction: 'desc', after: undefined, limit: 101 } as const;
        const read = await countRowsReadByPage(filter, page);
        // With a tag, a row is read, its tags, and the row again to be sorted.
        const most = isDisjoint(`${name} by ${sort}`) ? rowCount * (isByTag(name) ? 3 : 1) : 2 * maxReadOf(name);
        if (read > most) slow.push(`${name} by ${sort}: ${read}`);
      }
    }
    expect(slow).toEqual([]);
  });

  it('reads a bounded number of rows for the overview and the sponsorship page', async () => {
    const operations: Record<string, (db: Db) => Promise<unknown>> = {
      'a year': (db) =>
        readCohort(db, 'live', { from: new Date(Date.now() - 365 * 86_400_000), unit: 'week', maxTools: 8 }),
      durations: (db) =>
        measureStatusDurations(db, 'live', monthAgo, { tools: ['Tool 7'], statusKeys: ['Held'], maxPeriods: 250 }),
      'median decision': (db) => readMedianDecisionS(db, 'live', monthAgo, 500),
      queue: (db) => listQueueRows(db, 'live', ['asked', 'proposed'], 100),
      customer: (db) => listCustomerRecords(db, 'live', ['user7@company7.example', 'USER7@company7.example'], 1_001),
      'histories of a customer': (db) => readImportHistories(db, 'live', ['77', '78', '79']),
      waiting: (db) => countWaiting(db),
    };
    // At most the whole table of days: a row per day and tool, which does not depend on the number of imports.
    const most = { 'a year': 45_000 };
    const read = await Promise.all(
      Object.entries(operations).map(async ([name, operation]) => ({ name, rows: await countRowsRead(operation) })),
    );
    expect(read.filter(({ name, rows }) => rows > (name in most ? most['a year'] : maxRead))).toEqual([]);
  });

  // Entries of these filters are among the oldest, and some of them match nothing.
  it.each([
    {},
    { action: 'policy.changed' },
    { action: 'policy.' },
    { action: 'nothing.' },
    { q: 'Ada' },
    { q: 'r7' },
    { q: 'policy' },
    { q: 'nothing' },
    { environment: 'sandbox' },
    { from: new Date('2020-01-01'), until: new Date('2020-01-08') },
    { q: 'Ada', action: 'policy.', environment: 'sandbox' },
  ])('reads a bounded number of entries of the audit: %o', async (filter) => {
    for (const before of [undefined, (rowCount / 5) * 0.75]) {
      const read = await countRowsRead((db) => searchAudit(db, filter, { before, limit: 51 }));
      expect(read).toBeLessThan(maxRead);
    }
    expect(await countRowsRead((db) => listAuditActions(db))).toBeLessThan(100);
  });

  it('finds old entries of the audit, newest first', async () => {
    const seqs = async (filter: object, before?: number) =>
      (await searchAudit(database.db, filter, { before, limit: 51 })).map(({ seq }) => seq);
    const newest = Array.from({ length: 51 }, (_, index) => 99 - index);
    for (const filter of [{ q: 'Ada' }, { q: 'policy' }, { action: 'policy.' }, { environment: 'sandbox' }]) {
      expect(await seqs(filter)).toEqual(newest);
      expect(await seqs(filter, 49)).toHaveLength(48);
    }
    expect(await seqs({ q: 'r7' })).toEqual([7]);
    expect(await seqs({ q: 'da' })).toEqual([]);
  });

  it('reads few rows when all matches are at the end of the order', async () => {
    const oldest = { searchTerms: [`user${rowCount - 1}`] };
    const page = { sort: 'seen', direction: 'desc', after: undefined, limit: 101 } as const;
    expect(await countRowsReadByPage({ ...all, ...oldest }, page)).toBeLessThan(maxRead);
  });

  it('reads few rows for the warnings seen so far', async () => {
    expect(await countRowsRead((db) => readSeenWarnings(db))).toBeLessThan(rowCount / 5);
  });

  it('reads few rows for the counts and the attention list, however many are stuck', async () => {
    const stuckSince = new Map(['Collecting credentials', 'In preparation', 'Held'].map((key) => [key, dayAgo]));
    const attention = {
      environment: 'live',
      stuckSince,
      unknown: true,
      waitingFor: new Set([uuid]),
      webhooksSince: dayAgo,
      messagesSince: dayAgo,
      mailsBefore: dayAgo,
    } as const;
    expect(await countRowsRead((db) => readImportSummary(db, 'live', stuckSince))).toBeLessThan(maxRead);
    expect((await readImportSummary(database.db, 'live', stuckSince)).stuck).toBe(countCap + 1);
    const page = { sort: 'seen', direction: 'desc', after: undefined, limit: 101 } as const;
    const stuck = await listImportPage(database, { ...all, stuckSince }, page);
    expect(stuck.total).toEqual({ count: countCap, atLeast: true });
    expect(await countRowsRead((db) => readAttention(db, attention))).toBeLessThan(maxRead);
    const limit = { statuses: 200, periods: 1_000 };
    expect(await countRowsRead((db) => summariseStatusDurations(db, 'live', limit))).toBeLessThan(maxRead);
  });

  it('compares all imports with the polls at once to find those without', async () => {
    const find = (db: Db) => listUnscheduledImports(db, '', 500);
    expect(await find(database.db)).toEqual([]);
    expect(types(await plansOf(find))).not.toContain('Nested Loop');
  });

  it('needs no sort step for the unfiltered list', async () => {
    for (const sort of importSorts) {
      for (const direction of ['asc', 'desc'] as const) {
        const plan = await plansOf((db) =>
          listImportPage(
            asDatabase(db),
            { ...all, gone: 'show' },
            { sort, direction, after: cursors[sort], limit: 101 },
          ),
        );
        expect([sort, direction, types(plan).filter((type) => type.includes('Sort'))]).toEqual([sort, direction, []]);
      }
    }
  });

  it('uses indexes for counts, queues and trends', async () => {
    const operations: Record<string, (db: Db) => Promise<unknown>> = {
      'similar usernames': (db) =>
        listUsernamesBySearchTerms(db, 'live', ['company12', 'example'], { whole: true, limit: 300 }),
      queue: (db) => listQueueRows(db, 'live', ['asked', 'proposed'], 500),
      'a row of the queue': (db) => findQueueRow(db, 'live', '77'),
      'unrequested samples': (db) => listUnrequestedSamples(db, 'live', 100),
      waiting: (db) => countWaiting(db),
      cohort: (db) => readCohort(db, 'live', { from: monthAgo, unit: 'day', maxTools: 10 }),
      'durations by tool': (db) =>
        measureStatusDurations(db, 'live', monthAgo, { tools: ['Tool 7'], statusKeys: ['Held'], maxPeriods: 250 }),
      'median decision': (db) => readMedianDecisionS(db, 'live', monthAgo, 500),
      'usernames by prefix': (db) =>
        listUsernamesBySearchTerms(db, 'live', ['use', 'com'], { whole: false, limit: 300 }),
    };
    for (const [name, query] of Object.entries(operations))
      expect([name, scans(await plansOf(query))]).toEqual([name, []]);
  });

  it('uses indexes to read one import and its data', async () => {
    const operations: Record<string, (db: Db) => Promise<unknown>> = {
      row: (db) => getImport(db, 'live', '77'),
      rows: (db) => getImports(db, 'live', ['77', '78', '79']),
      polled: (db) =>
        readPolledImports(db, [
          { kind: 'import', key: '77' },
          { kind: 'username', key: 'user7@company7.example' },
        ]),
      history: (db) => readImportHistory(db, 'live', '77'),
      points: (db) => listPoints(db, 'live', ['77']),
      facts: (db) => listImportFacts(db, 'live', ['77']),
      raw: (db) => listEncryptedResponses(db, 'live', '77', 10),
      ids: (db) => listObservedIds(db, 'live', '77', 200),
    };
    for (const [name, query] of Object.entries(operations))
      expect([name, scans(await plansOf(query))]).toEqual([name, []]);
  });

  it.each(Object.entries(smallTables))('has an index for a table that is still small: %s', async (_, operation) => {
    const queries = await recordQueries(operation);
    expect(queries.length).toBeGreaterThan(0);
    // The planner scans small tables sequentially; with that disabled it shows whether an index exists.
    for (const query of queries) {
      const plan = await database.transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`);
        return JSON.stringify(await tx.execute(sql`explain (format json) ${query}`));
      });
      // Its rows are merged, so that it stays small.
      const counts = /"Seq Scan"[^{}]*"Relation Name":"import_counts"/g;
      expect([/Index/.test(plan), /Seq Scan/.test(plan.replaceAll(counts, ''))], plan).toEqual([true, false]);
    }
  });
});
