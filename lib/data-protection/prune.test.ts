import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { defaultRetention, type Retention } from '../contract/data-protection';
import { createCipher, generateKey } from '../core/cipher';
import { createManualClock } from '../core/testing/manual-clock';
import { observeAll, type Observer } from '../imports/observations/observe';
import { rebuild } from '../imports/observations/rebuild';
import type { Database } from '../store/database/database';
import { searchAudit } from '../store/events/audit';
import { countFacets, listImportCounts } from '../store/testing/list-import-counts';
import { audit } from '../store/schema/audit';
import { creationAttempts } from '../store/schema/creation-attempts';
import { importCounts, imports, importFacts, observations, statusPeriods } from '../store/schema/imports';
import { pollUnits } from '../store/schema/polling';
import {
  customerContacts,
  notificationItems,
  outboxAttempts,
  outboxEvents,
  outboxMessages,
} from '../store/schema/outbox';
import { bulkLookups } from '../store/schema/service-calls';
import { bulkRuns, decisions, decisionSteps, fullRequests } from '../store/schema/sponsorship';
import { customerLinks, startLinks, toolRequests } from '../store/schema/start-links';
import { appSettings, erasures } from '../store/schema/system';
import { deliveries } from '../store/schema/webhooks';
import { openTestDatabase } from '../store/testing/open-test-database';
import { insertAppSetting } from '../store/staff/app-settings';
import { findLastSuccessor } from '../store/imports/creation-attempts';
import { insertDecision } from '../store/sponsorship/decisions';
import { prune, pruneBatchSize } from './prune';
import { previewRetention, readRetention, saveRetention } from './retention';
import { ada, openDataProtection } from './testing/open-data-protection';

const dayMs = 86_400_000;
const start = new Date('2026-11-12T09:00:00Z');
const clock = createManualClock(start);
const cipher = createCipher([generateKey()]);

let database: Database;
let observer: Observer;
let deps: ReturnType<typeof openDataProtection>;
beforeAll(async () => {
  database = await openTestDatabase();
  observer = { database, cipher };
  deps = openDataProtection({ database, cipher, clock });
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyTables();
});

async function emptyTables(): Promise<void> {
  await database.db.execute(
    sql`select landfall_maintain('delete_observed', jsonb_build_object('environment', 'live', 'ids',
      coalesce((select jsonb_agg(distinct import_id) from observations), '[]'::jsonb)))`,
  );
  for (const table of [
    imports,
    pollUnits,
    statusPeriods,
    deliveries,
    startLinks,
    customerLinks,
    creationAttempts,
    toolRequests,
    bulkLookups,
    bulkRuns,
    fullRequests,
    erasures,
    outboxMessages,
    notificationItems,
    customerContacts,
    appSettings,
    importCounts,
  ]) {
    await database.db.delete(table);
  }
}

const daysAgo = (days: number) => new Date(start.getTime() - days * dayMs);

let version = 0;
async function setRetention(change: Partial<Retention>): Promise<void> {
  const forEver: Retention = {
    rawDays: null,
    deliveryDays: null,
    linkDays: null,
    attemptDays: null,
    importDays: null,
    messageDays: null,
  };
  await insertAppSetting(database.db, {
    key: 'retention',
    version: ++version,
    value: { ...forEver, ...change },
    by: 'test',
    at: start,
  });
}

async function placeImport(id: string, status: string, ageDays: number, username = `${id}@x.example`): Promise<void> {
  await observeAll(observer, [
    {
      environment: 'live',
      importId: id,
      source: 'lookup',
      status,
      seenAt: daysAgo(ageDays),
      about: { username },
      raw: JSON.stringify({ id, status }),
    },
  ]);
}

const auditCount = async () => (await database.db.select().from(audit).where(eq(audit.action, 'data.pruned'))).length;

const delivery = (ageDays: number, applied: boolean) => ({
  id: randomUUID(),
  receivedAt: daysAgo(ageDays),
  contentHash: randomUUID(),
  bodyEncrypted: Buffer.from('x'),
  bodyBytes: 1,
  headers: {},
  verdict: 'verified' as const,
  reason: '',
  lastReceivedAt: daysAgo(ageDays),
  appliedAt: applied ? daysAgo(ageDays) : null,
  address: '',
});

