import { composeTestAuth, anonymousCaller } from '../../lib/auth/testing/compose-test-auth';
import { openDatabase } from '../../lib/store/database/open-database';
import { startTestPostgres } from '../../lib/store/testing/start-test-postgres';
import type { MeasurementResult } from '../measurement';
import { quantile } from '../statistics';

export const name = 'sign-in-time';
export const description = '200 wrong passwords, alternating between an existing and an unknown account';

const rounds = 100;
const windowMs = 15 * 60_000;

export async function run(): Promise<MeasurementResult> {
  const postgres = await startTestPostgres();
  const database = await openDatabase({ url: await postgres.createDatabase() });
  try {
    const { signInAs, signIn, clock } = composeTestAuth(database);
    await signInAs('agent', 'known@x.example');
    const timeOf = async (email: string) => {
      const startedMs = performance.now();
      await signIn({ email, password: 'wrong', caller: anonymousCaller('203.0.113.1') });
      return performance.now() - startedMs;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Move past the throttling window of the earlier attempts.
      clock.set(new Date(clock.now().getTime() + windowMs));
      // The first denied call of a window is also audited, so each account goes first in every second round.
      if (round % 2 === 0) known.push(await timeOf('known@x.example'));
      unknown.push(await timeOf('unknown@x.example'));
      if (round % 2 === 1) known.push(await timeOf('known@x.example'));
    }
    const [knownMs, unknownMs] = [quantile(known, 0.5), quantile(unknown, 0.5)];
    return {
      rows: [
        { account: 'known', 'median ms': knownMs.toFixed(1) },
        { account: 'unknown', 'median ms': unknownMs.toFixed(1) },
      ],
      checks: [
        {
          guarantee: 'an unknown account takes as long as a known one, within 10 %',
          passed: Math.abs(unknownMs / knownMs - 1) <= 0.1,
        },
      ],
    };
  } finally {
    await database.close();
    await postgres.stop();
  }
}
