import { simulatePoller } from '../../lib/imports/poller/testing/simulate-poller';
import { openDatabase } from '../../lib/store/database/open-database';
import { startTestPostgres } from '../../lib/store/testing/start-test-postgres';
import type { MeasurementResult, RunOptions } from '../measurement';

export const name = 'poller';
export const description = 'polls of 10,000 active imports at 10 requests a second, in simulated time on PostgreSQL';
export const quick = true;

const sizes = {
  full: { imports: 10_000, warmUpMinutes: 2, minutes: 15, followUpMinutes: 10 },
  quick: { imports: 10, warmUpMinutes: 0.05, minutes: 0.5, followUpMinutes: 0.05 },
} as const;
const ratePerS = 10;
const sharePerS = 4;

export async function run({ quick: isQuick }: RunOptions): Promise<MeasurementResult> {
  const size = isQuick ? sizes.quick : sizes.full;
  const postgres = await startTestPostgres();
  try {
    const database = await openDatabase({ url: await postgres.createDatabase() });
    const polling = await simulatePoller(database, { ...size, ratePerS, sharePerS, random: Math.random });
    await database.close();
    const { sentPerS, plannedPerS, meanDelayS, optimalDelayS } = polling;
    return {
      comparisons: [
        {
          what: 'mean time until a change is found',
          unit: 's',
          measured: meanDelayS,
          counterpart: { what: 'optimum', value: optimalDelayS },
          target: { of: 'ratio', atMost: 1.25 },
        },
        {
          what: 'requests sent',
          unit: 'per s',
          measured: sentPerS,
          counterpart: { what: 'planned', value: plannedPerS },
          target: { of: 'ratio', atLeast: 0.9, atMost: 1.1 },
        },
      ],
    };
  } finally {
    await postgres.stop();
  }
}