const startLink = (endedDaysAgo: number, importId: string | null = null) => ({
  id: randomUUID(),
  username: 'l@x.example',
  expiresAt: daysAgo(endedDaysAgo),
  importId,
  createdBy: 'test',
  createdAt: daysAgo(endedDaysAgo + 1),
});

const attempt = (ageDays: number, state: 'created' | 'unknown' | 'abandoned', linkId: string | null = null) => ({
  id: randomUUID(),
  environment: 'live' as const,
  username: 'a@x.example',
  tool: 'Zendesk',
  state,
  by: 'test',
  linkId,
  createdAt: daysAgo(ageDays),
});

const toolRequest = (ageDays: number) => ({
  id: randomUUID(),
  tool: 'Trello',
  email: 'a@x.example',
  language: 'en',
  at: daysAgo(ageDays),
});

const bulkLookup = (ageDays: number) => ({
  runId: randomUUID(),
  position: 0,
  environment: 'live' as const,
  username: 'a@x.example',
  state: 'done' as const,
  by: 'test',
  staffId: randomUUID(),
  createdAt: daysAgo(ageDays),
});

const bulkRun = (finishedDaysAgo: number | null, importIds: readonly string[] = ['a']) => ({
  id: randomUUID(),
  environment: 'live' as const,
  kind: 'accept',
  by: 'test',
  at: daysAgo(finishedDaysAgo ?? 500),
  finishedAt: finishedDaysAgo === null ? null : daysAgo(finishedDaysAgo),
  items: importIds.map((importId) => ({
    importId,
    username: `${importId}@x.example`,
    state: 'blocked',
    says: importId,
  })),
});

const fullRequest = (closedDaysAgo: number | null, importId: string | null = null) => ({
  id: randomUUID(),
  environment: 'live' as const,
  importId,
  source: 'operator_page' as const,
  verified: false,
  username: 'a@x.example',
  by: 'customer',
  requestedAt: daysAgo(500),
  closedAt: closedDaysAgo === null ? null : daysAgo(closedDaysAgo),
});

const message = (
  ageDays: number,
  of: Partial<typeof outboxMessages.$inferInsert> = {},
): typeof outboxMessages.$inferInsert => ({
  id: randomUUID(),
  key: randomUUID(),
  audience: 'staff',
  channel: 'email',
  event: 'digest',
  recipient: 'team@partner.example',
  contentEncrypted: Buffer.from('x'),
  state: 'sent',
  createdAt: daysAgo(ageDays),
  ...of,
});

const item = (ageDays: number, importId: string | null = null) => ({
  rule: randomUUID(),
  kind: 'request_waiting',
  environment: 'live' as const,
  importId,
  data: {},
  at: daysAgo(ageDays),
  dueAt: daysAgo(ageDays),
});

