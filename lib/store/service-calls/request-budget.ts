import { systemClock, type Clock, type Random } from '../../core/clock';
import type { Lane, RequestBudget } from '../../core/request-budget';
import type { Database } from '../database/database';
import { readPause, pauseBudget, takePeopleSlot, takePollerSlot, type SlotPacing } from './request-slots';
import { createFairQueue } from './fair-queue';

export interface RequestBudgetOptions {
  database: Pick<Database, 'db'>;
  ratePerS: number;
  clock?: Clock;
  random?: Random;
  /** A separate rate limit needs a separate row. */
  name?: string;
  /** Detects delays of this process. */
  monotonicMs?: () => number;
  /** Called for each slot that was missed because this process was delayed. */
  onForfeit?: () => void;
}

/** A slot missed by more than this is not used: the request would arrive together with the next ones. */
const maxLateMs = 50;
const maxRetryWaitMs = 250;
/** Then one lookup goes first, so that a bulk run does not stop all lookups. */
const maxDecisionsInARow = 4;

/**
 * The service counts arrivals. A request may be sent up to 50 ms late and have a longer latency than the tenth after it.
 * So eleven slots span 1,160 ms instead of 1,000: this tolerates 160 ms of jitter and still allows 8.6 of 10 requests per
 * second.
 *
 * @internal Exported for its test.
 */
export function computeSlotPacing(ratePerS: number): SlotPacing {
  const spacingMs = 1_160 / ratePerS;
  return {
    spacingMs,
    pollerAheadMs: Math.min(50, spacingMs / 2),
    peopleActiveMs: 1.5 * spacingMs,
    // At most two in five slots, one in three when every slot is taken, and never none.
    pollerSpacingMs: 2.5 * spacingMs,
  };
}

/** Enough to lose no slot while the next one is being booked, and so few that calls of other processes wait briefly. */
const slotsAhead = (spacingMs: number) => Math.max(2, 1 + Math.ceil(50 / spacingMs));

interface Waiter {
  serve(): void;
  fail(error: unknown): void;
}

/**
 * A rate limit shared by all processes through one database row, on the database clock.
 *
 * Calls wait in the queues of their process. A process books few slots ahead and gives each to the first in line when it
 * starts: decisions, then other calls for people, each fairly by person (`fair-queue.ts`). So a call waits for the
 * calls that go before it, not for all that came before it: a decision for the process's next slot and the decisions
 * before it, a person's first lookup for one lookup of each other person.
 *
 * Processes book in the order of their queries, so each busy process gets the same share. With n other busy processes the
 * first slot of a process comes after at most n times the slots they book ahead. A person whose calls are spread over
 * several processes has a share in each.
 *
 * The poller has one booked slot per process, and never books ahead of people who come later.
 */
