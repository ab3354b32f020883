import { expect, test } from 'vitest';
import { createTestPostgresUrl } from '../store/testing/open-test-database';
import { runConcurrentDecisions } from './testing/run-concurrent-decisions';

// `npm run drill -- decisions` runs this with 200 calls and 20 seeds.
test('sends exactly one of many concurrent decisions from two processes', async () => {
  const runs = await runConcurrentDecisions(await createTestPostgresUrl(), { processes: 2, callsEach: 10, seeds: 3 });
  for (const run of runs) {
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