test('deletes everything older than its limit and nothing younger', async () => {
  const ages = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 12 });
  const limit = fc.option(fc.integer({ min: 1, max: 400 }));
  const generated = fc.record({
    limits: fc.record({
      rawDays: limit,
      deliveryDays: limit,
      linkDays: limit,
      attemptDays: limit,
      importDays: limit,
      messageDays: limit,
    }),
    finished: ages,
    moving: ages,
    deliveries: ages,
    links: ages,
    attempts: ages,
    messages: ages,
  });
  await fc.assert(
    fc.asyncProperty(generated, async (given) => {
      await emptyTables();
      await setRetention(given.limits);
      for (const [index, age] of given.finished.entries()) await placeImport(`f${index}`, 'Migration completed', age);
      for (const [index, age] of given.moving.entries()) await placeImport(`m${index}`, 'Migration in progress', age);
      if (given.deliveries.length > 0) {
        await database.db.insert(deliveries).values(given.deliveries.map((age) => delivery(age, true)));
      }
      if (given.links.length > 0) {
        await database.db.insert(startLinks).values(given.links.map((age) => startLink(age)));
        await database.db.insert(customerLinks).values(
          given.links.map((age) => ({
            id: randomUUID(),
            environment: 'live' as const,
            importId: 'm0',
            kind: 'migration' as const,
            createdBy: 'test',
            createdAt: daysAgo(age + 1),
            expiresAt: daysAgo(age),
          })),
        );
      }
      if (given.attempts.length > 0) {
        await database.db.insert(creationAttempts).values(given.attempts.map((age) => attempt(age, 'created')));
        await database.db.insert(toolRequests).values(given.attempts.map((age) => toolRequest(age)));
        await database.db.insert(bulkLookups).values(given.attempts.map((age) => bulkLookup(age)));
        await database.db.insert(bulkRuns).values(given.attempts.map((age) => bulkRun(age)));
        await database.db.insert(fullRequests).values(given.attempts.map((age) => fullRequest(age)));
      }
      if (given.messages.length > 0) {
        await database.db.insert(outboxMessages).values(given.messages.map((age) => message(age)));
        await database.db.insert(notificationItems).values(given.messages.map((age) => item(age)));
      }
      const announced = await previewRetention(deps, given.limits);
      const pruned = await prune(deps);
      const { rawDays, deliveryDays, linkDays, attemptDays, importDays, messageDays } = given.limits;
      const kept = (all: readonly number[], days: number | null) => all.filter((age) => days === null || age <= days);
      const keptFinished = kept(given.finished, importDays);
      const rows = {
        imports: await database.db.$count(imports),
        raw: await database.db.$count(observations, sql`raw_encrypted is not null`),
        observations: await database.db.$count(observations),
        deliveries: await database.db.$count(deliveries),
        startLinks: await database.db.$count(startLinks),
        customerLinks: await database.db.$count(customerLinks),
        attempts: await database.db.$count(creationAttempts),
        toolRequests: await database.db.$count(toolRequests),
        bulkLookups: await database.db.$count(bulkLookups),
        bulkRuns: await database.db.$count(bulkRuns),
        requests: await database.db.$count(fullRequests),
        messages: await database.db.$count(outboxMessages),
        items: await database.db.$count(notificationItems),
      };
      expect(rows).toEqual({
        imports: keptFinished.length + given.moving.length,
        raw: kept([...keptFinished, ...given.moving], rawDays).length,
        observations: keptFinished.length + given.moving.length,
        deliveries: kept(given.deliveries, deliveryDays).length,
        startLinks: kept(given.links, linkDays).length,
        customerLinks: kept(given.links, linkDays).length,
        attempts: kept(given.attempts, attemptDays).length,
        toolRequests: kept(given.attempts, attemptDays).length,
        bulkLookups: kept(given.attempts, attemptDays).length,
        bulkRuns: kept(given.attempts, attemptDays).length,
        requests: kept(given.attempts, attemptDays).length,
        messages: kept(given.messages, messageDays).length,
        items: kept(given.messages, messageDays).length,
      });
      expect({ ...pruned, rawAnswers: 0 }).toEqual({ ...announced, rawAnswers: 0 });
      await expectConsistent();
    }),
    { numRuns: inject('fullSize') ? 50 : 2 },
  );
});

/** Nothing refers to an import that is gone, the counts are right, and a rebuild changes nothing. */
async function expectConsistent(): Promise<void> {
  const { db } = database;
  for (const table of [observations, importFacts, statusPeriods]) {
    expect(await db.$count(table, sql`not exists (select 1 from imports where imports.id = ${table.importId})`)).toBe(
      0,
    );
  }
  expect(await listImportCounts(db, 'live')).toEqual(await countFacets(db, 'live'));
  const before = await db.select().from(imports);
  expect((await rebuild(database)).repaired).toBe(0);
  expect(await db.select().from(imports)).toHaveLength(before.length);
}

