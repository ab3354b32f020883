import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock, type Clock } from '../../core/clock';
import { ServiceError } from '../../core/errors';
import { silentLog } from '../../core/log';
import { createMetrics } from '../../core/metrics';
import { createCipher, generateKey } from '../../core/cipher';
import { eventually } from '../../core/testing/eventually';
import type { Database } from '../../store/database/database';
import { bulkLookups } from '../../store/schema/service-calls';
import { imports, observations } from '../../store/schema/imports';
import { pollUnits } from '../../store/schema/polling';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { createVirtualTime } from '../../store/testing/virtual-time';
import { createRequestBudget } from '../../store/service-calls/request-budget';
import { claimDuePolls, pollNow, pollOnHint, scheduleDetailPolls } from '../../store/service-calls/poll-schedule';
import { fillInFacts } from '../detail/fill-in-facts';
import { observe, observeAll } from '../observations/observe';
import { recordLists } from '../observations/observe-list';
import { priya } from '../testing/open-imports';
import { createAnswerBatch } from './create-answer-batch';
import { createPollPlanner } from './create-poll-planner';
import { createPoller, type Poller } from './create-poller';
import { poll } from './poll';
import { createFakeService } from './testing/create-fake-service';

const cipher = createCipher([generateKey()]);
/** Long enough that nothing is polled twice during a test. */
const limits = { shortestS: 3_600, longestS: 7_200 };

function setUp(
  database: Database,
  service: ReturnType<typeof createFakeService>,
  instance: string,
  { sharePerS = 50, clock = systemClock }: { sharePerS?: number; clock?: Clock } = {},
) {
  const planner = createPollPlanner({ database, random: () => 0.5, sharePerS, limits });
  const observer = { database, cipher, afterObserve: planner.afterObserve };
  const deps = {
    database,
    client: service.client,
    observer,
    planner,
    clock,
    random: Math.random,
    log: silentLog,
    metrics: createMetrics(),
    instance,
  };
  return {
    planner,
    observer,
    deps,
    poller: createPoller(deps, { idleMs: 50, refreshEveryMs: 500, roundMs: 500, maxInFlight: 8 }),
  };
}

