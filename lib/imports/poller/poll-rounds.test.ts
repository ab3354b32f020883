import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCipher, generateKey } from '../../core/cipher';
import { silentLog } from '../../core/log';
import { createMetrics } from '../../core/metrics';
import { createManualClock } from '../../core/testing/manual-clock';
import type { Database } from '../../store/database/database';
import { pollUnits } from '../../store/schema/polling';
import { pollNow } from '../../store/service-calls/poll-schedule';
import { openTestPostgresDatabase } from '../../store/testing/open-test-database';
import { createStatementRecorder } from '../../store/testing/record-statements';
import { createVirtualTime, type VirtualTime } from '../../store/testing/virtual-time';
import { observeAll } from '../observations/observe';
import { createAnswerBatch } from './create-answer-batch';
import { createPollPlanner } from './create-poll-planner';
import { createPoller } from './create-poller';
import { createFakeService } from './testing/create-fake-service';

const cipher = createCipher([generateKey()]);
/** Nothing is polled twice during a test. */
const limits = { shortestS: 3_600, longestS: 7_200 };
const units = 30;

let opened: Database;
let time: VirtualTime;
beforeEach(async () => {
  opened = await openTestPostgresDatabase();
  time = await createVirtualTime(opened);
});
afterEach(() => opened.close());

/** Unit n is due n seconds after the start. */
async function setUp({ latencyMs = 20 } = {}) {
  const { database, nowMs } = time;
  let offMs = 0;
  const clock = { ...time.clock, now: () => new Date(nowMs() + offMs) };
  const setClockBack = (ms: number) => {
    offMs = -ms;
  };
  let transactions = 0;
  const counted: Database = {
    ...database,
    transaction: (work) => {
      transactions += 1;
      return database.transaction(work);
    },
  };
  const service = createFakeService({ latencyMs, clock: time.clock });
  const planner = createPollPlanner({ database, random: () => 0.5, sharePerS: 4, limits });
  const observer = { database: counted, cipher, afterObserve: planner.afterObserve };
  const metrics = createMetrics();
  const deps = {
    database,
    client: service.client,
    observer,
    planner,
    clock,
    random: () => 0.5,
    log: silentLog,
    metrics,
  };
  const poller = createPoller({ ...deps, instance: 'a' });
  const names = Array.from({ length: units }, (_, n) => n);
  for (const n of names) service.put(`u${n}`, `i${n}`, 'In preparation');
  await observeAll(
    { database, cipher },
    names.map((n) => ({
      environment: 'live',
      importId: `i${n}`,
      source: 'lookup',
      status: 'In preparation',
      seenAt: clock.now(),
      about: { username: `u${n}` },
    })),
  );
  await planner.planMissing();
  await planner.refresh();
  await database.db.update(pollUnits).set({ nextPollAt: sql`now() + make_interval(secs => substr(key, 2)::int)` });
  const startMs = nowMs();
  const record = createStatementRecorder(database);
  const passS = (seconds: number) => record(() => time.passUntil(() => nowMs() >= startMs + seconds * 1000));
  const atS = () => service.calls.map(({ key, atMs }) => ({ key, atS: (atMs - startMs) / 1000 }));
  return { ...deps, poller, passS, atS, service, startMs, setClockBack, transactions: () => transactions };
}

it('claims and stores polls in rounds of ten seconds, each at most half a round early or late', async () => {
  const { poller, passS, atS, transactions } = await setUp();
  poller.start();
  const statements = await passS(units + 10);
  await time.pass(poller.stop());
  expect(atS()).toHaveLength(units);
  for (const { key, atS: polledS } of atS()) expect(Math.abs(polledS - Number(key.slice(1)))).toBeLessThan(5.2);
  const claims = statements.filter((text) => text.startsWith('update "poll_units" set "urgent"'));
  expect(claims.length).toBeLessThanOrEqual(units / 10 + 1);
  expect(transactions()).toBeLessThanOrEqual(units / 10 + 1);
  // To read what is due, to claim and to schedule, besides the transaction.
  expect(statements.length / (units + 10)).toBeLessThan(1);
});

it('reads the schedule every ten seconds while nothing is due', async () => {
  const { poller, passS, database, atS } = await setUp();
  await database.db.update(pollUnits).set({ nextPollAt: sql`now() + interval '1 hour'` });
  poller.start();
  const statements = await passS(50);
  await time.pass(poller.stop());
  expect(atS()).toEqual([]);
  expect(statements.filter((text) => text.includes('bulk_lookups')).length).toBeLessThanOrEqual(50 / 10 + 1);
});