describe('finished imports', () => {
  test('with an open request or decision, or a recent note, are kept', async () => {
    for (const id of ['requested', 'decided', 'noted', 'free']) await placeImport(id, 'Migration completed', 500);
    await database.db.insert(fullRequests).values(fullRequest(null, 'requested'));
    await database.transaction((tx) =>
      insertDecision(
        tx,
        {
          id: randomUUID(),
          environment: 'live',
          importId: 'decided',
          kind: 'accept',
          state: 'unknown',
          proposedBy: 'test',
          proposedAt: daysAgo(400),
          policyVersion: 1,
          createdAt: daysAgo(400),
        },
        { by: 'test', explanation: '' },
      ),
    );
    await database.db.execute(
      sql`insert into notes (id, environment, import_id, text, staff_id, by, at)
        values (${randomUUID()}, 'live', 'noted', 'recent', ${randomUUID()}, 'test', ${daysAgo(10).toISOString()})`,
    );
    await setRetention({ importDays: 100 });
    await prune(deps);
    const kept = await database.db.select({ id: imports.id }).from(imports).orderBy(imports.id);
    expect(kept.map(({ id }) => id)).toEqual(['decided', 'noted', 'requested']);
  });

  test('are deleted in a fifth of the time, so that people do not notice', async () => {
    for (let n = 0; n < 45; n++) await placeImport(`old${n}`, 'Migration completed', 500);
    await setRetention({ importDays: 100 });
    const slow = createManualClock(start);
    const rests: number[] = [];
    const resting = { ...slow, sleep: async (ms: number) => void rests.push(ms) };
    const transaction: Database['transaction'] = async (work) => {
      const result = await database.transaction(work);
      await slow.advance(100);
      return result;
    };
    await prune({ ...deps, clock: resting, database: { ...database, transaction } });
    expect(await database.db.$count(imports)).toBe(0);
    // After each full batch of 20, which took 100 ms.
    expect(rests).toEqual([400, 400]);
  });

  test('leave their decisions for the budget, without name and text', async () => {
    await placeImport('paid', 'Migration completed', 500);
    const id = randomUUID();
    await database.transaction((tx) =>
      insertDecision(
        tx,
        {
          id,
          environment: 'live',
          importId: 'paid',
          kind: 'accept',
          state: 'confirmed',
          username: 'paid@x.example',
          reason: 'paid@x.example asked',
          proposedBy: 'Amira',
          proposedAt: daysAgo(480),
          approvedAt: daysAgo(480),
          policyVersion: 1,
          createdAt: daysAgo(480),
        },
        { by: 'Amira', explanation: 'for paid@x.example' },
      ),
    );
    await setRetention({ importDays: 100 });
    await prune(deps);
    const [row] = await database.db.select().from(decisions).where(eq(decisions.id, id));
    expect(row).toMatchObject({ state: 'confirmed', proposedBy: 'Amira', username: null, reason: '' });
    expect(row?.approvedAt).toEqual(daysAgo(480));
  });

  test('leave the bulk decisions that listed them, without their names', async () => {
    await placeImport('old', 'Migration completed', 500);
    const run = bulkRun(50, ['old', 'other']);
    await database.db.insert(bulkRuns).values([run, { ...run, id: randomUUID(), environment: 'sandbox' }]);
    await setRetention({ importDays: 100, attemptDays: 100 });
    await prune(deps);
    const [live, sandbox] = await database.db.select().from(bulkRuns).orderBy(bulkRuns.environment);
    const [old, other] = run.items;
    expect(live?.items).toEqual([{ ...old, username: null, says: '' }, other]);
    expect(sandbox?.items).toEqual(run.items);
  });

  test('are not stored again by polls, but by a lookup and when they move again', async () => {
    const poll = (id: string, status: string, source: 'watcher' | 'lookup') =>
      observeAll(observer, [
        { environment: 'live', importId: id, source, status, seenAt: start, about: { username: 'p@x.example' } },
      ]);
    for (const id of ['p1', 'p2', 'p3']) await placeImport(id, 'Migration completed', 500, 'p@x.example');
    await database.db.insert(pollUnits).values([
      { kind: 'username', key: 'p@x.example', nextPollAt: start, rate: 1 },
      { kind: 'import', key: 'p1', nextPollAt: start, rate: 1 },
    ]);
    await setRetention({ importDays: 100 });
    await prune(deps);
    expect(await database.db.$count(pollUnits)).toBe(0);
    expect(await poll('p1', 'Migration completed', 'watcher')).toEqual([]);
    expect(await poll('p2', 'Undo in progress', 'watcher')).toMatchObject([{ importId: 'p2', isNew: true }]);
    expect(await poll('p3', 'Migration completed', 'lookup')).toMatchObject([{ importId: 'p3', isNew: true }]);
    expect(await poll('p3', 'Migration completed', 'watcher')).toHaveLength(1);
    // The list of a customer contains it as long as the service does.
    const listed = { environment: 'live', source: 'watcher', status: 'Migration completed', seenAt: start } as const;
    await observeAll(observer, [
      { ...listed, importId: 'p1', raw: 'list' },
      { ...listed, importId: 'p4', raw: 'list' },
    ]);
    const [p4] = await database.db.select().from(observations).where(eq(observations.importId, 'p4'));
    expect(p4?.rawEncrypted).not.toBeNull();
    expect(await prune(deps)).toMatchObject({ imports: 0 });
  });

  test('are not stored by a poll that began while they were deleted', async () => {
    await placeImport('raced', 'Migration completed', 500);
    await setRetention({ importDays: 100 });
    const [deleted, released] = [createSignal(), createSignal()];
    const transaction: Database['transaction'] = (work) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        deleted.send();
        await released.sent;
        return result;
      });
    const pruning = prune({ ...deps, database: { ...database, db: database.db, transaction } });
    await deleted.sent;
    const polling = observeAll(observer, [
      { environment: 'live', importId: 'raced', source: 'watcher', status: 'Migration completed', seenAt: start },
    ]);
    // PGlite runs one transaction at a time.
    if (database.engine === 'postgres') {
      const waiting = sql`select 1 from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database())`;
      await vi.waitFor(async () => {
        const rows = await database.db.select({ one: sql`1` }).from(sql`(${waiting}) as waiting`);
        expect(rows).toHaveLength(1);
      });
    }
    released.send();
    expect(await pruning).toMatchObject({ imports: 1 });
    expect(await polling).toEqual([]);
    expect(await database.db.$count(imports)).toBe(0);
  });

  test.skipIf(inject('testEngine') === 'pglite')('are deleted without waiting for the counts of others', async () => {
    await placeImport('old', 'Migration completed', 500);
    const paused = { environment: 'live', facet: 'status', value: 'paused', gone: false } as const;
    const [held] = await database.db
      .insert(importCounts)
      .values([
        { ...paused, count: 1 },
        { ...paused, count: -1 },
      ])
      .returning({ id: importCounts.id });
    await setRetention({ importDays: 100 });
    const [changed, released] = [createSignal(), createSignal()];
    const other = database.transaction(async (tx) => {
      await tx.delete(importCounts).where(eq(importCounts.id, held?.id ?? 0));
      changed.send();
      await released.sent;
    });
    await changed.sent;
    expect(await prune(deps)).toMatchObject({ imports: 1 });
    released.send();
    await other;
    expect(await database.db.$count(importCounts)).toBe(1);
  });
});

