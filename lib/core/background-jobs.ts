import type { Clock } from './clock';
import type { Log } from './log';
import type { Metrics } from './metrics';

const retryMs = 60_000;

export interface BackgroundJob {
  name: string;
  everyMs: number;
  /** Must end soon after the signal is aborted. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** Each job has its own loop, so that a slow job delays no other. A failed run is repeated after a minute at the latest. */
export function startBackgroundJobs(deps: {
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'jobRun'>;
  jobs: readonly BackgroundJob[];
}): { stop(): Promise<void> } {
  const { clock, log, metrics } = deps;
  const stopping = new AbortController();

  const repeat = async (job: BackgroundJob) => {
    // One signal per job: Node warns about a leak at more than ten listeners on one signal.
    const signal = AbortSignal.any([stopping.signal]);
    while (!signal.aborted) {
      let outcome: 'ok' | 'failed' = 'ok';
      try {
        await job.run(signal);
      } catch (err) {
        outcome = 'failed';
        if (!signal.aborted) log.error({ err, job: job.name }, 'a background job failed');
      }
      metrics.jobRun({ job: job.name, outcome, at: clock.now() });
      const waitMs = outcome === 'failed' ? Math.min(job.everyMs, retryMs) : job.everyMs;
      await clock.sleep(waitMs, signal).catch(() => undefined);
    }
  };
  const loops = Promise.all(deps.jobs.map(repeat));

  return {
    stop: async () => {
      stopping.abort(new Error('background jobs are stopping'));
      await loops;
    },
  };
}
