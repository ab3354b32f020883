import { sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importSorts } from '../contract/imports';
import { listAuditActions, searchAudit } from './events/audit';
import { listBulkDecisions, listOpenBulkRuns } from './sponsorship/bulk-runs';
import {
  findAttemptByImport,
  findAttemptByLink,
  findAttemptByVisitor,
  listClaimedIds,
  listLostAttempts,
  listOpenAttempts,
  listRecentTools,
  listUnsettledAttempts,
} from './imports/creation-attempts';
import type { Database, Db } from './database/database';
import {
  countMonthDecisions,
  listDecisions,
  listDueDecisions,
  listStartsWithoutImport,
  listExpiredSends,
} from './sponsorship/decisions';
import { listDeliveries } from './events/deliveries';
import { findOpenRequest } from './sponsorship/full-requests';
import { listImportFacts } from './imports/import-facts';
import {
  countByDecision,
  countImports,
  listDistinct,
  listImportPage,
  listUsernamesBySearchTerms,
  type ImportFilter,
  type ImportCursor,
  type ImportSort,
} from './imports/import-list';
import { findImportByToken, readLatestEncryptedRedirectUrl } from './imports/import-secrets';
import { getImport, getImports } from './imports/imports';
import {
  countFlow,
  countFailingDeliveries,
  countFunnel,
  countTools,
  readImportsWithManyWarnings,
  readStuckImports,
  readWaitingImports,
  measureStatusDurations,
  readMedianDecisionS,
} from './imports/insights';
import { readImportHistory } from './imports/import-history';
import { readQueueSummary } from './sponsorship/queue-summary';
import { readSponsorshipContext } from './sponsorship/sponsorship-context';
import { listObservedIds, listPoints, listEncryptedResponses } from './imports/observations';
import { listSavedViews } from './staff/saved-views';
import { findSessionWithStaff } from './staff/sessions';
import {
  countWaiting,
  findQueueRow,
  listDecidedRows,
  listQueueRows,
  listUnrequestedSamples,
} from './sponsorship/sponsorship-queue';
import { getStartLink } from './imports/start-links';
import { summariseStatusDurations } from './imports/status-periods';
import { fillImports } from './testing/fill-imports';
import { openTestPostgresDatabase } from './testing/open-test-database';
import { findFullBucket } from './staff/throttle';

/** What a partner has after some years. A sequential scan would be too slow on a million rows. */
const rowCount = 100_000;

let database: Database;

beforeAll(async () => {
  database = await openTestPostgresDatabase();
  await fill(database.db);
}, 120_000);
afterAll(async () => {
  await database?.close();
});

async function fill(db: Db): Promise<void> {
  await fillImports(db, rowCount);
  await fillRest(db);
  for (const table of ['observations', 'confirmations', 'import_facts', 'status_periods']) {
    await db.execute(sql.raw(`vacuum (analyze) ${table}`));
  }
}

/** Enough rows that the planner prefers an index. */
async function fillRest(db: Db): Promise<void> {
  const smallerCount = rowCount / 5;
  await db.execute(sql`
    insert into observations (environment, import_id, source, status, asked_at, seen_at, facts, reported, fingerprint)
    select 'live', n::text, 'watcher', 'In preparation', now(), now(), '{}', '{}', 'f' from generate_series(1, ${smallerCount}) n`);
  await db.execute(sql`
    insert into confirmations (environment, import_id, fingerprint, source, gone, asked_at, seen_at, reported)
    select 'live', n::text, 'f', 'watcher', false, now(), now(), '{}' from generate_series(1, ${smallerCount}) n`);
  await db.execute(sql`
    insert into import_facts (environment, import_id, field, value, source, at)
    select 'live', n::text, 'username', 'x', 'lookup', now() from generate_series(1, ${smallerCount}) n`);
  await db.execute(sql`
    insert into status_periods (environment, import_id, fingerprint, status_key, duration_s, ended_at)
    select 'live', n::text, 'f', 'Status ' || n % 5, n % 9999, now() - n * interval '1 minute'
    from generate_series(1, ${smallerCount}) n`);
}

/** Records the SQL of an operation without running it. */
async function queriesOf(query: (db: Db) => Promise<unknown>): Promise<SQL[]> {
  const queries: SQL[] = [];
  const recorder = drizzle(async (text, params) => {
    const chunks = text
      .split(/\$(\d+)/)
      .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql.param(params[Number(part) - 1])));
    queries.push(sql.join(chunks));
    return { rows: [] };
  });
  // The operation may fail on the empty result; its queries are recorded by then.
  await query(recorder).catch(() => undefined);
  return queries;
}

interface PlanNode {
  type: string;
  on: string | undefined;
}

async function planOf(query: SQL): Promise<PlanNode[]> {
  const result: unknown = await database.db.execute(sql`explain (format json) ${query}`);
  const text = JSON.stringify(result);
  return [
    ...text.matchAll(/"Node Type":"([^"]+)"(?:(?!"Node Type").)*?(?:"Relation Name":"([^"]+)"|(?="Node Type"|$))/g),
  ].map(([, type = '', on]) => ({ type, on }));
}

async function plansOf(query: (db: Db) => Promise<unknown>): Promise<PlanNode[]> {
  const queries = await queriesOf(query);
  expect(queries.length).toBeGreaterThan(0);
  return (await Promise.all(queries.map(planOf))).flat();
}

