import { expect, test } from 'vitest';
import { runConcurrentDecisions } from './testing/run-concurrent-decisions';

// At full size, 200 at once and 20 seeds, this is `npm run drill -- decisions`.
test('of many accepts and rejects at once from two processes exactly one reaches the service', async () => {
  const rushes = await runConcurrentDecisions({ processes: 2, callsEach: 10, seeds: 3 });
  for (const run of rushes) {
    const end = run.fault === 'reset-after' ? 'unknown' : 'confirmed';
    expect(run).toMatchObject({
      decided: 1,
      refused: 19,
      failed: 0,
      serviceCalls: 1,
      decisions: 1,
      steps: ['proposed', 'approved', 'sending', end],
      auditActions: ['sponsorship.approved', 'sponsorship.sending', `sponsorship.${end}`],
    });
  }
});
