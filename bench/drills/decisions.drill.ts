import { runConcurrentDecisions, type ConcurrentRun } from '../../lib/sponsorship/testing/run-concurrent-decisions';
import type { MeasurementResult } from '../measurement';

export const name = 'decisions';
export const description =
  '200 accepts and rejects at once on one import, from two processes on one PostgreSQL; 20 seeds, four weathers';

const calls = 200;
const seeds = 20;

export async function run(): Promise<MeasurementResult> {
  const rushes = await runConcurrentDecisions({ processes: 2, callsEach: calls / 2, seeds });
  const all = (holds: (run: ConcurrentRun) => boolean) => rushes.length === seeds && rushes.every(holds);
  const end = ({ fault }: ConcurrentRun) => (fault === 'fair' || fault === 'latency' ? 'confirmed' : 'unknown');
  return {
    rows: rushes.map((run) => ({
      seed: run.seed,
      weather: run.fault,
      'let through': run.decided,
      'told no': run.refused,
      failed: run.failed,
      'reached the service': run.serviceCalls,
      steps: run.steps.join(', '),
      audited: run.auditActions.length,
    })),
    checks: [
      { guarantee: 'exactly one call reaches the service', passed: all((run) => run.serviceCalls === 1) },
      {
        guarantee: 'one is let through, everybody else is told no, nothing fails otherwise',
        passed: all((run) => run.decided === 1 && run.refused === calls - 1 && run.failed === 0),
      },
      {
        guarantee: 'one decision, each step of it once',
        passed: all(
          (run) => run.decisions === 1 && run.steps.join() === ['proposed', 'approved', 'sending', end(run)].join(),
        ),
      },
      {
        guarantee: 'one audit entry of each step',
        passed: all(
          (run) => run.auditActions.join() === ['approved', 'sending', end(run)].map((s) => `sponsorship.${s}`).join(),
        ),
      },
    ],
  };
}
