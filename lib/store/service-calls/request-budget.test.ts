import { setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock, type Clock } from '../../core/clock';
import { eventually } from '../../core/testing/eventually';
import { createRequestBudget, computeSlotPacing, type RequestBudgetOptions } from './request-budget';
import { takePeopleSlot, takePollerSlot } from './request-slots';
import { openPostgres } from '../database/open-postgres';
import { readMigrations } from '../database/read-migrations';
import { requestBudget as budgetTable } from '../schema/service-calls';
import { forEachEngineAtFullSize } from '../testing/for-each-engine';
import { createTestPostgresUrl, openTestDatabase } from '../testing/open-test-database';
import { createStatementRecorder } from '../testing/record-statements';
import { startChild } from '../testing/start-child';
import { createVirtualTime, type VirtualTime } from '../testing/virtual-time';

const people = { lane: 'people', person: 'staff 1' } as const;
const poller = { lane: 'poller', person: null } as const;

const neverAborted = () => new AbortController().signal;

/** The highest number of times in any sliding window. */
function mostWithin(windowMs: number, times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(0, ...sorted.map((from, index) => sorted.slice(index).filter((at) => at - from < windowMs).length));
}

describe('slot pacing', () => {
  test.each([0.5, 1, 7, 10, 100])(
    'at %s per second never allows more than the rate in one second, even with 150 ms of jitter',
    (rate) => {
      const { spacingMs } = computeSlotPacing(rate);
      expect(rate * spacingMs).toBeGreaterThan(1_000 + 150);
      expect(1_000 / spacingMs).toBeGreaterThan(0.8 * rate);
    },
  );
});

test('does not wait for a slot that is free, although slots are stored in whole milliseconds', async () => {
  const database = await openTestDatabase();
  const sleeps: number[] = [];
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) => {
      sleeps.push(ms);
      return systemClock.sleep(ms, signal);
    },
  };
  const budget = createRequestBudget({ database, clock, ratePerS: 500 });
  for (let round = 0; round < 20; round += 1) {
    await budget.take(people, neverAborted());
    await systemClock.sleep(5);
  }
  expect(sleeps).toEqual([]);
});