const scans = (plan: readonly PlanNode[]) => plan.filter(({ type }) => type.includes('Seq Scan'));
const types = (plan: readonly PlanNode[]) => plan.map(({ type }) => type);

const all: ImportFilter = {
  environment: 'live',
  statusKeys: [],
  tools: [],
  families: [],
  decisions: [],
  creators: [],
  warnings: 'any',
  gone: 'hide',
  stuckSince: undefined,
  searchTerms: [],
};
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
  'claimed ids': (db) => listClaimedIds(db, 'live', 'ops@acme.example'),
  'unsettled attempts': (db) => listUnsettledAttempts(db, 10),
  'lost attempts': (db) => listLostAttempts(db, 'live', 10),
  'open attempts of a customer': (db) => listOpenAttempts(db, 'live', 'ops@acme.example'),
  'attempt of a link': (db) => findAttemptByLink(db, uuid),
  'attempt of a visitor': (db) => findAttemptByVisitor(db, uuid, { username: 'ops@acme.example', tool: 'Tool 7' }),
  'recent tools': (db) => listRecentTools(db, 'live', uuid, 5),
  'a start link': (db) => getStartLink(db, uuid),
  deliveries: (db) => listDeliveries(db, { verdicts: [], limit: 51 }),
  'deliveries of a verdict': (db) =>
    listDeliveries(db, { verdicts: ['verified'], before: { receivedAt: dayAgo, id: uuid }, limit: 51 }),
  'deliveries of an import': (db) => listDeliveries(db, { verdicts: [], importId: '77', limit: 51 }),
  'failing deliveries': (db) => countFailingDeliveries(db, dayAgo),
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
  it('detects a sequential scan', async () => {
    expect(scans(await planOf(sql`select * from imports where instance_url = 'x'`))).toHaveLength(1);
  });

  it('uses an index for every filter, sort and page', { timeout: 120_000 }, async () => {
    const slow: string[] = [];
    for (const [name, filter] of Object.entries(filters)) {
      for (const sort of importSorts) {
        for (const direction of ['asc', 'desc'] as const) {
          for (const after of [undefined, cursors[sort]]) {
            const page = { sort, direction, after, limit: 101 };
            const plan = await plansOf((db) => listImportPage(db, { ...all, ...filter }, page));
            if (scans(plan).length > 0) slow.push(`${name} by ${sort} ${direction}: ${types(plan).join(', ')}`);
          }
        }
      }
    }
    expect(slow).toEqual([]);
  });

  it('needs no sort step for the unfiltered list', async () => {
    for (const sort of importSorts) {
      for (const direction of ['asc', 'desc'] as const) {
        const plan = await plansOf((db) =>
          listImportPage(db, all, { sort, direction, after: cursors[sort], limit: 101 }),
        );
        expect([sort, direction, types(plan).filter((type) => type.includes('Sort'))]).toEqual([sort, direction, []]);
      }
    }
  });

  it('uses indexes for counts and filter options', async () => {
    const operations: Record<string, (db: Db) => Promise<unknown>> = {
      'by decision': (db) => countByDecision(db, 'live', ['asked', 'proposed', 'sending', 'unknown']),
      stuck: (db) => countImports(db, { ...all, ...filters['stuck'] }),
      'many warnings': (db) => countImports(db, { ...all, warnings: 'many' }),
      tools: (db) => listDistinct(db, 'live', 'tool', 200),
      families: (db) => listDistinct(db, 'live', 'family', 200),
      creators: (db) => listDistinct(db, 'live', 'createdBy', 200),
      statuses: (db) => listDistinct(db, 'live', 'statusKey', 200),
      durations: (db) => summariseStatusDurations(db, 'live', 'Status 1', 1000),
      'similar usernames': (db) =>
        listUsernamesBySearchTerms(db, 'live', ['company12', 'example'], { whole: true, limit: 300 }),
      queue: (db) => listQueueRows(db, 'live', ['asked', 'proposed'], 500),
      'a row of the queue': (db) => findQueueRow(db, 'live', '77'),
      'unrequested samples': (db) => listUnrequestedSamples(db, 'live', 100),
      waiting: (db) => countWaiting(db),
      'started and completed': (db) => countFlow(db, 'live', monthAgo, 'day'),
      funnel: (db) => countFunnel(db, 'live', monthAgo),
      'recent tools': (db) => countTools(db, 'live', monthAgo, 10),
      'durations by tool': (db) =>
        measureStatusDurations(db, 'live', monthAgo, { tools: ['Tool 7'], statusKeys: ['Status 1'] }),
      'waiting imports': (db) => readWaitingImports(db, 'live'),
      'stuck imports': (db) => readStuckImports(db, 'live', 'Held', dayAgo),
      'imports with many warnings': (db) => readImportsWithManyWarnings(db, 'live', 100),
      'median decision': (db) => readMedianDecisionS(db, 'live', monthAgo),
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
    // The planner scans small tables sequentially; with that disabled it shows whether an index exists.
    for (const query of await queriesOf(operation)) {
      const plan = await database.transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`);
        return JSON.stringify(await tx.execute(sql`explain (format json) ${query}`));
      });
      expect([/Index/.test(plan), /Seq Scan/.test(plan)], plan).toEqual([true, false]);
    }
  });
});