function createSignal(): { send: () => void; sent: Promise<void> } {
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  return { send: () => send(), sent };
}

test('records in the audit what it deleted before it failed', async () => {
  await placeImport('old', 'Migration completed', 500);
  await database.db.insert(deliveries).values(delivery(300, true));
  await setRetention({ importDays: 100, deliveryDays: 90, attemptDays: 90 });
  let left = 2;
  const transaction: Database['transaction'] = (work) => {
    left -= 1;
    return left === -1 ? Promise.reject(new Error('no connection')) : database.transaction(work);
  };
  const failing = prune({ ...deps, database: { ...database, db: database.db, transaction } });
  await expect(failing).rejects.toThrow('no connection');
  const entries = await searchAudit(database.db, { action: 'data.pruned' }, { limit: 2 });
  expect(entries.map(({ after }) => after)).toEqual([
    { deliveries: 1, rawAnswers: 0, links: 0, attempts: 0, messages: 0 },
    { imports: 1 },
  ]);
});

test('keeps a used link while it still opens its migration, and the attempt of a link that works', async () => {
  const used = startLink(150, 'some-import');
  await database.db.insert(startLinks).values([used, startLink(150)]);
  await database.db
    .insert(creationAttempts)
    .values([attempt(300, 'created', used.id), attempt(300, 'unknown'), attempt(300, 'created', randomUUID())]);
  await setRetention({ linkDays: 90, attemptDays: 200 });
  expect(await prune(deps)).toMatchObject({ links: 1, attempts: 1 });
  expect(await database.db.select({ id: startLinks.id }).from(startLinks)).toEqual([{ id: used.id }]);
});

