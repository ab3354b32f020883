import { claimBulkLookup } from '../../store/imports/bulk-lookups';
import { claimDuePolls, releasePoll, secondsToNextPoll } from '../../store/service-calls/poll-schedule';
import { poll, pollLeaseS, processBulkLookup, type PollOutcome, type PollDeps } from './poll';
import { backoffS } from './poll-schedule';

export interface Poller {
  start(): void;
  /** Releases unfinished claims, so that other instances can take them at once. */
  stop(): Promise<void>;
}

export interface PollerOptions {
  /** Polls in flight or waiting for the request budget. A short queue lets urgent polls start soon. */
  maxInFlight?: number;
  /** Longest sleep when nothing is due, and so the longest wait of a poll requested on another instance. */
  idleMs?: number;
  refreshEveryMs?: number;
}

/** After this many failed polls in a row, one poll at a time finds out whether the service is back. */
const maxFailures = 5;
const maxBackoffS = 60;

/** The request budget sets the pace. Several instances can run: each poll is claimed with a lease. */
export function createPoller(deps: PollDeps, options: PollerOptions = {}): Poller {
  const { maxInFlight = 8, idleMs = 2000, refreshEveryMs = 60_000 } = options;
  const { database, clock, log } = deps;
  const { db } = database;
  const inFlight = new Set<Promise<void>>();
  let stopping = new AbortController();
  let loop: Promise<void> | undefined;
  let failures = 0;
  let bulkFirst = false;

  const idle = (ms: number) => clock.sleep(ms, stopping.signal).catch(() => undefined);

  const recordOutcome = (kind: string, outcome: PollOutcome) => {
    deps.metrics.poll({ kind, outcome });
    failures = outcome === 'failed' ? failures + 1 : 0;
  };

  const spawn = (kind: string, work: (signal: AbortSignal) => Promise<PollOutcome>, release?: () => Promise<void>) => {
    // A signal of its own per poll: each adds listeners to it.
    const signal = AbortSignal.any([stopping.signal]);
    const running = work(signal)
      .then((outcome) => recordOutcome(kind, outcome))
      .catch(async (err: unknown) => {
        if (!signal.aborted) log.error({ err }, 'a poll failed unexpectedly');
        await release?.().catch(() => undefined);
      })
      .finally(() => inFlight.delete(running));
    inFlight.add(running);
  };

  /** Alternates between bulk lookups and due polls, so that neither starves. */
  const claimOne = async (): Promise<boolean> => {
    bulkFirst = !bulkFirst;
    return bulkFirst ? (await claimBulk()) || (await claimDue()) : (await claimDue()) || (await claimBulk());
  };
  const claimBulk = async (): Promise<boolean> => {
    const row = await claimBulkLookup(db, pollLeaseS);
    if (!row) return false;
    spawn('bulk', (signal) => processBulkLookup(deps, row, signal));
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
    const isDown = failures >= maxFailures;
    if (inFlight.size >= (isDown ? 1 : maxInFlight)) {
      await Promise.race(inFlight);
      return;
    }
    if (isDown) await idle(1000 * Math.min(maxBackoffS, backoffS(failures - maxFailures + 1, deps.random)));
    if (stopping.signal.aborted || (await claimOne())) return;
    const untilNextS = await secondsToNextPoll(db);
    await idle(Math.min(idleMs, Math.max(50, (untilNextS ?? Number.POSITIVE_INFINITY) * 1000)));
  };

  const run = async () => {
    let refreshedMs = Number.NEGATIVE_INFINITY;
    while (!stopping.signal.aborted) {
      try {
        const nowMs = clock.now().getTime();
        if (nowMs - refreshedMs >= refreshEveryMs) {
          if (refreshedMs === Number.NEGATIVE_INFINITY) await deps.planner.planMissing();
          await deps.planner.refresh();
          refreshedMs = nowMs;
        }
        await step();
      } catch (err) {
        log.error({ err }, 'the poller loop failed');
        await idle(idleMs);
      }
    }
  };

  return {
    start: () => {
      if (loop) return;
      stopping = new AbortController();
      loop = run();
    },
    stop: async () => {
      stopping.abort(new Error('the poller is stopping'));
      await loop;
      await Promise.allSettled(inFlight);
      loop = undefined;
    },
  };
}