export function createRequestBudget(options: RequestBudgetOptions): RequestBudget {
  const { ratePerS, clock = systemClock, random = Math.random, name = 'live' } = options;
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const { db } = options.database;
  const pace = computeSlotPacing(ratePerS);
  const maxBookings = slotsAhead(pace.spacingMs);
  const waiting = {
    decision: createFairQueue<Waiter>(),
    people: createFairQueue<Waiter>(),
    poller: createFairQueue<Waiter>(),
  };
  /** The last few; the shortest is the round trip to an idle database. */
  const roundTripsMs: number[] = [];
  let peopleBookings = 0;
  let pollerBooking = false;
  let decisionsInARow = 0;

  /** Measures the query, because a slot is relative to the time the database ran it. */
  const measure = async <T>(run: () => Promise<T>) => {
    const sentMs = monotonicMs();
    const result = await run();
    const receivedMs = monotonicMs();
    roundTripsMs.push(receivedMs - sentMs);
    if (roundTripsMs.length > 20) roundTripsMs.shift();
    return { result, receivedMs, expectedMs: sentMs + Math.min(...roundTripsMs) };
  };
  /** A lost connection must not fail all who wait, so it is tried again once. */
  const query = <T>(run: () => Promise<T>) => measure(run).catch(() => measure(run));

  /** Waits for a booked slot. False if it must not be used, because of a pause or a delay of this process. */
  const waitForSlot = async (inMs: number, receivedMs: number, expectedMs: number): Promise<boolean> => {
    const dueMs = receivedMs + Math.max(0, inMs);
    const sleepUntil = async (atMs: number) => {
      const leftMs = atMs - monotonicMs();
      // Slots are stored in whole milliseconds, so a free one seems to start a fraction later; a timer takes longer.
      if (leftMs >= 1) await clock.sleep(leftMs);
    };
    if (inMs > 20) {
      await sleepUntil(dueMs - 10);
      const pauseLeft = () => readPause(db, name);
      if ((await pauseLeft().catch(pauseLeft)) > 0) return false;
    }
    await sleepUntil(dueMs);
    if (monotonicMs() - (expectedMs + inMs) <= maxLateMs) return true;
    options.onForfeit?.();
    return false;
  };

  const serve = (order: readonly Lane[]) => {
    for (const lane of order) {
      const waiter = waiting[lane].takeNext();
      if (!waiter) continue;
      if (lane === 'decision') decisionsInARow += 1;
      else if (lane === 'people') decisionsInARow = 0;
      waiter.serve();
      return;
    }
  };
  const failAll = (lanes: readonly Lane[], error: unknown) => {
    for (const lane of lanes) {
      for (let waiter = waiting[lane].takeNext(); waiter; waiter = waiting[lane].takeNext()) waiter.fail(error);
    }
  };
  const peopleWaiting = () => waiting.decision.size() + waiting.people.size();

  /** Chooses whom to serve when the slot starts, so that the slot of an aborted call is not lost. */
  const bookForPeople = async () => {
    if (peopleBookings >= Math.min(maxBookings, peopleWaiting())) return;
    peopleBookings += 1;
    try {
      while (peopleWaiting() >= peopleBookings) {
        const { result: inMs, receivedMs, expectedMs } = await query(() => takePeopleSlot(db, name, pace));
        if (!(await waitForSlot(inMs, receivedMs, expectedMs))) continue;
        serve(
          decisionsInARow < maxDecisionsInARow ? ['decision', 'people', 'poller'] : ['people', 'decision', 'poller'],
        );
      }
    } catch (error) {
      failAll(['decision', 'people'], error);
    } finally {
      peopleBookings -= 1;
    }
  };

  const bookForPoller = async () => {
    if (pollerBooking) return;
    pollerBooking = true;
    try {
      while (waiting.poller.size() > 0) {
        const { result, receivedMs, expectedMs } = await query(() => takePollerSlot(db, name, pace));
        if ('retryInMs' in result) {
          // Jitter: the pollers of other processes were given the same time.
          await clock.sleep(Math.min(Math.max(result.retryInMs, 0), maxRetryWaitMs) + 5 * random());
        } else if (await waitForSlot(result.inMs, receivedMs, expectedMs)) {
          serve(['poller', 'decision', 'people']);
          // An earlier attempt would find that no slot is free yet, with two statements.
          if (waiting.poller.size() > 0) await clock.sleep(pace.spacingMs);
        }
      }
    } catch (error) {
      failAll(['poller'], error);
    } finally {
      pollerBooking = false;
    }
  };

  return {
    take: ({ lane, person }, signal, onServed) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const onAbort = () => {
          waiting[lane].remove(person, waiter);
          reject(signal.reason);
        };
        const waiter: Waiter = {
          serve: () => {
            signal.removeEventListener('abort', onAbort);
            resolve();
            onServed?.();
          },
          fail: (error) => {
            signal.removeEventListener('abort', onAbort);
            reject(error);
          },
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting[lane].add(person, waiter);
        void (lane === 'poller' ? bookForPoller() : bookForPeople());
      }),
    pause: (forMs) => pauseBudget(db, name, forMs),
  };
}
