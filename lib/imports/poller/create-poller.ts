import {
  type BreakerState,
  checkBreaker,
  closedBreaker,
  recordSuccess,
  recordFailure,
  recordInconclusive,
} from '../../service/client/circuit-breaker';
import { claimBulkLookup } from '../../store/bulk-work';
import {
  claimDuePolls,
  releasePoll,
  secondsToNextPoll,
  checkPollRateLimit,
} from '../../store/service-calls/poll-schedule';
import { poll, pollDeadlineMs, pollLeaseS, type PollOutcome, type PollDeps } from './poll';
import { processBulkLookup } from './process-bulk-lookup';

export interface Poller {
  start(): void;
  /** Ends cleanly: what was claimed and not finished is given back, so that others take it at once. */
  stop(): Promise<void>;
}

export interface PollerOptions {
  /** Requests a second over all instances. */
  sharePerS: number;
  /** How long to sleep when nothing is due; an urgent look on another instance's account waits at most this. */
  idleMs?: number;
  refreshEveryMs?: number;
}

/** Looks of this instance at the same time; waiting for answers costs nothing but patience. */
const atOnce = 8;

/**
 * The thin loop around the schedule: takes a turn of the watcher's share, claims what is due, looks. Any number of
 * instances run it at once; the claims keep them apart, and a claim that its owner did not live to finish runs out.
 */
export function createPoller(deps: PollDeps, options: PollerOptions): Poller {
  const { idleMs = 2000, refreshEveryMs = 60_000 } = options;
  const { database, clock, log } = deps;
  const { db } = database;
  const inFlight = new Set<Promise<void>>();
  let ending = new AbortController();
  let loop: Promise<void> | undefined;
  let breaker: BreakerState = closedBreaker;
  let bulkTurn = false;

  const idle = (ms: number) => clock.sleep(ms, ending.signal).catch(() => undefined);

  const note = (kind: string, outcome: PollOutcome) => {
    deps.metrics.poll({ kind, outcome });
    breaker = outcome === 'failed' ? recordFailure(breaker, clock.now().getTime()) : recordSuccess();
  };

  const spawn = (kind: string, work: (signal: AbortSignal) => Promise<PollOutcome>, giveBack: () => Promise<void>) => {
    const { signal } = ending;
    const running = work(signal)
      .then((outcome) => note(kind, outcome))
      .catch(async (err: unknown) => {
        if (!signal.aborted) log.error({ err }, 'the watcher stumbled');
        await giveBack().catch(() => undefined);
      })
      .finally(() => inFlight.delete(running));
    inFlight.add(running);
  };

  /** Names that people wait for and what is due take turns, so that neither starves the other. */
  const claimOne = async (): Promise<boolean> => {
    bulkTurn = !bulkTurn;
    return bulkTurn ? (await claimBulk()) || (await claimDue()) : (await claimDue()) || (await claimBulk());
  };
  const claimBulk = async (): Promise<boolean> => {
    const row = await claimBulkLookup(db, pollLeaseS);
    if (!row) return false;
    spawn(
      'bulk',
      (signal) => processBulkLookup(deps, row, signal),
      async () => undefined,
    );
    return true;
  };
  const claimDue = async (): Promise<boolean> => {
    const [due] = await claimDuePolls(db, { by: deps.instance, limit: 1, leaseS: pollLeaseS });
    if (!due) return false;
    spawn(
      due.kind,
      (signal) => poll(deps, due, signal),
      () => releasePoll(db, due, deps.instance),
    );
    return true;
  };

  const step = async () => {
    if (inFlight.size >= atOnce) {
      await Promise.race(inFlight);
      return;
    }
    // While the service is down one look at a time finds out whether it is back.
    if (breaker.state !== 'closed' && inFlight.size > 0) {
      await Promise.race(inFlight);
      return;
    }
    const waitS = await checkPollRateLimit(db, options.sharePerS);
    if (waitS > 0) {
      await idle(Math.min(1000, waitS * 1000));
      return;
    }
    const asked = checkBreaker(breaker, clock.now().getTime(), pollDeadlineMs);
    breaker = asked.next;
    if (!asked.allowed) {
      await idle(1000);
      return;
    }
    if (await claimOne()) return;
    breaker = recordInconclusive(breaker, clock.now().getTime());
    const untilNextS = await secondsToNextPoll(db);
    await idle(Math.min(idleMs, Math.max(50, (untilNextS ?? Number.POSITIVE_INFINITY) * 1000)));
  };

  const run = async () => {
    let refreshedMs = Number.NEGATIVE_INFINITY;
    while (!ending.signal.aborted) {
      try {
        const nowMs = clock.now().getTime();
        if (nowMs - refreshedMs >= refreshEveryMs) {
          if (refreshedMs === Number.NEGATIVE_INFINITY) await deps.planner.planMissing();
          await deps.planner.refresh();
          refreshedMs = nowMs;
        }
        await step();
      } catch (err) {
        log.error({ err }, 'the watcher stumbled');
        await idle(idleMs);
      }
    }
  };

  return {
    start: () => {
      if (loop) return;
      ending = new AbortController();
      loop = run();
    },
    stop: async () => {
      ending.abort(new Error('the watcher ends'));
      await loop;
      await Promise.allSettled(inFlight);
      loop = undefined;
    },
  };
}
