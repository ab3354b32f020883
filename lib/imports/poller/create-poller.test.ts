import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock, type Clock } from '../../core/clock';
import { silentLog } from '../../core/log';
import { createMetrics } from '../../core/metrics';
import { createCipher, generateKey } from '../../core/cipher';
import { eventually } from '../../core/testing/eventually';
import type { Database } from '../../store/database/database';
import { bulkLookups } from '../../store/schema/bulk-lookups';
import { imports, pollUnits } from '../../store/schema/imports';
import { forEachEngine } from '../../store/testing/for-each-engine';
import { createVirtualTime } from '../../store/testing/virtual-time';
import { claimDuePolls, pollNow } from '../../store/service-calls/poll-schedule';
import { createObserver } from '../observations/create-observer';
import { createPollPlanner } from './create-poll-planner';
import { createPoller, type Poller } from './create-poller';
import { createFakeService } from './testing/create-fake-service';

const cipher = createCipher([generateKey()]);
/** What was looked at does not come up again during a test. */
const limits = { shortestS: 3_600, longestS: 7_200 };

function setUp(
  database: Database,
  service: ReturnType<typeof createFakeService>,
  instance: string,
  { sharePerS = 50, clock = systemClock }: { sharePerS?: number; clock?: Clock } = {},
) {
  const planner = createPollPlanner({ database, random: () => 0.5, sharePerS, limits });
  const observer = createObserver({ database, cipher, afterObserve: planner.afterObserve });
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
    parts: deps,
    watcher: createPoller(deps, { sharePerS, idleMs: 50, refreshEveryMs: 500 }),
  };
}

