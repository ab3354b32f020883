import { setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../core/testing/eventually';
import { createRequestBudget, computeSlotPacing, type RequestBudgetOptions } from './request-budget';
import { takePeopleSlot, takePollerSlot } from './request-slots';
import { openPostgres } from '../database/open-postgres';
import { readMigrations } from '../database/read-migrations';
import { requestBudget as budgetTable } from '../schema/request-budget';
import { forEachEngine } from '../testing/for-each-engine';
import { createTestPostgresUrl } from '../testing/open-test-database';
import { startChild } from '../testing/start-child';
import { createVirtualTime, type VirtualTime } from '../testing/virtual-time';

const neverAborted = () => new AbortController().signal;

/** The most that fell into any sliding window of that length. */
function mostWithin(windowMs: number, times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(0, ...sorted.map((from, index) => sorted.slice(index).filter((at) => at - from < windowMs).length));
}

describe('the pace', () => {
  test.each([0.5, 1, 7, 10, 100])(
    'at %s a second one too many never fits into a second, 150 ms of jitter included',
    (rate) => {
      const { spacingMs } = computeSlotPacing(rate);
      expect(rate * spacingMs).toBeGreaterThan(1_000 + 150);
      expect(1_000 / spacingMs).toBeGreaterThan(0.8 * rate);
    },
  );
});

forEachEngine((_engine, open) => {
  let time: VirtualTime;
  let names = 0;
  beforeAll(async () => {
    time = await createVirtualTime(await open());
  });
  /** Each test has a row of its own, and several budgets on it are as several processes. */
  const fresh = () => {
    const name = `test ${++names}`;
    const { database, clock, nowMs: monotonicMs } = time;
    let late = 0;
    const onForfeit = () => (late += 1);
    const create = (more: Partial<RequestBudgetOptions> = {}) =>
      createRequestBudget({ database, clock, monotonicMs, ratePerS: 20, name, onForfeit, ...more });
    const row = async () => {
      const rows = await database.db.select().from(budgetTable);
      return rows.find((each) => each.name === name);
    };
    return { create, row, forfeited: () => late };
  };

  test.each([
    ['never held up', 0],
    ['held up for half a second', 500],
  ])('at most the rate leaves in any sliding second, by processes that are %s', async (_, heldUpMs) => {
    const { create } = fresh();
    const begunMs = time.nowMs();
    const times: number[] = [];
    const clock: RequestBudgetOptions['clock'] = {
      ...time.clock,
      sleep: async (ms, signal) => {
        await time.clock.sleep(ms, signal);
        // All that was to wake up in the meantime wakes up at the end of it, at once.
        const leftMs = begunMs + heldUpMs - time.nowMs();
        if (leftMs > 0) await time.clock.sleep(leftMs, signal);
      },
    };
    const [one, other] = [create({ clock }), create({ clock })];
    const ask = (index: number) =>
      (index % 2 ? one : other)
        .take(index % 3 ? 'people' : 'poller', neverAborted())
        .then(() => times.push(time.nowMs()));
    await time.pass(Promise.all(Array.from({ length: 40 }, (__, index) => ask(index))));
    expect(mostWithin(1_000, times)).toBeLessThanOrEqual(20);
    expect(times).toHaveLength(40);
  });

  test('a person waits for two of the watcher’s requests at most, however many are queued anywhere', async () => {
    const { create } = fresh();
    const budgets = Array.from({ length: 4 }, () => create());
    let watched = 0;
    const stop = new AbortController();
    setMaxListeners(0, stop.signal);
    for (let index = 0; index < 1_000; index += 1) {
      budgets[index % 4]?.take('poller', stop.signal).then(
        () => (watched += 1),
        () => undefined,
      );
    }
    await time.passUntil(() => watched > 3);
    for (let person = 0; person < 5; person += 1) {
      const watchedBefore = watched;
      await time.pass(budgets[0]?.take('people', neverAborted()) ?? Promise.reject(new Error('no budget')));
      expect(watched - watchedBefore).toBeLessThanOrEqual(2);
    }
    stop.abort();
  });

  test('while people wait the watchers of all processes together get some, and at most 40 %', async () => {
    const name = `test ${++names}`;
    const pace = computeSlotPacing(5);
    // Booked one after the other while the clock stands still, so people wait throughout.
    let granted = 0;
    for (let person = 1; person <= 20; person += 1) {
      await takePeopleSlot(time.database.db, name, pace);
      for (let watcher = 0; watcher < 3; watcher += 1) {
        if ('inMs' in (await takePollerSlot(time.database.db, name, pace))) granted += 1;
      }
      expect(granted).toBeLessThanOrEqual(Math.ceil(0.4 * (person + granted)));
    }
    expect(granted).toBeGreaterThan(3);
  });

  test('with nobody waiting the watcher has it all', async () => {
    const { create, row } = fresh();
    const budget = create();
    await time.pass(Promise.all(Array.from({ length: 8 }, () => budget.take('poller', neverAborted()))));
    expect(await row()).toMatchObject({ pollerSlots: 8, peopleSlots: 0 });
  });

  test('a pause holds up everybody, those who have a slot already included', async () => {
    const { create } = fresh();
    const [one, other] = [create({ ratePerS: 1 }), create({ ratePerS: 1 })];
    await time.pass(one.take('people', neverAborted()));
    const booked = other.take('people', neverAborted());
    const pausedAtMs = time.nowMs();
    await one.pause(1_500);
    const stop = new AbortController();
    const watcher = one.take('poller', stop.signal).catch(() => 'gave up');
    await time.pass(booked);
    expect(time.nowMs() - pausedAtMs).toBeGreaterThanOrEqual(1_500);
    stop.abort();
    expect(await watcher).toBe('gave up');
  });

  test('one who gives up is told why, and its slot serves the next', async () => {
    const { create, row } = fresh();
    const budget = create({ ratePerS: 5 });
    await time.pass(budget.take('people', neverAborted()));
    const reason = new Error('the page was closed');
    const gone = new AbortController();
    const first = budget.take('people', gone.signal);
    const second = budget.take('people', neverAborted());
    gone.abort(reason);
    await expect(first).rejects.toBe(reason);
    await expect(budget.take('people', AbortSignal.abort(reason))).rejects.toBe(reason);
    await time.pass(second);
    // Three bookings: the second waiter had the slot of the first and left its own to nobody.
    expect((await row())?.peopleSlots).toBe(3);
  });

  test('a slot for which the process is late is not used; it takes another', async () => {
    const { create, row, forfeited } = fresh();
    let heldUpMs = 0;
    const budget = create({
      ratePerS: 10,
      monotonicMs: () => time.nowMs() + heldUpMs,
      clock: {
        ...time.clock,
        sleep: async (ms, signal) => {
          await time.clock.sleep(ms, signal);
          // Held up once, as by a long collection of garbage.
          heldUpMs = 80;
        },
      },
    });
    await time.pass(budget.take('people', neverAborted()));
    await time.pass(budget.take('people', neverAborted()));
    expect(forfeited()).toBe(1);
    expect((await row())?.peopleSlots).toBe(3);
  });

  test('a failing database fails those who wait instead of leaving them', async () => {
    const broken = {
      db: {
        ...time.database.db,
        update: () => {
          throw new Error('down');
        },
      },
    };
    const budget = createRequestBudget({ database: Object.assign(Object.create(time.database), broken), ratePerS: 10 });
    const asked = [
      budget.take('people', neverAborted()),
      budget.take('people', neverAborted()),
      budget.take('poller', neverAborted()),
    ];
    for (const each of asked) await expect(each).rejects.toThrow('down');
  });
});

/** Each slot of the shared row as the database books it, whichever process asked for it. */
const recordSlots = [
  'create table booked (next_free_at timestamptz not null)',
  `create function record_slot() returns trigger language plpgsql as $$ begin
     if new.next_free_at <> old.next_free_at then insert into booked values (new.next_free_at); end if;
     return new;
   end $$`,
  'create trigger record_slot after update on request_budget for each row execute function record_slot()',
];

// How punctually requests arrive at a service is measured by `npm run drill -- budget`.
test('three processes on one PostgreSQL never book more than the rate, whatever their clocks say', async () => {
  const url = await createTestPostgresUrl();
  const database = await openPostgres({ url, migrations: await readMigrations() });
  for (const statement of recordSlots) await database.db.execute(sql.raw(statement));
  const arrivals: string[] = [];
  const service = createServer((request, response) => {
    arrivals.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  const target = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  const plan = { databaseUrl: url, target, ratePerS: 10, peoplePerS: 3, pollerQueue: 100 };
  const processes = await Promise.all(
    [0, 30_000, -30_000].map((clockOffMs) =>
      startChild('lib/store/testing/spend-budget.ts', [JSON.stringify({ ...plan, clockOffMs })]),
    ),
  );
  try {
    await Promise.all(processes.map((each) => each.readLine()));
    for (const each of processes) each.sendLine('go');
    await vi.waitFor(() => expect(arrivals.length > 20 && new Set(arrivals).size).toBe(2), eventually);
    for (const each of processes) each.sendLine('stop');
    await Promise.all(processes.map((each) => each.readLine()));
    const booked = await database.db
      .select({ atMs: sql`extract(epoch from next_free_at) * 1000`.mapWith(Number) })
      .from(sql`booked`);
    expect(
      mostWithin(
        1_000,
        booked.map(({ atMs }) => atMs),
      ),
    ).toBeLessThanOrEqual(10);
    expect(new Set(arrivals)).toEqual(new Set(['/people', '/poller']));
    expect(arrivals.length).toBeLessThanOrEqual(booked.length);
  } finally {
    await Promise.all(processes.map((each) => each.kill()));
    await new Promise((resolve) => service.close(resolve));
    await database.close();
  }
});
