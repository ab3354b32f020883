import { expect, it } from 'vitest';
import { seeded } from '../../core/testing/seeded';
import { openTestPostgresDatabase } from '../../store/testing/open-test-database';
import { simulatePoller, type SimulationOptions } from './testing/simulate-poller';

/** One import per 2,500 seconds of a request's share, as with 10,000 imports and 10 requests a second. */
const size = { imports: 300, ratePerS: 0.3, sharePerS: 0.12, warmUpMinutes: 1, minutes: 15, followUpMinutes: 5 };

const conditions: Record<string, Partial<SimulationOptions>> = {
  'with one instance': {},
  'with two instances': { instances: 2 },
  'when the service takes 3 seconds': { latencyMs: 3000 },
  'when the service refuses one call in twenty': { limitedPart: 0.05 },
};

for (const [condition, options] of Object.entries(conditions))
  it(`finds changes at most 1.25 times as late as an optimal poller, with the planned number of requests, ${condition}`, async () => {
    const database = await openTestPostgresDatabase();
    const polling = await simulatePoller(database, { ...size, ...options, random: seeded(7) });
    await database.close();
    expect(polling.meanDelayS / polling.optimalDelayS).toBeLessThan(1.25);
    expect(polling.sentPerS / polling.plannedPerS).toBeGreaterThan(0.9);
    expect(polling.sentPerS / polling.plannedPerS).toBeLessThan(1.1);
  });
