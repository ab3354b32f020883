import type { Clock } from './clock';
import type { Log } from './log';
import type { Metrics } from './metrics';

export interface BackgroundJob {
  name: string;
  /** The pause between the end of one run and the start of the next. */
  everyMs: number;
  /** Should end soon after the signal is aborted. */
  run(signal: AbortSignal): Promise<unknown>;
}

/**
 * Runs each job in a loop of its own, so a slow or hanging job delays no other, and no job runs twice at once in this
 * process. A run that fails is logged, and the job runs again at its next time.
 */
export function startBackgroundJobs(deps: {
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'jobRun'>;
  jobs: readonly BackgroundJob[];
}): { stop(): Promise<void> } {
  const { clock, log, metrics } = deps;
  const stopping = new AbortController();

  const repeat = async (job: BackgroundJob) => {
    // A signal for each job: Node warns about a leak when more than ten listeners wait on one.
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
      await clock.sleep(job.everyMs, signal).catch(() => undefined);
    }
  };
  const loops = Promise.all(deps.jobs.map(repeat));

  return {
    /** Starts no more runs, and resolves when those under way have ended. */
    stop: async () => {
      stopping.abort(new Error('background jobs are stopping'));
      await loops;
    },
  };
}
