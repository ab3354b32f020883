import { expect, test } from 'vitest';
import { rushDecisions } from './testing/rush-decisions';

// At full size, 200 at once and 20 seeds, this is `npm run drill -- decisions`.
test('of many accepts and rejects at once from two processes exactly one reaches the service', async () => {
  const rushes = await rushDecisions({ processes: 2, callsEach: 10, seeds: 3 });
  for (const rush of rushes) {
    const end = rush.weather === 'reset-after' ? 'unknown' : 'confirmed';
    expect(rush).toMatchObject({
      decided: 1,
      refused: 19,
      failed: 0,
      reachedTheService: 1,
      decisions: 1,
      steps: ['proposed', 'approved', 'sending', end],
      audited: ['sponsorship.approved', 'sponsorship.sending', `sponsorship.${end}`],
    });
  }
});
