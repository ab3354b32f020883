import { expect, inject, test } from 'vitest';
import { createTestPostgresUrl } from '../store/testing/open-test-database';
import { runConcurrentDecisions } from './testing/run-concurrent-decisions';

// `npm run drill -- decisions` runs this with more calls and seeds.
test.each(inject('fullSize') ? [0, 1] : [1])(
  'sends one call per decision made knowingly, from two processes, held for %s ms',
  async (holdMs) => {
    const size = { processes: 2, callsEach: 10, seeds: inject('fullSize') ? 20 : 2, holdMs };
    const runs = await runConcurrentDecisions(await createTestPostgresUrl(), size);
    for (const run of runs) expect(run).toMatchObject({ failed: 0, violations: [] });
    expect(Math.max(...runs.map(({ decisions }) => decisions))).toBeGreaterThan(0);
  },
);
