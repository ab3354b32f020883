import { setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../core/clock';
import { createBudgetRow, paceOf, type BudgetOptions } from './budget';
import { takePeopleSlot, takeWatcherSlot } from './budget-slots';
import type { Database } from './database';
import { openPostgres } from './open-postgres';
import { readMigrations } from './read-migrations';
import { budget as budgetTable } from './schema/budget';
import { forEachEngine } from './testing/for-each-engine';
import { startChild } from './testing/start-child';
import { startTestPostgres, type TestPostgres } from './testing/start-test-postgres';

const forever = () => new AbortController().signal;

/** The most that fell into any sliding window of that length. */
function mostWithin(windowMs: number, times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(0, ...sorted.map((from, index) => sorted.slice(index).filter((at) => at - from < windowMs).length));
}

describe('the pace', () => {
  test.each([0.5, 1, 7, 10, 100])(
    'at %s a second one too many never fits into a second, 150 ms of jitter included',
    (rate) => {
      const { spacingMs } = paceOf(rate);
      expect(rate * spacingMs).toBeGreaterThan(1_000 + 150);
      expect(1_000 / spacingMs).toBeGreaterThan(0.8 * rate);
    },
  );
});

forEachEngine((_engine, open) => {
  let database: Database;
  let names = 0;
  beforeAll(async () => {
    database = await open();
  });
  /** Each test has a row of its own, and several budgets on it are as several processes. */
  const fresh = () => {
    const name = `test ${++names}`;
    let late = 0;
    const onForfeit = () => (late += 1);
    const create = (more: Partial<BudgetOptions> = {}) =>
      createBudgetRow({ database, ratePerS: 20, name, onForfeit, ...more });
    const row = async () => {
      const rows = await database.db.select().from(budgetTable);
      return rows.find((each) => each.name === name);
    };
    /** A busy machine may hold this process up as well. */
    return { create, row, forfeited: () => late };
  };

  test('at most the rate leaves in any sliding second, over all who share the row', async () => {
    const { create } = fresh();
    const times: number[] = [];
    const [one, other] = [create(), create()];
    const ask = (index: number) =>
      (index % 2 ? one : other)
        .take(index % 3 ? 'people' : 'watcher', forever())
        .then(() => times.push(performance.now()));
    await Promise.all(Array.from({ length: 30 }, (_, index) => ask(index)));
    expect(mostWithin(1_000, times)).toBeLessThanOrEqual(20);
    expect(times).toHaveLength(30);
  });

  test('a person waits for two of the watcher’s requests at most, however many are queued anywhere', async () => {
    const { create, forfeited } = fresh();
    const budgets = Array.from({ length: 4 }, () => create());
    let watched = 0;
    const stop = new AbortController();
    setMaxListeners(0, stop.signal);
    for (let index = 0; index < 1_000; index += 1) {
      budgets[index % 4]?.take('watcher', stop.signal).then(
        () => (watched += 1),
        () => undefined,
      );
    }
    for (let person = 0; person < 5; person += 1) {
      const [watchedBefore, forfeitedBefore] = [watched, forfeited()];
      await budgets[0]?.take('people', forever());
      // Whoever is held up and loses a slot begins again.
      expect(watched - watchedBefore).toBeLessThanOrEqual(2 * (1 + forfeited() - forfeitedBefore));
    }
    stop.abort();
  });

  test('while people wait the watchers of all processes together get some, and at most 40 %', async () => {
    const name = `test ${++names}`;
    const pace = paceOf(5);
    // Booked one after the other without waiting, so people wait throughout, however slow this machine is.
    let granted = 0;
    for (let person = 1; person <= 20; person += 1) {
      await takePeopleSlot(database.db, name, pace);
      for (let watcher = 0; watcher < 3; watcher += 1) {
        if ('inMs' in (await takeWatcherSlot(database.db, name, pace))) granted += 1;
      }
      expect(granted).toBeLessThanOrEqual(Math.ceil(0.4 * (person + granted)));
    }
    expect(granted).toBeGreaterThan(3);
  });

  test('with nobody waiting the watcher has it all', async () => {
    const { create, row, forfeited } = fresh();
    const budget = create();
    await Promise.all(Array.from({ length: 8 }, () => budget.take('watcher', forever())));
    expect(await row()).toMatchObject({ watcherSlots: 8 + forfeited(), peopleSlots: 0 });
  });

  test('a pause holds up everybody, those who have a slot already included', async () => {
    const { create } = fresh();
    const [one, other] = [create({ ratePerS: 1 }), create({ ratePerS: 1 })];
    await one.take('people', forever());
    const booked = other.take('people', forever());
    const pausedAtMs = performance.now();
    await one.pause(1_500);
    const stop = new AbortController();
    const watcher = one.take('watcher', stop.signal).catch(() => 'gave up');
    await booked;
    // The database keeps the pause and counts in whole milliseconds of its own.
    expect(performance.now() - pausedAtMs).toBeGreaterThan(1_490);
    stop.abort();
    expect(await watcher).toBe('gave up');
  });

  test('one who gives up is told why, and its slot serves the next', async () => {
    const { create, row, forfeited } = fresh();
    const budget = create({ ratePerS: 5 });
    await budget.take('people', forever());
    const reason = new Error('the page was closed');
    const gone = new AbortController();
    const first = budget.take('people', gone.signal);
    const second = budget.take('people', forever());
    gone.abort(reason);
    await expect(first).rejects.toBe(reason);
    await expect(budget.take('people', AbortSignal.abort(reason))).rejects.toBe(reason);
    await second;
    // Three bookings: the second waiter had the slot of the first and left its own to nobody.
    expect((await row())?.peopleSlots).toBe(3 + forfeited());
  });

  test('a slot for which the process is late is not used; it takes another', async () => {
    const { create, row, forfeited } = fresh();
    let heldUpMs = 0;
    const budget = create({
      ratePerS: 10,
      monotonicMs: () => performance.now() + heldUpMs,
      clock: {
        ...systemClock,
        sleep: async (ms, signal) => {
          await systemClock.sleep(ms, signal);
          // Held up once, as by a long collection of garbage.
          if (heldUpMs === 0) heldUpMs = 80;
        },
      },
    });
    await budget.take('people', forever());
    await budget.take('people', forever());
    expect(forfeited()).toBeGreaterThanOrEqual(1);
    expect((await row())?.peopleSlots).toBe(2 + forfeited());
  });

  test('a failing database fails those who wait instead of leaving them', async () => {
    const broken = {
      db: {
        ...database.db,
        update: () => {
          throw new Error('down');
        },
      },
    };
    const budget = createBudgetRow({ database: Object.assign(Object.create(database), broken), ratePerS: 10 });
    const asked = [
      budget.take('people', forever()),
      budget.take('people', forever()),
      budget.take('watcher', forever()),
    ];
    for (const each of asked) await expect(each).rejects.toThrow('down');
  });
});

describe('three processes on one PostgreSQL', () => {
  let server: TestPostgres | undefined;
  beforeAll(async () => {
    server = await startTestPostgres();
  });
  afterAll(() => server?.stop());

  test(
    'never send more than the rate as the service sees it, whatever their clocks say',
    { timeout: 120_000 },
    async () => {
      const url = (await server?.createDatabase()) ?? '';
      await (await openPostgres({ url, migrations: await readMigrations() })).close();
      const arrivals: { atMs: number; lane: string }[] = [];
      const service = createServer((request, response) => {
        arrivals.push({ atMs: performance.now(), lane: request.url ?? '' });
        response.end();
      });
      await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
      const address = service.address();
      const target = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
      const plan = { databaseUrl: url, target, ratePerS: 10, peoplePerS: 3, watcherQueue: 100 };
      const processes = await Promise.all(
        [0, 30_000, -30_000].map((clockOffMs) =>
          startChild('lib/store/testing/spend-budget.ts', [JSON.stringify({ ...plan, clockOffMs })]),
        ),
      );
      try {
        await Promise.all(processes.map((each) => each.hear()));
        for (const each of processes) each.say('go');
        await delay(3_000);
        for (const each of processes) each.say('stop');
        await Promise.all(processes.map((each) => each.hear()));
      } finally {
        await Promise.all(processes.map((each) => each.end()));
        await new Promise((resolve) => service.close(resolve));
      }
      expect(
        mostWithin(
          1_000,
          arrivals.map(({ atMs }) => atMs),
        ),
      ).toBeLessThanOrEqual(10);
      expect(new Set(arrivals.map(({ lane }) => lane))).toEqual(new Set(['/people', '/watcher']));
    },
  );
});