test('keeps a revoked link as long as an import that was started with it, because its holder may have entered an address', async () => {
  await placeImport('stored', 'Migration in progress', 600);
  const revoked = { ...startLink(600, 'stored'), revokedAt: daysAgo(600) };
  const ended = startLink(600, 'stored');
  const unused = { ...startLink(600), revokedAt: daysAgo(600) };
  const deleted = { ...startLink(600, 'deleted'), revokedAt: daysAgo(600) };
  await database.db.insert(startLinks).values([revoked, ended, unused, deleted]);
  await database.db.insert(creationAttempts).values([
    { ...attempt(600, 'created', revoked.id), importId: 'stored' },
    { ...attempt(600, 'created', ended.id), importId: 'stored' },
    { ...attempt(600, 'created', deleted.id), importId: 'deleted' },
  ]);
  await setRetention({ linkDays: 90 });
  expect(await prune(deps)).toMatchObject({ links: 3 });
  expect(await database.db.select({ id: startLinks.id }).from(startLinks)).toEqual([{ id: revoked.id }]);
});

test('keeps the attempts of an import that is stored, and those that lead to its replacement', async () => {
  const [first, lost, last] = [attempt(300, 'abandoned'), attempt(300, 'abandoned'), attempt(300, 'created')];
  await placeImport('old', 'Migration completed', 300);
  await placeImport('new', 'Migration in progress', 300);
  await database.db.insert(creationAttempts).values([
    { ...first, importId: 'old', replacedBy: lost.id },
    { ...lost, replacedBy: last.id },
    { ...last, importId: 'new' },
    { ...attempt(300, 'created'), importId: 'deleted' },
  ]);
  await setRetention({ attemptDays: 200 });
  expect(await prune(deps)).toMatchObject({ attempts: 1 });
  expect(await findLastSuccessor(database.db, 'live', 'old')).toBe('new');
});

test('keeps requests and bulk decisions that are open, and requests of an import that is stored', async () => {
  await placeImport('a', 'Migration completed', 300);
  const kept = [fullRequest(null), fullRequest(300, 'a')];
  await database.db.insert(fullRequests).values([...kept, fullRequest(300, 'deleted')]);
  await database.db.insert(bulkRuns).values(bulkRun(null));
  await setRetention({ attemptDays: 200 });
  expect(await prune(deps)).toMatchObject({ attempts: 1 });
  const left = await database.db.select({ id: fullRequests.id }).from(fullRequests);
  expect(left.sort(byId)).toEqual(kept.map(({ id }) => ({ id })).sort(byId));
});

