import { rushDecisions, type Rush } from '../../lib/sponsorship/testing/rush-decisions';
import type { MeasurementResult } from '../measurement';

export const name = 'decisions';
export const description =
  '200 accepts and rejects at once on one import, from two processes on one PostgreSQL; 20 seeds, four weathers';

const calls = 200;
const seeds = 20;

export async function run(): Promise<MeasurementResult> {
  const rushes = await rushDecisions({ processes: 2, callsEach: calls / 2, seeds });
  const all = (holds: (rush: Rush) => boolean) => rushes.length === seeds && rushes.every(holds);
  const end = ({ weather }: Rush) => (weather === 'fair' || weather === 'latency' ? 'confirmed' : 'unknown');
  return {
    rows: rushes.map((rush) => ({
      seed: rush.seed,
      weather: rush.weather,
      'let through': rush.decided,
      'told no': rush.refused,
      failed: rush.failed,
      'reached the service': rush.reachedTheService,
      steps: rush.steps.join(', '),
      audited: rush.audited.length,
    })),
    checks: [
      { promise: 'exactly one call reaches the service', held: all((rush) => rush.reachedTheService === 1) },
      {
        promise: 'one is let through, everybody else is told no, nothing fails otherwise',
        held: all((rush) => rush.decided === 1 && rush.refused === calls - 1 && rush.failed === 0),
      },
      {
        promise: 'one decision, each step of it once',
        held: all(
          (rush) => rush.decisions === 1 && rush.steps.join() === ['proposed', 'approved', 'sending', end(rush)].join(),
        ),
      },
      {
        promise: 'one audit entry of each step',
        held: all(
          (rush) => rush.audited.join() === ['approved', 'sending', end(rush)].map((s) => `sponsorship.${s}`).join(),
        ),
      },
    ],
  };
}
