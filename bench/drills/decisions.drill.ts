import { runConcurrentDecisions, type ConcurrentRun } from '../../lib/sponsorship/testing/run-concurrent-decisions';
import { startTestPostgres } from '../../lib/store/testing/start-test-postgres';
import type { MeasurementResult } from '../measurement';

export const name = 'decisions';
export const description =
  '200 accepts and rejects at once on one import, from two processes on one PostgreSQL; 20 seeds, four faults';

const calls = 200;
const seeds = 20;

export async function run(): Promise<MeasurementResult> {
  const postgres = await startTestPostgres();
  const size = { processes: 2, callsEach: calls / 2, seeds };
  const runs = await runConcurrentDecisions(await postgres.createDatabase(), size).finally(postgres.stop);
  const all = (holds: (run: ConcurrentRun) => boolean) => runs.length === seeds && runs.every(holds);
  const end = ({ fault }: ConcurrentRun) => (fault === 'fair' || fault === 'latency' ? 'confirmed' : 'unknown');
  return {
    rows: runs.map((run) => ({
      seed: run.seed,
      fault: run.fault,
      accepted: run.decided,
      refused: run.refused,
      failed: run.failed,
      'reached the service': run.serviceCalls,
      steps: run.steps.join(', '),
      audited: run.auditActions.length,
    })),
    checks: [
      { guarantee: 'exactly one call reaches the service', passed: all((run) => run.serviceCalls === 1) },
      {
        guarantee: 'one call is accepted, all others are refused, none fails',
        passed: all((run) => run.decided === 1 && run.refused === calls - 1 && run.failed === 0),
      },
      {
        guarantee: 'one decision, each step of it once',
        passed: all(
          (run) => run.decisions === 1 && run.steps.join() === ['proposed', 'approved', 'sending', end(run)].join(),
        ),
      },
      {
        guarantee: 'one audit entry per step',
        passed: all(
          (run) => run.auditActions.join() === ['approved', 'sending', end(run)].map((s) => `sponsorship.${s}`).join(),
        ),
      },
    ],
  };
}