test('clears the decision to start a full migration that led to no import, once it is settled', async () => {
  const lost = attempt(300, 'unknown');
  await database.db.insert(creationAttempts).values(lost);
  const place = async (state: 'refused' | 'unknown', attemptId: string) => {
    const id = randomUUID();
    const row = {
      ...({ id, environment: 'live', kind: 'start_full', state, attemptId, username: 's@x.example' } as const),
      ...{ reason: 's@x.example asked', proposedBy: 'Amira', proposedAt: daysAgo(300), createdAt: daysAgo(300) },
      policyVersion: 1,
    };
    await database.transaction((tx) => insertDecision(tx, row, { by: 'Amira', explanation: 'for s@x.example' }));
    return id;
  };
  const settled = await place('refused', randomUUID());
  const open = [await place('unknown', randomUUID()), await place('refused', lost.id)];
  await setRetention({ attemptDays: 200 });
  expect(await previewRetention(deps, { ...defaultRetention, attemptDays: 200 })).toMatchObject({ attempts: 1 });
  expect(await prune(deps)).toMatchObject({ attempts: 1 });
  expect(await prune(deps)).toMatchObject({ attempts: 0 });
  const read = (id: string) => database.db.select().from(decisions).where(eq(decisions.id, id));
  expect(await read(settled)).toMatchObject([{ state: 'refused', proposedBy: 'Amira', username: null, reason: '' }]);
  for (const id of open) expect(await read(id)).toMatchObject([{ username: 's@x.example' }]);
  const steps = await database.db.select().from(decisionSteps).where(eq(decisionSteps.decisionId, settled));
  expect(steps).toMatchObject([{ explanation: '' }]);
});

describe('messages', () => {
  const ofImport = { audience: 'customer', environment: 'live', importId: 'a', event: 'started' } as const;
  const store = async (rows: (typeof outboxMessages.$inferInsert)[]) => {
    await database.db.insert(outboxMessages).values(rows);
    await database.db
      .insert(outboxAttempts)
      .values(rows.map(({ id, createdAt: at }) => ({ messageId: id, at, outcome: 'sent' as const, durationMs: 1 })));
  };
  const listStored = async () => {
    const rows = await database.db.select().from(outboxMessages);
    return rows.map(({ id, contentEncrypted }) => ({ id, content: contentEncrypted !== null }));
  };

  test('to a customer stay with their import, without text and attempts', async () => {
    const [old, young] = [message(100, ofImport), message(10, ofImport)];
    const [failed, skipped] = [{ ...ofImport, state: 'failed' } as const, { ...ofImport, state: 'skipped' } as const];
    const [oldFailed, oldSkipped] = [message(100, failed), message(100, skipped)];
    await placeImport('a', 'Migration completed', 10);
    const [oldLinks, lostLinks] = [['deleted', 'a'], ['deleted']].map((importIds) =>
      message(100, { ...ofImport, importId: null, importIds, event: 'send_link' }),
    );
    if (!oldLinks || !lostLinks) throw new Error('no messages');
    await store([old, young, oldFailed, oldSkipped, oldLinks, lostLinks]);
    await setRetention({ messageDays: 90 });
    expect((await previewRetention(deps, { ...defaultRetention, messageDays: 90 })).messages).toBe(5);
    expect(await prune(deps)).toMatchObject({ messages: 5 });
    expect((await listStored()).sort(byId)).toEqual(
      [
        { id: old.id, content: false },
        { id: oldFailed.id, content: false },
        { id: oldLinks.id, content: false },
        { id: young.id, content: true },
      ].sort(byId),
    );
    const attempts = await database.db.select({ id: outboxAttempts.messageId }).from(outboxAttempts);
    expect(attempts).toEqual([{ id: young.id }]);
    expect(await prune(deps)).toMatchObject({ messages: 0 });
  });

  test('that were skipped keep only what prevents a repeat', async () => {
    const skipped = { ...ofImport, state: 'skipped', reason: 'The customer unsubscribed.' } as const;
    const kept = message(100, { ...skipped, key: 'customer:live:a:started:' });
    await store([kept, message(100, { ...skipped, key: 'withdrawn:1' })]);
    await setRetention({ messageDays: 90 });
    expect((await previewRetention(deps, { ...defaultRetention, messageDays: 90 })).messages).toBe(2);
    expect(await prune(deps)).toMatchObject({ messages: 2 });
    const rows = await database.db.select().from(outboxMessages);
    const { key, reason } = { ...kept, reason: skipped.reason };
    expect(rows).toMatchObject([{ id: kept.id, key, reason, recipient: '', subject: '', contentEncrypted: null }]);
    expect(await prune(deps)).toMatchObject({ messages: 0 });
  });

  test('that are not sent yet are kept', async () => {
    await store([message(100, { state: 'pending' }), message(100, { ...ofImport, state: 'sending' })]);
    await setRetention({ messageDays: 90 });
    expect(await prune(deps)).toMatchObject({ messages: 0 });
    expect((await listStored()).map(({ content }) => content)).toEqual([true, true]);
  });

  test('and the contact are deleted with their import', async () => {
    await placeImport('a', 'Migration completed', 500);
    await placeImport('b', 'Migration completed', 10);
    const kept = message(1, { ...ofImport, importId: 'b' });
    await store([message(1, ofImport), message(1, { ...ofImport, audience: 'staff' }), kept]);
    await database.db.insert(notificationItems).values([item(1, 'a'), item(1, 'b')]);
    await database.db.insert(customerContacts).values(
      ['a', 'b'].map((importId) => ({
        ...{ environment: 'live' as const, importId, email: `${importId}@post.example` },
        ...{ source: 'customer' as const, by: 'customer', at: start },
      })),
    );
    await setRetention({ importDays: 100 });
    await prune(deps);
    expect((await listStored()).map(({ id }) => id)).toEqual([kept.id]);
    const ofTables = [notificationItems, customerContacts] as const;
    for (const table of ofTables) {
      expect(await database.db.select({ importId: table.importId }).from(table)).toEqual([{ importId: 'b' }]);
    }
    expect(await database.db.$count(outboxEvents, eq(outboxEvents.importId, 'a'))).toBe(0);
  });
});

