import { systemClock, type Clock, type Random } from '../../core/clock';
import { readPause, pauseBudget, takePeopleSlot, takePollerSlot, type SlotPacing } from './request-slots';
import type { Database } from '../database/database';

type BudgetLane = 'people' | 'poller';

export interface RequestBudget {
  /** Resolves when the request may be sent, which the caller should do at once. */
  take(lane: BudgetLane, signal: AbortSignal): Promise<void>;
  /** Blocks all requests of all processes. */
  pause(forMs: number): Promise<void>;
}

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
const maxPauseMs = 300_000;
const maxRetryWaitMs = 250;

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

interface Waiter {
  serve(): void;
  fail(error: unknown): void;
}

/**
 * A rate limit shared by all processes through one database row, on the database clock. Each caller books the next free
 * slot and waits for it. People book when they arrive. The poller has one queue per process; only its head books, and
 * never ahead of people who come later.
 */
export function createRequestBudget(options: RequestBudgetOptions): RequestBudget {
  const { ratePerS, clock = systemClock, random = Math.random, name = 'live' } = options;
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const { db } = options.database;
  const pace = computeSlotPacing(ratePerS);
  const waiting: Record<BudgetLane, Waiter[]> = { people: [], poller: [] };
  /** The last few; the shortest is the round trip to an idle database. */
  const roundTripsMs: number[] = [];
  let pollerBooking = false;

  /** Measures the query, because a slot is relative to the time the database ran it. */
  const query = async <T>(run: () => Promise<T>) => {
    const sentMs = monotonicMs();
    const result = await run();
    const receivedMs = monotonicMs();
    roundTripsMs.push(receivedMs - sentMs);
    if (roundTripsMs.length > 20) roundTripsMs.shift();
    return { result, receivedMs, expectedMs: sentMs + Math.min(...roundTripsMs) };
  };

  /** Waits for a booked slot. False if it must not be used, because of a pause or a delay of this process. */
  const waitForSlot = async (inMs: number, receivedMs: number, expectedMs: number): Promise<boolean> => {
    const dueMs = receivedMs + Math.max(0, inMs);
    const sleepUntil = async (atMs: number) => {
      const leftMs = atMs - monotonicMs();
      if (leftMs > 0) await clock.sleep(leftMs);
    };
    if (inMs > 20) {
      await sleepUntil(dueMs - 10);
      if ((await readPause(db, name)) > 0) return false;
    }
    await sleepUntil(dueMs);
    if (monotonicMs() - (expectedMs + inMs) <= maxLateMs) return true;
    options.onForfeit?.();
    return false;
  };

  const serve = (first: BudgetLane, second: BudgetLane) => (waiting[first].shift() ?? waiting[second].shift())?.serve();

  /** Serves the one who waits longest, so that the slot of an aborted call is not lost. */
  const bookForPerson = async (waiter: Waiter) => {
    try {
      while (waiting.people.length > 0) {
        const { result: inMs, receivedMs, expectedMs } = await query(() => takePeopleSlot(db, name, pace));
        if (await waitForSlot(inMs, receivedMs, expectedMs)) {
          serve('people', 'poller');
          return;
        }
      }
    } catch (error) {
      const failed = waiting.people.includes(waiter) ? waiter : waiting.people.at(-1);
      waiting.people = waiting.people.filter((other) => other !== failed);
      failed?.fail(error);
    }
  };

  const bookForPoller = async () => {
    if (pollerBooking) return;
    pollerBooking = true;
    try {
      while (waiting.poller.length > 0) {
        const { result, receivedMs, expectedMs } = await query(() => takePollerSlot(db, name, pace));
        if ('retryInMs' in result) {
          // Jitter: the pollers of other processes were given the same time.
          await clock.sleep(Math.min(Math.max(result.retryInMs, 0), maxRetryWaitMs) + 5 * random());
        } else if (await waitForSlot(result.inMs, receivedMs, expectedMs)) {
          serve('poller', 'people');
        }
      }
    } catch (error) {
      for (const waiter of waiting.poller.splice(0)) waiter.fail(error);
    } finally {
      pollerBooking = false;
    }
  };

  return {
    take: (lane, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const onAbort = () => {
          waiting[lane] = waiting[lane].filter((other) => other !== waiter);
          reject(signal.reason);
        };
        const waiter: Waiter = {
          serve: () => {
            signal.removeEventListener('abort', onAbort);
            resolve();
          },
          fail: (error) => {
            signal.removeEventListener('abort', onAbort);
            reject(error);
          },
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting[lane].push(waiter);
        void (lane === 'people' ? bookForPerson(waiter) : bookForPoller());
      }),
    pause: (forMs) => pauseBudget(db, name, Math.min(Math.max(forMs, 0), maxPauseMs)),
  };
}