forEachEngineAtFullSize((_engine, open) => {
  let running: Poller[] = [];
  let database: Database | undefined;
  const openDatabase = async () => {
    database = await open();
    return database;
  };
  const run = (...pollers: Poller[]) => {
    running.push(...pollers);
    for (const poller of pollers) poller.start();
  };
  afterEach(async () => {
    await Promise.all(running.map((poller) => poller.stop()));
    running = [];
    await database?.close();
  });

  const statusOf = async (db: Database, id: string) =>
    (await db.db.select().from(imports)).find((row) => row.id === id)?.statusText;
  const makeDue = (db: Database) => db.db.update(pollUnits).set({ nextPollAt: sql`now()` });
  const observeOne = (one: ReturnType<typeof setUp>, id: string, status: string, username?: string) =>
    observe(one.observer, {
      environment: 'live',
      importId: id,
      source: 'lookup',
      status,
      seenAt: new Date(),
      ...(username === undefined ? {} : { about: { username } }),
    });

  const observeMany = (one: ReturnType<typeof setUp>, service: ReturnType<typeof createFakeService>, count: number) =>
    observeAll(
      one.observer,
      Array.from({ length: count }, (_, i) => {
        service.put(`u${i}`, `i${i}`, 'Migration in progress');
        return {
          environment: 'live',
          importId: `i${i}`,
          source: 'lookup',
          status: 'Migration in progress',
          seenAt: new Date(),
          about: { username: `u${i}` },
        };
      }),
    );

  it('lists all imports of a customer with one call and reads only changed ones in full', async () => {
    const service = createFakeService();
    const one = setUp(await openDatabase(), service, 'a');
    for (const id of ['1', '2', '3']) {
      service.put('ops@acme.example', id, 'Sample migration in progress');
      await observeOne(one, id, 'Sample migration in progress', 'ops@acme.example');
    }
    service.put('ops@acme.example', '2', 'Sample migration completed');
    await makeDue(one.deps.database);
    run(one.poller);
    await vi.waitFor(async () => {
      expect(await statusOf(one.deps.database, '2')).toBe('Sample migration completed');
      expect(service.calls.filter(({ kind }) => kind === 'read').map(({ key }) => key)).toEqual(['2']);
      const rows = await one.deps.database.db.select().from(pollUnits);
      expect(rows.map(({ kind, key }) => `${kind} ${key}`)).toEqual(['username ops@acme.example']);
    }, eventually);
    expect(service.calls.filter(({ kind }) => kind === 'list')).toHaveLength(1);
    expect(service.calls.every(({ lane }) => lane === 'poller')).toBe(true);
  });

  it('marks an import as gone only on a 404, not when it is missing from a list, and stops polling it', async () => {
    const service = createFakeService();
    const one = setUp(await openDatabase(), service, 'a');
    for (const id of ['hidden', 'removed', 'there']) {
      service.put('c@x.example', id, 'In preparation');
      await observeOne(one, id, 'In preparation', 'c@x.example');
    }
    service.unlist('hidden');
    service.remove('removed');
    await makeDue(one.deps.database);
    run(one.poller);
    await vi.waitFor(async () => {
      const rows = await one.deps.database.db.select().from(imports);
      expect(rows.find((row) => row.id === 'removed')?.gone).toBe(true);
      expect(rows.find((row) => row.id === 'hidden')?.gone).toBe(false);
      const planned = await one.deps.database.db.select().from(pollUnits);
      expect(planned.map(({ kind, key, unlisted }) => [kind, key, unlisted]).sort()).toEqual([
        ['import', 'hidden', true],
        ['username', 'c@x.example', false],
      ]);
    }, eventually);
    await one.poller.stop();
    const callsBefore = service.calls.length;
    await makeDue(one.deps.database);
    one.poller.start();
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThanOrEqual(callsBefore + 2), eventually);
    expect(service.calls.slice(callsBefore).some(({ key }) => key === 'removed')).toBe(false);
  });

  it('reads an import by itself that its list has without a status, until the list has one', async () => {
    const service = createFakeService();
    const { listImports } = service.client;
    let hidesStatus = true;
    service.client.listImports = async (call) => {
      const answer = await listImports(call);
      return hidesStatus ? { ...answer, value: answer.value.map(({ id }) => ({ id, status: null })) } : answer;
    };
    const one = setUp(await openDatabase(), service, 'a');
    const { db } = one.deps.database;
    service.put('c@x.example', 'i', 'In preparation');
    await observeOne(one, 'i', 'In preparation', 'c@x.example');
    const answers = createAnswerBatch(one.deps);
    const pollAll = async () => {
      await makeDue(one.deps.database);
      for (const due of await claimDuePolls(db, { by: 'a', limit: 10, leaseS: 60 }))
        await poll(one.deps, answers, due, new AbortController().signal);
      return (await db.select().from(pollUnits)).flatMap(({ key, unlisted }) => (unlisted ? [key] : []));
    };
    service.put('c@x.example', 'i', 'Migration in progress');
    expect(await pollAll()).toEqual(['i']);
    expect(await pollAll()).toEqual(['i']);
    expect(await statusOf(one.deps.database, 'i')).toBe('Migration in progress');
    hidesStatus = false;
    await pollAll();
    expect(await pollAll()).toEqual([]);
  });

  it('shares the work between instances without duplicate calls, within the rate limit', async () => {
    const time = await createVirtualTime(await openDatabase());
    const { clock } = time;
    const requestBudget = createRequestBudget({
      database: time.database,
      ratePerS: 15,
      clock,
      random: () => 0,
      monotonicMs: time.nowMs,
    });
    const service = createFakeService({ latencyMs: 20, clock, requestBudget });
    const [one, ...others] = ['a', 'b', 'c'].map((name) => setUp(time.database, service, name, { clock }));
    if (!one) throw new Error('no instance');
    await observeMany(one, service, 30);
    await makeDue(time.database);
    const pollers = [one, ...others].map(({ poller }) => poller);
    run(...pollers);
    await time.passUntil(() => service.calls.length >= 30);
    await time.pass(Promise.all(pollers.map((poller) => poller.stop())));
    expect(new Set(service.calls.slice(0, 30).map(({ key }) => key)).size).toBe(30);
    const spanS = ((service.calls[29]?.atMs ?? 0) - (service.calls[0]?.atMs ?? 0)) / 1000;
    expect(spanS).toBeGreaterThan(29 / 15);
  });

  it('takes over a claim of an instance that died', async () => {
    const service = createFakeService();
    const one = setUp(await openDatabase(), service, 'a');
    service.put('u', 'i', 'Migration completed');
    await observeOne(one, 'i', 'Migration in progress', 'u');
    await makeDue(one.deps.database);
    // The lease of the dead instance expires by the database's clock.
    expect(await claimDuePolls(one.deps.database.db, { by: 'dead', limit: 10, leaseS: 0.2 })).toHaveLength(1);
    run(one.poller);
    await vi.waitFor(
      async () => expect(await statusOf(one.deps.database, 'i')).toBe('Migration completed'),
      eventually,
    );
  });

  it('backs off while the service is down and catches up afterwards', async () => {
    const service = createFakeService();
    // The pause after five failures never ends.
    const sleep: Clock['sleep'] = (ms, signal) => systemClock.sleep(ms >= 5000 ? 2 ** 31 - 1 : ms, signal);
    const one = setUp(await openDatabase(), service, 'a', { clock: { ...systemClock, sleep } });
    await observeMany(one, service, 20);
    service.down = true;
    await makeDue(one.deps.database);
    run(one.poller);
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThanOrEqual(5), eventually);
    await one.poller.stop();
    // Seven more polls may have been in flight at the fifth failure.
    expect(service.calls.length).toBeLessThanOrEqual(12);
    service.down = false;
    const again = setUp(one.deps.database, service, 'b');
    await makeDue(one.deps.database);
    run(again.poller);
    await vi.waitFor(() => expect(new Set(service.calls.map(({ key }) => key)).size).toBe(20), eventually);
  });

  it('reads the details of an import again that was gone and is in the list of its customer again', async () => {
    const service = createFakeService();
    const one = setUp(await openDatabase(), service, 'a');
    await observeOne(one, 'i', 'Migration completed', 'u');
    await observe(one.observer, {
      environment: 'live',
      importId: 'i',
      source: 'lookup',
      status: null,
      gone: true,
      seenAt: new Date(),
    });
    service.put('u', 'i', 'Migration completed');
    await makeDue(one.deps.database);
    run(one.poller);
    await vi.waitFor(
      () => expect(service.calls.map(({ kind, key }) => `${kind} ${key}`)).toEqual(['list u', 'read i']),
      eventually,
    );
  });

  it('reads an import that is gone but listed once more, then once a day, and keeps it as gone', async () => {
    let laterMs = 0;
    const clock = { ...systemClock, now: () => new Date(Date.now() + laterMs) };
    const service = createFakeService({ clock });
    const { readImport } = service.client;
    let isArchived = true;
    service.client.readImport = (call) => {
      if (!isArchived || call.id === 'other') return readImport(call);
      service.calls.push({ kind: 'read', key: call.id, lane: call.lane, atMs: 0 });
      return Promise.reject(new ServiceError('service_not_found', { workDone: 'no', upstreamStatus: 404 }));
    };
    const one = setUp(await openDatabase(), service, 'a');
    const { db } = one.deps.database;
    for (const [username, id] of [
      ['u', 'i'],
      ['u', 'other'],
      ['v', 'only'],
    ] as const) {
      service.put(username, id, 'In preparation');
      await observeOne(one, id, 'In preparation', username);
    }
    const answers = createAnswerBatch(one.deps);
    const pollSeveralTimes = async () => {
      for (let round = 0; round < 6; round++) {
        await makeDue(one.deps.database);
        for (const due of await claimDuePolls(db, { by: 'a', limit: 10, leaseS: 60 }))
          await poll(one.deps, answers, due, new AbortController().signal);
      }
      const row = (await db.select().from(imports)).find(({ id }) => id === 'i');
      return { gone: row?.gone, status: row?.statusText, observations: await db.$count(observations) };
    };
    const readsOf = (id: string) => service.calls.filter(({ kind, key }) => kind === 'read' && key === id).length;
    await pollNow(db, 'i');
    await pollNow(db, 'only');
    expect(await pollSeveralTimes()).toEqual({ gone: true, status: 'In preparation', observations: 5 });
    expect([readsOf('i'), readsOf('only')]).toEqual([2, 2]);
    expect((await db.select().from(pollUnits)).map(({ key, fixedIntervalS }) => [key, fixedIntervalS]).sort()).toEqual([
      ['u', null],
      ['v', 86_400],
    ]);

    // Another status is news, until the details are not found again.
    service.put('u', 'i', 'Migration cleaned');
    expect(await pollSeveralTimes()).toEqual({ gone: true, status: 'Migration cleaned', observations: 7 });
    expect(readsOf('i')).toBe(4);

    isArchived = false;
    expect(await pollSeveralTimes()).toMatchObject({ gone: true });
    laterMs = 25 * 60 * 60_000;
    expect(await pollSeveralTimes()).toEqual({ gone: false, status: 'Migration cleaned', observations: 9 });
    expect([readsOf('i'), readsOf('only')]).toEqual([5, 3]);
    expect(await db.$count(imports, eq(imports.gone, true))).toBe(0);
  });

  it('reads the details again if a list reported another status during the read', async () => {
    const service = createFakeService();
    const one = setUp(await openDatabase(), service, 'a');
    const { db } = one.deps.database;
    service.put('u', 'i', 'Sample migration in progress');
    await observeOne(one, 'i', 'Collecting credentials', 'u');
    await scheduleDetailPolls(db, ['i'], { unlisted: false });
    const readImport: typeof service.client.readImport = async (call) => {
      const answer = await service.client.readImport(call);
      service.put('u', 'i', 'Sample migration completed');
      const listing = { environment: 'live', lane: 'poller', person: null, username: 'u' } as const;
      const list = await service.client.listImports(listing);
      await recordLists(one.deps, [{ environment: 'live', username: 'u', source: 'lookup', answer: list }]);
      return answer;
    };
    const [claimed] = await claimDuePolls(db, { by: 'a', limit: 1, leaseS: 60 });
    if (!claimed) throw new Error('not claimed');
    const deps = { ...one.deps, client: { ...service.client, readImport } };
    await poll(deps, createAnswerBatch(deps), claimed, new AbortController().signal);
    const again = await claimDuePolls(db, { by: 'b', limit: 10, leaseS: 60 });
    expect(again).toMatchObject([{ kind: 'import', key: 'i' }]);
    const other = setUp(one.deps.database, service, 'b');
    for (const due of again) await poll(other.deps, createAnswerBatch(other.deps), due, new AbortController().signal);
    expect((await db.select().from(pollUnits)).map(({ kind }) => kind)).toEqual(['username']);
  });

  it('goes on polling an import whose username was entered, corrected or cleared', async () => {
    const service = createFakeService();
    const one = setUp(await openDatabase(), service, 'a');
    const { db } = one.deps.database;
    service.put('ops@acme.example', 'i', 'In preparation');
    await observeOne(one, 'i', 'In preparation');
    const answers = createAnswerBatch(one.deps);
    const pollAll = async () => {
      await makeDue(one.deps.database);
      for (const due of await claimDuePolls(db, { by: 'a', limit: 10, leaseS: 60 }))
        await poll(one.deps, answers, due, new AbortController().signal);
      return (await db.select().from(pollUnits)).map(({ kind, key }) => `${kind} ${key}`).sort();
    };
    const fillIn = (username: string) =>
      fillInFacts({ ...one.deps, cipher }, { caller: priya, environment: 'live', importId: 'i', body: { username } });
    await fillIn('ops@acme.example');
    expect(await pollAll()).toEqual(['username ops@acme.example']);
    await fillIn('jo@acme.example');
    // The list of the wrong name does not contain it, so it is polled by itself as well.
    expect(await pollAll()).toEqual(['import i', 'username jo@acme.example']);
    await fillIn('');
    expect(await pollAll()).toEqual(['import i']);
  });

  it('schedules an import that lost its poll while the poller runs', async () => {
    const service = createFakeService();
    const one = setUp(await openDatabase(), service, 'a');
    const { db } = one.deps.database;
    service.put('u', 'i', 'In preparation');
    run(createPoller(one.deps, { idleMs: 5, refreshEveryMs: 5 }));
    await observeOne(one, 'i', 'In preparation', 'u');
    await vi.waitFor(async () => expect(await db.$count(pollUnits)).toBe(1), eventually);
    await db.delete(pollUnits);
    await vi.waitFor(async () => expect(await db.$count(pollUnits)).toBe(1), eventually);
  });

  it('stops polling a hinted import that the service rejects or mistakes for another, not during an outage', async () => {
    const service = createFakeService();
    const one = setUp(await openDatabase(), service, 'a');
    const { db } = one.deps.database;
    const { readImport } = service.client;
    service.put('u', 'other', 'In preparation');
    service.client.readImport = (call) => {
      if (call.id === 'mistaken') return readImport({ ...call, id: 'other' });
      const upstreamStatus = call.id === 'rejected' ? 400 : 500;
      return Promise.reject(new ServiceError('service_failed', { workDone: 'no', upstreamStatus }));
    };
    for (const id of ['mistaken', 'rejected', 'down']) await pollOnHint(db, id);
    await makeDue(one.deps.database);
    const answers = createAnswerBatch(one.deps);
    for (const due of await claimDuePolls(db, { by: 'a', limit: 10, leaseS: 60 }))
      await poll(one.deps, answers, due, new AbortController().signal);
    expect((await db.select().from(pollUnits)).map(({ key }) => key)).toEqual(['down']);
  });

  describe('pollNow', () => {
    it('is polled before anything else that is due', async () => {
      const service = createFakeService();
      const one = setUp(await openDatabase(), service, 'a');
      await observeMany(one, service, 10);
      await makeDue(one.deps.database);
      service.put('late', 'late', 'Migration completed');
      await pollNow(one.deps.database.db, 'late');
      run(one.poller);
      await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(0), eventually);
      expect(service.calls[0]).toMatchObject({ kind: 'read', key: 'late' });
    });

    it('is polled again when requested during a poll', async () => {
      const db = (await openDatabase()).db;
      await pollNow(db, 'x');
      const [claimed] = await claimDuePolls(db, { by: 'a', limit: 1, leaseS: 60 });
      expect(claimed?.key).toBe('x');
      await pollNow(db, 'x');
      const service = createFakeService();
      service.put('u', 'x', 'In preparation');
      const one = setUp(database ?? (await openDatabase()), service, 'a');
      await observeOne(one, 'x', 'In preparation', 'u');
      if (!claimed) throw new Error('not claimed');
      await poll(one.deps, createAnswerBatch(one.deps), claimed, new AbortController().signal);
      const [left] = await claimDuePolls(db, { by: 'b', limit: 1, leaseS: 60 });
      expect(left?.key).toBe('x');
      if (!left) return;

      // Also if that poll fails.
      await pollNow(db, 'x');
      service.down = true;
      const other = setUp(one.deps.database, service, 'b');
      await poll(other.deps, createAnswerBatch(other.deps), left, new AbortController().signal);
      expect(await claimDuePolls(db, { by: 'a', limit: 1, leaseS: 60 })).toMatchObject([{ key: 'x' }]);
    });
  });

  it('processes bulk lookups', async () => {
    const service = createFakeService();
    const one = setUp(await openDatabase(), service, 'a');
    service.put('found@x.example', '77', 'Migration completed');
    const { listImports } = service.client;
    service.client.listImports = (call) =>
      call.username === 'unreadable@x.example'
        ? Promise.reject(new ServiceError('service_unreadable', { workDone: 'no', upstreamStatus: 200 }))
        : listImports(call);
    await one.deps.database.db.insert(bulkLookups).values(
      ['found@x.example', 'none@x.example', 'unreadable@x.example'].map((username, position) => ({
        runId: 'run',
        position,
        environment: 'live' as const,
        username,
        state: 'waiting' as const,
        by: 'Ada',
        staffId: '1',
        createdAt: new Date(),
      })),
    );
    run(one.poller);
    await vi.waitFor(async () => {
      const rows = await one.deps.database.db.select().from(bulkLookups).orderBy(bulkLookups.position);
      expect(rows.map(({ state, found }) => [state, found])).toEqual([
        ['done', 1],
        ['done', 0],
        ['failed', null],
      ]);
    }, eventually);
    expect(await statusOf(one.deps.database, '77')).toBe('Migration completed');
  });

  it('schedules imports that have no poll yet and computes the cycle', async () => {
    const service = createFakeService();
    const db = await openDatabase();
    await observeAll(
      { database: db, cipher },
      Array.from({ length: 620 }, (_, i) => ({
        environment: 'live',
        importId: `i${i}`,
        source: 'lookup',
        status: i % 2 ? 'Migration completed' : 'Collecting credentials',
        seenAt: new Date(),
        ...(i < 60 ? { about: { username: `u${i % 10}` } } : {}),
      })),
    );
    const one = setUp(db, service, 'a', { sharePerS: 4 });
    expect(await one.planner.planMissing()).toBeGreaterThan(0);
    expect(await one.planner.planMissing()).toBe(0);
    await one.planner.refresh();
    expect(one.planner.load.restingUnits).toBe(5 + 280);
    expect(one.planner.plan.movingUnits).toBe(5 + 280);
    expect(one.planner.plan.cycleS).toBeGreaterThan(0);
    expect(one.planner.plan.spendsPerS).toBeLessThanOrEqual(4);
  });
});
