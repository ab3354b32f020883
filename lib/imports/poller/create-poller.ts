import { runAsJob } from '../../core/span';
import { claimBulkLookup } from '../../store/imports/bulk-lookups';
import { claimDuePolls, readNextWork, releasePoll } from '../../store/service-calls/poll-schedule';
import type { PollDeps, PollOutcome } from './apply-answers';
import { createAnswerBatch } from './create-answer-batch';
import { createPace } from './create-pace';
import { poll, pollLeaseS, processBulkLookup } from './poll';
import { backoffS } from './poll-schedule';

export interface Poller {
  start(): void;
  /** After a change, which may have made something due. */
  wake(): void;
  /** Releases unfinished claims, so that other instances can take them at once. */
  stop(): Promise<void>;
}

export interface PollerOptions {
  /** Polls in flight or waiting for the request budget. A short queue lets urgent polls start soon. */
  maxInFlight?: number;
  /** Longest sleep when nothing is due, and so the longest wait of an urgent poll whose change was missed. */
  idleMs?: number;
  refreshEveryMs?: number;
  /** Polls that are due within this time start together: claiming and storing them takes as many statements as one poll. */
  roundMs?: number;
}

/** After this many failed polls in a row, one poll at a time finds out whether the service is back. */
const maxFailures = 5;
const maxBackoffS = 60;
/** After an error, such as an outage of the database. */
const retryMs = 2500;
/** Changes that come together are followed by one look at what is due. */
const wakeMs = 250;
/** Should an import lose its poll, it is scheduled again at the latest after this many refreshes. */
const refreshesPerCheck = 10;

/**
 * Polls what is due, at most at the planned rate: after a stop, everything is due at once. The request budget then lets
 * people go first. Several instances can run: each poll is claimed with a lease.
 */