forEachEngineAtFullSize((_engine, open) => {
  let time: VirtualTime;
  let names = 0;
  beforeAll(async () => {
    time = await createVirtualTime(await open());
  });
  /** Each test has its own row. Several budgets on one row act like several processes. */
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
    return { name, create, row, forfeited: () => late };
  };

  test('several polls that wait take one statement each', async () => {
    const budget = fresh().create();
    await time.pass(budget.take(poller, neverAborted()));
    const record = createStatementRecorder(time.database);
    const takeAll = () => Promise.all(Array.from({ length: 5 }, () => budget.take(poller, neverAborted())));
    await time.pass(time.clock.sleep(1000));
    const statements = await record(() => time.pass(takeAll()));
    expect(statements).toHaveLength(5);
  });

  test.each([
    ['not delayed', 0],
    ['delayed by half a second', 500],
  ])('never exceeds the rate in any sliding second with processes that are %s', async (_, delayMs) => {
    const { create } = fresh();
    const startedMs = time.nowMs();
    const times: number[] = [];
    const clock: RequestBudgetOptions['clock'] = {
      ...time.clock,
      sleep: async (ms, signal) => {
        await time.clock.sleep(ms, signal);
        // Everything due during the delay wakes up together at its end.
        const leftMs = startedMs + delayMs - time.nowMs();
        if (leftMs > 0) await time.clock.sleep(leftMs, signal);
      },
    };
    const [one, other] = [create({ clock }), create({ clock })];
    const take = (index: number) =>
      (index % 2 ? one : other).take(index % 3 ? people : poller, neverAborted()).then(() => times.push(time.nowMs()));
    await time.pass(Promise.all(Array.from({ length: 40 }, (__, index) => take(index))));
    expect(mostWithin(1_000, times)).toBeLessThanOrEqual(20);
    expect(times).toHaveLength(40);
  });

  test('lets at most two poller requests go before a person, however many are queued', async () => {
    const { create } = fresh();
    const budgets = Array.from({ length: 4 }, () => create());
    let polled = 0;
    const stop = new AbortController();
    setMaxListeners(0, stop.signal);
    for (let index = 0; index < 1_000; index += 1) {
      budgets[index % 4]?.take(poller, stop.signal).then(
        () => (polled += 1),
        () => undefined,
      );
    }
    await time.passUntil(() => polled > 3);
    for (let person = 0; person < 5; person += 1) {
      const polledBefore = polled;
      await time.pass(budgets[0]?.take(people, neverAborted()) ?? Promise.reject(new Error('no budget')));
      expect(polled - polledBefore).toBeLessThanOrEqual(2);
    }
    stop.abort();
  });

  test('gives all pollers together some slots while people wait, at most 40 %', async () => {
    const name = `test ${++names}`;
    const pace = computeSlotPacing(5);
    // Booked while the clock does not move, so people wait throughout.
    let granted = 0;
    for (let person = 1; person <= 20; person += 1) {
      await takePeopleSlot(time.database.db, name, pace);
      for (let poller = 0; poller < 3; poller += 1) {
        if ('inMs' in (await takePollerSlot(time.database.db, name, pace))) granted += 1;
      }
      expect(granted).toBeLessThanOrEqual(Math.ceil(0.4 * (person + granted)));
    }
    expect(granted).toBeGreaterThan(3);
  });

  test('gives the poller every slot when no one waits', async () => {
    const { create, row } = fresh();
    const budget = create();
    await time.pass(Promise.all(Array.from({ length: 8 }, () => budget.take(poller, neverAborted()))));
    expect(await row()).toMatchObject({ pollerSlots: 8, peopleSlots: 0 });
  });

  test('delays everyone during a pause, including those with a booked slot', async () => {
    const { create } = fresh();
    const [one, other] = [create({ ratePerS: 1 }), create({ ratePerS: 1 })];
    await time.pass(one.take(people, neverAborted()));
    const booked = other.take(people, neverAborted());
    const pausedAtMs = time.nowMs();
    await one.pause(1_500);
    const stop = new AbortController();
    const polled = one.take(poller, stop.signal).catch(() => 'aborted');
    await time.pass(booked);
    expect(time.nowMs() - pausedAtMs).toBeGreaterThanOrEqual(1_500);
    stop.abort();
    expect(await polled).toBe('aborted');
  });

  test('limits a pause to 15 minutes, and ends it when the clock is set back', async () => {
    const { create, row, name } = fresh();
    const budget = create();
    const pauseLeftMs = async () => ((await row())?.pausedUntil?.getTime() ?? 0) - time.nowMs();
    const dayMs = 24 * 3_600_000;
    await budget.pause(dayMs);
    expect(await pauseLeftMs()).toBe(15 * 60_000);
    const { db } = time.database;
    await db
      .update(budgetTable)
      .set({ pausedUntil: new Date(time.nowMs() + dayMs) })
      .where(eq(budgetTable.name, name));
    const startedMs = time.nowMs();
    await time.pass(Promise.all([people, people, poller].map((each) => budget.take(each, neverAborted()))));
    expect(time.nowMs() - startedMs).toBeLessThan(60_000);
    await budget.pause(1_000);
    expect(await pauseLeftMs()).toBe(1_000);
  });

  test('rejects an aborted caller with the reason and gives its slot to the next', async () => {
    const { create, row } = fresh();
    const budget = create({ ratePerS: 5 });
    await time.pass(budget.take(people, neverAborted()));
    const reason = new Error('the page was closed');
    const gone = new AbortController();
    const first = budget.take(people, gone.signal);
    const second = budget.take(people, neverAborted());
    gone.abort(reason);
    await expect(first).rejects.toBe(reason);
    await expect(budget.take(people, AbortSignal.abort(reason))).rejects.toBe(reason);
    await time.pass(second);
    // Three bookings: the second waiter used the slot of the first, and its own stays unused.
    expect((await row())?.peopleSlots).toBe(3);
  });

  test('books another slot when the process is too late for the first', async () => {
    const { create, row, forfeited } = fresh();
    let delayMs = 0;
    const budget = create({
      ratePerS: 10,
      monotonicMs: () => time.nowMs() + delayMs,
      clock: {
        ...time.clock,
        sleep: async (ms, signal) => {
          await time.clock.sleep(ms, signal);
          // Delayed once, as by a long garbage collection.
          delayMs = 80;
        },
      },
    });
    await time.pass(budget.take(people, neverAborted()));
    await time.pass(budget.take(people, neverAborted()));
    expect(forfeited()).toBe(1);
    expect((await row())?.peopleSlots).toBe(3);
  });

  test('gives a call that waits in two lanes one slot only', async () => {
    const { create } = fresh();
    const budget = create();
    const call = new AbortController();
    let served = 0;
    const take = (requester: typeof people | typeof poller) =>
      budget.take(requester, call.signal, () => {
        served += 1;
        call.abort(new Error('served'));
      });
    const results = await time.pass(Promise.allSettled([take(poller), take(people)]));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(served).toBe(1);
  });

  test('serves all callers although one query fails', async () => {
    let failures = 0;
    const { db } = time.database;
    const failing = new Proxy(db, {
      get: (target, property) => {
        if (property === 'update' && failures < 1) {
          failures += 1;
          throw new Error('connection lost');
        }
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const { create } = fresh();
    const budget = create({ database: { db: failing } });
    await time.pass(Promise.all([budget.take(people, neverAborted()), budget.take(people, neverAborted())]));
    expect(failures).toBe(1);
  });

  test('rejects waiting callers when the database fails', async () => {
    const broken = {
      db: {
        ...time.database.db,
        update: () => {
          throw new Error('down');
        },
      },
    };
    const budget = createRequestBudget({ database: Object.assign(Object.create(time.database), broken), ratePerS: 10 });
    const calls = [
      budget.take(people, neverAborted()),
      budget.take(people, neverAborted()),
      budget.take(poller, neverAborted()),
    ];
    for (const each of calls) await expect(each).rejects.toThrow('down');
  });
});

/** Records every booked slot, whichever process booked it. */
const recordSlots = [
  'create table booked (next_free_at timestamptz not null)',
  `create function record_slot() returns trigger language plpgsql as $$ begin
     if new.next_free_at <> old.next_free_at then insert into booked values (new.next_free_at); end if;
     return new;
   end $$`,
  'create trigger record_slot after update on request_budget for each row execute function record_slot()',
];

// `npm run drill -- budget` measures when requests arrive at a service.
test('never exceeds the rate with three processes on one PostgreSQL whose clocks differ', async () => {
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
