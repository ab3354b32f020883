import { runConcurrentDecisions, type ConcurrentRun } from '../../lib/sponsorship/testing/run-concurrent-decisions';
import { startTestPostgres } from '../../lib/store/testing/start-test-postgres';
import type { MeasurementResult } from '../measurement';

export const name = 'decisions';
export const description =
  '200 decisions at once on one import, from two processes on one PostgreSQL: mixed roles, stale pages, undo, bulk; 20 seeds, four faults, with and without a hold';

const calls = 200;
const seeds = 20;

export async function run(): Promise<MeasurementResult> {
  const postgres = await startTestPostgres();
  const runs: (ConcurrentRun & { holdMs: number })[] = [];
  try {
    for (const holdMs of [0, 1]) {
      const size = { processes: 2, callsEach: calls / 2, seeds, holdMs };
      const results = await runConcurrentDecisions(await postgres.createDatabase(), size);
      runs.push(...results.map((result) => ({ ...result, holdMs })));
    }
  } finally {
    await postgres.stop();
  }
  const all = (holds: (run: ConcurrentRun) => boolean) => runs.length === 2 * seeds && runs.every(holds);
  return {
    rows: runs.map((run) => ({
      seed: run.seed,
      'hold (ms)': run.holdMs,
      fault: run.fault,
      decisions: run.decisions,
      withdrawn: run.withdrawn,
      failed: run.failed,
      'reached the service': run.serviceCalls,
      violations: run.violations.join('; '),
    })),
    checks: [
      { guarantee: 'no click fails unexpectedly', passed: all(({ failed }) => failed === 0) },
      {
        guarantee: 'one call per decision made knowingly, each step of it audited',
        passed: all(({ violations }) => violations.length === 0),
      },
    ],
  };
}