it('polls what is urgent, and the details of what changed, before the next round', async () => {
  const { poller, passS, database, service, atS } = await setUp();
  service.put('u0', 'i0', 'Migration in progress');
  poller.start();
  await passS(0.5);
  await pollNow(database.db, 'i29');
  poller.wake();
  await passS(4.9);
  await time.pass(poller.stop());
  const reads = service.calls.filter(({ kind }) => kind === 'read').map(({ key }) => key);
  expect(reads.sort()).toEqual(['i0', 'i29']);
  expect(atS().filter(({ key }) => key.startsWith('i') && key !== 'i0' && key !== 'i29')).toEqual([]);
});

it('reads an import again that became urgent while it was polled, before the next round', async () => {
  const { poller, database, service } = await setUp({ latencyMs: 1000 });
  await database.db.update(pollUnits).set({ nextPollAt: sql`now() + interval '1 hour'` });
  await pollNow(database.db, 'i29');
  poller.start();
  // The first read changes something, the next ones do not.
  for (const reads of [1, 2]) {
    await time.pass(time.clock.sleep(2000));
    await pollNow(database.db, 'i29');
    poller.wake();
    await time.passUntil(() => service.calls.length > reads);
  }
  await pollNow(database.db, 'i29');
  poller.wake();
  await time.pass(time.clock.sleep(3000));
  await time.pass(poller.stop());
  expect(service.calls.map(({ key }) => key)).toEqual(['i29', 'i29', 'i29', 'i29']);
});

it('looks once at what is due after changes that come together', async () => {
  const { poller, database } = await setUp();
  await database.db.update(pollUnits).set({ nextPollAt: sql`now() + interval '1 hour'` });
  poller.start();
  await time.pass(time.clock.sleep(1000));
  const record = createStatementRecorder(database);
  const statements = await record(async () => {
    for (let i = 0; i < 20; i++) poller.wake();
    await time.pass(time.clock.sleep(100));
    poller.wake();
    await time.pass(time.clock.sleep(2000));
  });
  await time.pass(poller.stop());
  expect(statements.filter((text) => text.includes('bulk_lookups'))).toHaveLength(1);
});

it('goes on after the clock was set back', async () => {
  const { poller, planner, passS, atS, setClockBack } = await setUp();
  poller.start();
  await passS(1);
  setClockBack(3_600_000);
  const refresh = vi.spyOn(planner, 'refresh');
  await passS(units + 10);
  await time.pass(poller.stop());
  expect(atS()).toHaveLength(units);
  expect(refresh).toHaveBeenCalledOnce();
});

function answer(n: number) {
  const at = new Date();
  return {
    due: { kind: 'username', key: `u${n}`, failures: 0, unlisted: false, urgent: false, hinted: false } as const,
    inputs: [
      { environment: 'live', importId: `i${n}`, source: 'watcher', status: 'In preparation', seenAt: at } as const,
    ],
    listed: new Set([`i${n}`]),
    covered: new Set([`i${n}`]),
    sentAt: at,
    gone: false,
  };
}

it('waits for further answers as long for every batch', async () => {
  const { database, ...deps } = await setUp();
  const clock = createManualClock(new Date());
  const stored: string[] = [];
  const observer = {
    database,
    cipher,
    afterObserve: async (_: unknown, observed: readonly { importId: string }[]) => {
      stored.push(
        observed
          .map(({ importId }) => importId)
          .sort()
          .join(' '),
      );
    },
  };
  const batch = createAnswerBatch({ ...deps, database, observer, clock, instance: 'a' });
  const begin = () => {
    let end = () => undefined as void;
    const request = batch.receive(() => new Promise<void>((resolve) => (end = resolve)));
    return async () => {
      end();
      await request;
    };
  };
  const endFirst = begin();
  const first = batch.apply(answer(1));
  await clock.advance(1200);
  await endFirst();
  await Promise.all([first, batch.apply(answer(2))]);
  const endSecond = begin();
  const third = batch.apply(answer(3));
  // The time of the first batch would end here.
  await clock.advance(800);
  await endSecond();
  await Promise.all([third, batch.apply(answer(4))]);
  expect(stored).toEqual(['i1 i2', 'i3 i4']);
});

it.each([
  ['a constraint is violated', '23514', 3],
  ['the database is unavailable', '57P01', 1],
])('if %s, stores a batch of two in parts only where that can help', async (_, code, attempts) => {
  const { database, ...deps } = await setUp();
  let tried = 0;
  const observer = {
    database,
    cipher,
    afterObserve: () => {
      tried += 1;
      return Promise.reject(Object.assign(new Error(code), { code }));
    },
  };
  const batch = createAnswerBatch({ ...deps, database, observer, clock: createManualClock(new Date()), instance: 'a' });
  let end = () => undefined as void;
  const request = batch.receive(() => new Promise<void>((resolve) => (end = resolve)));
  const first = batch.apply(answer(1));
  end();
  await request;
  const outcomes = await Promise.allSettled([first, batch.apply(answer(2))]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(tried).toBe(attempts);
});