forEachEngine((_engine, open) => {
  let running: Poller[] = [];
  let database: Database | undefined;
  const fresh = async () => {
    database = await open();
    return database;
  };
  const run = (...watchers: Poller[]) => {
    running.push(...watchers);
    for (const poller of watchers) poller.start();
  };
  afterEach(async () => {
    await Promise.all(running.map((poller) => poller.stop()));
    running = [];
    await database?.close();
  });

  const statusOf = async (db: Database, id: string) =>
    (await db.db.select().from(imports)).find((row) => row.id === id)?.statusText;
  const makeDue = (db: Database) => db.db.update(pollUnits).set({ nextPollAt: sql`now()` });
  const see = (one: ReturnType<typeof setUp>, id: string, status: string, username?: string) =>
    one.observer.observe({
      environment: 'live',
      importId: id,
      source: 'lookup',
      status,
      seenAt: new Date(),
      ...(username === undefined ? {} : { about: { username } }),
    });

  const seeMany = (one: ReturnType<typeof setUp>, service: ReturnType<typeof createFakeService>, count: number) =>
    one.observer.observeAll(
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

  it('asks once for all imports of a customer, finds what changed, and reads that one in full', async () => {
    const service = createFakeService();
    const one = setUp(await fresh(), service, 'a');
    for (const id of ['1', '2', '3']) {
      service.put('ops@acme.example', id, 'Sample migration in progress');
      await see(one, id, 'Sample migration in progress', 'ops@acme.example');
    }
    service.put('ops@acme.example', '2', 'Sample migration completed');
    await makeDue(one.parts.database);
    run(one.watcher);
    await vi.waitFor(async () => {
      expect(await statusOf(one.parts.database, '2')).toBe('Sample migration completed');
      expect(service.calls.filter(({ kind }) => kind === 'read').map(({ key }) => key)).toEqual(['2']);
      const rows = await one.parts.database.db.select().from(pollUnits);
      expect(rows.map(({ kind, key }) => `${kind} ${key}`)).toEqual(['username ops@acme.example']);
    }, eventually);
    expect(service.calls.filter(({ kind }) => kind === 'list')).toHaveLength(1);
    expect(service.calls.every(({ lane }) => lane === 'poller')).toBe(true);
  });

  it('calls an import gone on a 404 of its own, never for missing in a list, and then asks no more', async () => {
    const service = createFakeService();
    const one = setUp(await fresh(), service, 'a');
    for (const id of ['hidden', 'removed', 'there']) {
      service.put('c@x.example', id, 'In preparation');
      await see(one, id, 'In preparation', 'c@x.example');
    }
    service.unlist('hidden');
    service.remove('removed');
    await makeDue(one.parts.database);
    run(one.watcher);
    await vi.waitFor(async () => {
      const rows = await one.parts.database.db.select().from(imports);
      expect(rows.find((row) => row.id === 'removed')?.gone).toBe(true);
      expect(rows.find((row) => row.id === 'hidden')?.gone).toBe(false);
      const planned = await one.parts.database.db.select().from(pollUnits);
      expect(planned.map(({ kind, key, unlisted }) => [kind, key, unlisted]).sort()).toEqual([
        ['import', 'hidden', true],
        ['username', 'c@x.example', false],
      ]);
    }, eventually);
    await one.watcher.stop();
    const asked = service.calls.length;
    await makeDue(one.parts.database);
    one.watcher.start();
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThanOrEqual(asked + 2), eventually);
    expect(service.calls.slice(asked).some(({ key }) => key === 'removed')).toBe(false);
  });

  it('shares the work between instances without asking twice, and stays within its share', async () => {
    const time = await createVirtualTime(await fresh());
    const { clock } = time;
    const service = createFakeService({ latencyMs: 20, clock });
    const [one, ...others] = ['a', 'b', 'c'].map((name) =>
      setUp(time.database, service, name, { sharePerS: 15, clock }),
    );
    if (!one) throw new Error('no instance');
    await seeMany(one, service, 30);
    await makeDue(time.database);
    const watchers = [one, ...others].map(({ watcher: poller }) => poller);
    run(...watchers);
    await time.passUntil(() => service.calls.length >= 30);
    await time.pass(Promise.all(watchers.map((poller) => poller.stop())));
    expect(new Set(service.calls.slice(0, 30).map(({ key }) => key)).size).toBe(30);
    const spanS = ((service.calls[29]?.atMs ?? 0) - (service.calls[0]?.atMs ?? 0)) / 1000;
    // 30 turns at 15 a second, less the quarter of a second that may be saved up.
    expect(spanS).toBeGreaterThan(1.6);
  });

  it('loses nothing when an instance dies while it holds a claim', async () => {
    const service = createFakeService();
    const one = setUp(await fresh(), service, 'a');
    service.put('u', 'i', 'Migration completed');
    await see(one, 'i', 'Migration in progress', 'u');
    await makeDue(one.parts.database);
    // The dead one claimed and was never heard of again; its lease runs out on the database's clock.
    expect(await claimDuePolls(one.parts.database.db, { by: 'dead', limit: 10, leaseS: 0.2 })).toHaveLength(1);
    run(one.watcher);
    await vi.waitFor(
      async () => expect(await statusOf(one.parts.database, 'i')).toBe('Migration completed'),
      eventually,
    );
  });

  it('backs off while the service is down, and finds what happened when it is back', async () => {
    const service = createFakeService();
    // The breaker lets no probe through while its clock stands still.
    const now = new Date();
    const one = setUp(await fresh(), service, 'a', { clock: { ...systemClock, now: () => now } });
    await seeMany(one, service, 20);
    service.down = true;
    await makeDue(one.parts.database);
    run(one.watcher);
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThanOrEqual(5), eventually);
    await one.watcher.stop();
    // Five failures open the breaker; a few looks may have been on their way.
    expect(service.calls.length).toBeLessThan(15);
    service.down = false;
    const again = setUp(one.parts.database, service, 'b');
    await makeDue(one.parts.database);
    run(again.watcher);
    await vi.waitFor(() => expect(new Set(service.calls.map(({ key }) => key)).size).toBe(20), eventually);
  });

  describe('urgent', () => {
    it('comes first, whatever else is due', async () => {
      const service = createFakeService();
      const one = setUp(await fresh(), service, 'a', { sharePerS: 20 });
      await seeMany(one, service, 10);
      await makeDue(one.parts.database);
      service.put('late', 'late', 'Migration completed');
      await pollNow(one.parts.database.db, 'late');
      run(one.watcher);
      await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(0), eventually);
      expect(service.calls[0]).toMatchObject({ kind: 'read', key: 'late' });
    });

    it('is not forgotten when it comes in during a look', async () => {
      const db = (await fresh()).db;
      await pollNow(db, 'x');
      const [claimed] = await claimDuePolls(db, { by: 'a', limit: 1, leaseS: 60 });
      expect(claimed?.key).toBe('x');
      await pollNow(db, 'x');
      const service = createFakeService();
      service.put('u', 'x', 'In preparation');
      const one = setUp(database ?? (await fresh()), service, 'a');
      await see(one, 'x', 'In preparation', 'u');
      const { poll } = await import('./poll');
      await poll(
        one.parts,
        claimed ?? { kind: 'import', key: 'x', failures: 0, unlisted: false, hinted: false },
        new AbortController().signal,
      );
      const [left] = await claimDuePolls(db, { by: 'b', limit: 1, leaseS: 60 });
      expect(left?.key).toBe('x');
    });
  });

  it('works off names that people uploaded, in the same lane', async () => {
    const service = createFakeService();
    const one = setUp(await fresh(), service, 'a');
    service.put('found@x.example', '77', 'Migration completed');
    await one.parts.database.db.insert(bulkLookups).values(
      ['found@x.example', 'nobody@x.example'].map((username, position) => ({
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
    run(one.watcher);
    await vi.waitFor(async () => {
      const rows = await one.parts.database.db.select().from(bulkLookups).orderBy(bulkLookups.position);
      expect(rows.map(({ state, found }) => [state, found])).toEqual([
        ['done', 1],
        ['done', 0],
      ]);
    }, eventually);
    expect(await statusOf(one.parts.database, '77')).toBe('Migration completed');
  });

  it('plans what was recorded before there was a watcher, and says how long its cycle is', async () => {
    const service = createFakeService();
    const db = await fresh();
    const unplanned = createObserver({ database: db, cipher });
    await unplanned.observeAll(
      Array.from({ length: 120 }, (_, i) => ({
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
    expect(one.planner.load.restingUnits).toBe(5 + 30);
    expect(one.planner.plan.movingUnits).toBe(5 + 30);
    expect(one.planner.plan.cycleS).toBeGreaterThan(0);
    expect(one.planner.plan.spendsPerS).toBeLessThanOrEqual(4);
  });
});
