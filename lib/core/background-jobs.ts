import type { Clock } from './clock';
import type { Log } from './log';
import type { Metrics } from './metrics';
import { runAsJob, type StartTrace } from './span';

const retryMs = 60_000;

export interface BackgroundJob {
  name: string;
  everyMs: number;
  /** For a job that one instance runs: whether this one does now. Not needed to repeat a failed run. */
  claim?(): Promise<boolean>;
  /** Must end soon after the signal is aborted. */
  run(signal: AbortSignal): Promise<unknown>;
  /** For work that must not wait that long: the job also runs when it is due or a change wakes it. */
  early?: {
    /** The shortest time between two runs. */
    afterMs: number;
    /** When the next work is due; undefined without any. The job runs only when it is, so that waiting costs one statement. */
    untilDueMs?(): Promise<number | undefined>;
  };
}

/** Each job has its own loop, so that a slow job delays no other. A failed run is repeated after a minute at the latest. */
export function startBackgroundJobs(deps: {
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'jobRun'>;
  jobs: readonly BackgroundJob[];
  startTrace?: StartTrace | undefined;
}): { wake(): void; stop(): Promise<void> } {
  const { clock, log, metrics } = deps;
  const stopping = new AbortController();
  /** Aborted by the next change. */
  let change = new AbortController();
  /** Whether a job uses it. In a flood of changes, most come while none does. */
  let isAwaited = false;

  const repeat = async (job: BackgroundJob) => {
    // One signal per job: Node warns about a leak at more than ten listeners on one signal.
    const signal = AbortSignal.any([stopping.signal]);
    let hasFailed = false;
    let runFailed = false;
    while (!signal.aborted) {
      let outcome: 'ok' | 'failed' = 'ok';
      let isOurs = true;
      const changed = change.signal;
      isAwaited = true;
      let waitMs = job.everyMs;
      try {
        const untilDueMs = job.early?.untilDueMs;
        const dueMs = untilDueMs ? await untilDueMs() : 0;
        const isDue = dueMs !== undefined && dueMs <= 0;
        if (isDue && job.claim) isOurs = (await job.claim()) || runFailed;
        if (isDue && isOurs) {
          runFailed = true;
          await runAsJob(deps.startTrace, job.name, () => job.run(signal));
          runFailed = false;
        }
        // After a run, more may be due.
        if (untilDueMs && dueMs !== undefined) waitMs = Math.min(waitMs, Math.max(0, dueMs));
      } catch (err) {
        outcome = 'failed';
        waitMs = Math.min(waitMs, retryMs);
        if (!signal.aborted) log.error({ err, job: job.name }, 'a background job failed');
      }
      // After a claim that failed, an answered one counts too: otherwise the last run would stay a failed one.
      if (isOurs || hasFailed) metrics.jobRun({ job: job.name, outcome, at: clock.now() });
      hasFailed = outcome === 'failed';
      const sleep = (ms: number, until: AbortSignal) => clock.sleep(ms, until).catch(() => undefined);
      if (!job.early) {
        await sleep(waitMs, signal);
        continue;
      }
      const { afterMs } = job.early;
      await sleep(afterMs, signal);
      if (waitMs > afterMs) await sleep(waitMs - afterMs, AbortSignal.any([signal, changed]));
    }
  };
  const loops = Promise.all(deps.jobs.map(repeat));

  return {
    wake: () => {
      if (!isAwaited) return;
      isAwaited = false;
      change.abort();
      change = new AbortController();
    },
    stop: async () => {
      stopping.abort(new Error('background jobs are stopping'));
      await loops;
    },
  };
}
