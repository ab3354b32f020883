import { systemClock, type Clock, type Random } from '../../core/clock';
import { readPause, pauseBudget, takePeopleSlot, takePollerSlot, type SlotPacing } from './request-slots';
import type { Database } from '../database/database';

type BudgetLane = 'people' | 'poller';

export interface RequestBudget {
  /** Resolves when the request may leave, which should then be at once. Rejects with the signal's reason. */
  take(lane: BudgetLane, signal: AbortSignal): Promise<void>;
  /** Nobody's request leaves for that long, in any process. */
  pause(forMs: number): Promise<void>;
}

export interface RequestBudgetOptions {
  database: Pick<Database, 'db'>;
  ratePerS: number;
  clock?: Clock;
  random?: Random;
  /** Services with a limit of their own have a row of their own. */
  name?: string;
  /** A clock that nobody sets, for noticing that we were held up. */
  monotonicMs?: () => number;
  /** Called for each slot that began while this process was held up. */
  onForfeit?: () => void;
}

/** A slot that this process is later for than that is not used: the service would see it beside the next ones. */
const maxLateMs = 50;
const maxPauseMs = 300_000;
const maxRetryWaitMs = 250;

/**
 * The service counts arrivals, not departures: a request may leave up to 50 ms late, and travel a little longer than
 * the one that is tenth after it. So eleven slots in a row span 1,160 ms and not 1,000: 160 ms may go wrong between
 * the first and the last before eleven arrive within one second, and 8.6 of 10 a second are still used.
 *
 * @internal Tested by itself, without waiting.
 */
export function computeSlotPacing(ratePerS: number): SlotPacing {
  const spacingMs = 1_160 / ratePerS;
  return {
    spacingMs,
    pollerAheadMs: Math.min(50, spacingMs / 2),
    peopleActiveMs: 1.5 * spacingMs,
    // Two in five at most, one in three when every slot is taken, and never nothing.
    pollerSpacingMs: 2.5 * spacingMs,
  };
}

interface Waiter {
  serve(): void;
  fail(error: unknown): void;
}

/**
 * The request budget as one row, shared by all processes and kept on the database's clock: each asks for the next
 * free slot and is told how long to wait for it. People book their slot when they come. The watcher stands in one
 * queue a process, whose head alone asks, and never books ahead of a person who comes later.
 */
export function createRequestBudget(options: RequestBudgetOptions): RequestBudget {
  const { ratePerS, clock = systemClock, random = Math.random, name = 'live' } = options;
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const { db } = options.database;
  const pace = computeSlotPacing(ratePerS);
  const waiting: Record<BudgetLane, Waiter[]> = { people: [], poller: [] };
  const roundTrips = createRollingMinimum(20);
  let pollerBooking = false;

  /** Asks the database, and keeps when the question left: the slot it tells of is counted from then at the earliest. */
  const query = async <T>(question: () => Promise<T>) => {
    const queriedMs = monotonicMs();
    const answer = await question();
    const answeredMs = monotonicMs();
    return { answer, answeredMs, expectedMs: queriedMs + roundTrips.add(answeredMs - queriedMs) };
  };

  /** Waits for a booked slot. False when it may not be used: everybody was paused since, or we were held up. */
  const reach = async (inMs: number, answeredMs: number, expectedMs: number): Promise<boolean> => {
    const dueMs = answeredMs + Math.max(0, inMs);
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

  /** One booking for each who waits. Served is whoever waits longest: the slot of one who gave up is not lost. */
  const bookForPerson = async (waiter: Waiter) => {
    try {
      while (waiting.people.length > 0) {
        const { answer: inMs, answeredMs, expectedMs } = await query(() => takePeopleSlot(db, name, pace));
        if (await reach(inMs, answeredMs, expectedMs)) {
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
        const { answer, answeredMs, expectedMs } = await query(() => takePollerSlot(db, name, pace));
        if ('retryInMs' in answer) {
          // A little apart from the watchers of other processes, which were told the same moment.
          await clock.sleep(Math.min(Math.max(answer.retryInMs, 0), maxRetryWaitMs) + 5 * random());
        } else if (await reach(answer.inMs, answeredMs, expectedMs)) {
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
        const giveUp = () => {
          waiting[lane] = waiting[lane].filter((other) => other !== waiter);
          reject(signal.reason);
        };
        const waiter: Waiter = {
          serve: () => {
            signal.removeEventListener('abort', giveUp);
            resolve();
          },
          fail: (error) => {
            signal.removeEventListener('abort', giveUp);
            reject(error);
          },
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting[lane].push(waiter);
        void (lane === 'people' ? bookForPerson(waiter) : bookForPoller());
      }),
    pause: (forMs) => pauseBudget(db, name, Math.min(Math.max(forMs, 0), maxPauseMs)),
  };
}

/** The least of the last few: what a round trip costs when nothing is in the way. */
function createRollingMinimum(size: number): { add(value: number): number } {
  const last: number[] = [];
  return {
    add: (value) => {
      last.push(value);
      if (last.length > size) last.shift();
      return Math.min(...last);
    },
  };
}