const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);

test('keeps a verified delivery that was not applied', async () => {
  await database.db.insert(deliveries).values([delivery(300, true), delivery(300, false)]);
  await setRetention({ deliveryDays: 90 });
  expect(await prune(deps)).toMatchObject({ deliveries: 1 });
});

test('works in bounded transactions, stops when asked, and writes one audit entry per run that deleted something', async () => {
  const rows = Array.from({ length: pruneBatchSize * 2 + 5 }, () => delivery(300, true));
  await database.db.insert(deliveries).values(rows);
  await setRetention({ deliveryDays: 90 });
  const stopping = new AbortController();
  let transactions = 0;
  const counted: Database = {
    ...database,
    transaction: (work) => {
      transactions += 1;
      if (transactions === 2) stopping.abort();
      return database.transaction(work);
    },
  };
  const before = await auditCount();
  expect(await prune({ ...deps, database: { ...counted, db: database.db } }, stopping.signal)).toMatchObject({
    deliveries: pruneBatchSize,
  });
  expect(await database.db.$count(deliveries)).toBe(pruneBatchSize + 5);
  expect(await prune(deps)).toMatchObject({ deliveries: pruneBatchSize + 5 });
  expect(await auditCount()).toBe(before + 2);
  await prune(deps);
  expect(await auditCount()).toBe(before + 2);
});

describe('settings', () => {
  test('are saved as versions, audited, and refuse a change based on an old version', async () => {
    expect(await readRetention(database.db)).toEqual({ version: 0, retention: defaultRetention });
    const retention = { ...defaultRetention, importDays: null, rawDays: 30 };
    expect(await saveRetention(deps, { caller: ada, retention, basedOn: 0 })).toEqual({ version: 1, retention });
    await expect(saveRetention(deps, { caller: ada, retention, basedOn: 0 })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await database.db.$count(audit, eq(audit.action, 'retention.changed'))).toBe(1);
  });

  test('from before there were messages are read with the default for them', async () => {
    const { messageDays: _new, ...value } = { ...defaultRetention, rawDays: 30 };
    await insertAppSetting(database.db, { key: 'retention', version: 1, value, by: 't', at: start });
    expect((await readRetention(database.db)).retention).toEqual({ ...defaultRetention, rawDays: 30 });
  });

  test('that cannot be read delete nothing', async () => {
    await insertAppSetting(database.db, { key: 'retention', version: 1, value: { rawDays: 'x' }, by: 't', at: start });
    await placeImport('old', 'Migration completed', 5000);
    expect(Object.values(await prune(deps)).every((rows) => rows === 0)).toBe(true);
  });
});