export function createPoller(deps: PollDeps, options: PollerOptions = {}): Poller {
  const { maxInFlight = 16, idleMs = 10_000, refreshEveryMs = 60_000, roundMs = 10_000 } = options;
  const { database, clock, log } = deps;
  const { db } = database;
  const inFlight = new Set<Promise<void>>();
  let stopping = new AbortController();
  let loop: Promise<void> | undefined;
  let failures = 0;
  let bulkFirst = false;
  let nextRoundMs = 0;
  let wakes = 0;
  /** Something may have become due since the last look. */
  let looksAgain = false;
  let sleeping: AbortController | undefined;
  const pace = createPace(clock, deps.planner.sharePerS);
  const answers = createAnswerBatch(deps);

  const idle = (ms: number) => clock.sleep(ms, stopping.signal).catch(() => undefined);

  const lookAgain = () => {
    looksAgain = true;
    sleeping?.abort();
  };
  const sleepUntilWoken = async (ms: number) => {
    if (!looksAgain && !stopping.signal.aborted) {
      sleeping = new AbortController();
      await clock.sleep(ms, sleeping.signal).catch(() => undefined);
      sleeping = undefined;
    }
    if (looksAgain) await idle(Math.min(ms, wakeMs));
  };

  const recordOutcome = (kind: string, outcome: PollOutcome) => {
    deps.metrics.poll({ kind, outcome });
    failures = outcome === 'failed' ? failures + 1 : 0;
    if (outcome !== 'changed') return;
    // Its details are read next.
    nextRoundMs = 0;
    lookAgain();
  };

  const spawn = (kind: string, work: (signal: AbortSignal) => Promise<PollOutcome>, release?: () => Promise<void>) => {
    // A signal of its own per poll: each adds listeners to it.
    const signal = AbortSignal.any([stopping.signal]);
    const wakesBefore = wakes;
    const pollOnce = async () => {
      try {
        recordOutcome(kind, await work(signal));
      } catch (err) {
        if (!signal.aborted) log.error({ err }, 'a poll failed unexpectedly');
        await release?.().catch(() => undefined);
      }
    };
    const running = runAsJob(deps.startTrace, `poll ${kind}`, pollOnce).finally(() => {
      inFlight.delete(running);
      // It may have become urgent meanwhile, which could not be seen while it was claimed.
      if (wakes > wakesBefore) lookAgain();
    });
    inFlight.add(running);
  };

  const claimBulk = async (): Promise<number> => {
    const row = await claimBulkLookup(db, pollLeaseS);
    if (!row) return 0;
    spawn('bulk', (signal) => processBulkLookup(deps, row, signal));
    return 1;
  };
  const claimDue = async (limit: number): Promise<number> => {
    // Half a round early or late, so that the mean interval stays as planned.
    const aheadS = roundMs / 2000;
    const claimed = await claimDuePolls(db, { by: deps.instance, limit, leaseS: pollLeaseS, aheadS });
    // With more than that due, the next polls start as soon as the pace allows.
    if (claimed.length < limit) nextRoundMs = clock.now().getTime() + roundMs;
    for (const due of claimed)
      spawn(
        due.kind,
        (signal) => poll(deps, answers, due, signal),
        () => releasePoll(db, due, deps.instance),
      );
    return claimed.length;
  };

  const step = async () => {
    const isDown = failures >= maxFailures;
    const free = (isDown ? 1 : maxInFlight) - inFlight.size;
    if (free <= 0) {
      await Promise.race(inFlight);
      return;
    }
    if (isDown) await idle(1000 * Math.min(maxBackoffS, backoffS(failures - maxFailures + 1, deps.random)));
    else if (pace.waitMs() > 0) await idle(pace.waitMs());
    if (stopping.signal.aborted) return;
    looksAgain = false;
    const { pollInS, urgent, bulkLookups } = await readNextWork(db);
    const leftMs = nextRoundMs - clock.now().getTime();
    // Longer than a round if the clock was set back.
    const untilRoundMs = leftMs > roundMs ? 0 : leftMs;
    const isDue = urgent || (pollInS !== null && pollInS <= 0 && untilRoundMs <= 0);
    // Alternates, so that neither starves.
    bulkFirst = bulkLookups && (!isDue || !bulkFirst);
    const limit = Math.min(free, pace.available());
    const claimed = bulkFirst ? await claimBulk() : isDue ? await claimDue(limit) : 0;
    pace.use(claimed);
    const untilDueMs = (pollInS ?? Number.POSITIVE_INFINITY) * 1000;
    if (claimed === 0) await sleepUntilWoken(Math.min(idleMs, Math.max(50, untilDueMs, untilRoundMs)));
    // All that was due is claimed.
    else if (claimed < limit && !bulkLookups) await sleepUntilWoken(Math.min(idleMs, roundMs));
  };

  const run = async () => {
    let refreshedMs = Number.NEGATIVE_INFINITY;
    let refreshes = 0;
    while (!stopping.signal.aborted) {
      try {
        const nowMs = clock.now().getTime();
        // Also if the clock was set back.
        if (Math.abs(nowMs - refreshedMs) >= refreshEveryMs) {
          await deps.planner.refresh();
          // With their number known, they are distributed over a longer time.
          if (refreshes % refreshesPerCheck === 0 && (await deps.planner.planMissing()) > 0)
            await deps.planner.refresh();
          refreshes += 1;
          refreshedMs = nowMs;
        }
        await step();
      } catch (err) {
        log.error({ err }, 'the poller loop failed');
        await idle(Math.min(idleMs, retryMs));
      }
    }
  };

  return {
    start: () => {
      if (loop) return;
      stopping = new AbortController();
      loop = runAsJob(undefined, 'poller', run);
    },
    wake: () => {
      wakes += 1;
      lookAgain();
    },
    stop: async () => {
      stopping.abort(new Error('the poller is stopping'));
      sleeping?.abort();
      await loop;
      await Promise.allSettled(inFlight);
      loop = undefined;
    },
  };
}
