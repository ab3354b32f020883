import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDecisionsOf } from '../store/decisions';
import { openPostgres } from '../store/open-postgres';
import { readMigrations } from '../store/read-migrations';
import { startTestPostgres, type TestPostgres } from '../store/testing/start-test-postgres';
import { sweepDecisions } from './sweep-decisions';
import { openSponsorship } from './testing/open-sponsorship';

/** Six moments around one call; each in a process of its own that dies there by SIGKILL. */
const points = [
  ['intent_committed', 'confirmed', 1],
  ['claimed', 'unknown', 0],
  ['before_call', 'unknown', 0],
  ['after_call', 'unknown', 1],
  ['before_outcome', 'unknown', 1],
  ['outcome_committed', 'confirmed', 1],
] as const;

describe('a process killed around the call', () => {
  let server: TestPostgres;
  let url: string;
  let house: Awaited<ReturnType<typeof openSponsorship>>;
  beforeAll(async () => {
    server = await startTestPostgres();
    url = await server.createDatabase();
    house = await openSponsorship(await openPostgres({ url, migrations: await readMigrations() }));
  });
  afterAll(async () => {
    await house.close();
    await server.stop();
  });

  test.each(points)('at %s ends as %s with %i calls, once another instance has looked', async (point, state, calls) => {
    const id = await house.placeImport();
    await dieAt(point, [url, house.simulator.url, house.simulator.token, id, point]);
    const current = async () => (await listDecisionsOf(house.parts.database.db, 'live', id))[0]?.state;
    await expect
      .poll(
        async () => {
          await sweepDecisions(house.parts);
          return current();
        },
        { timeout: 20_000, interval: 200 },
      )
      .toBe(state);
    // However often anybody looks again, nothing is sent a second time.
    await sweepDecisions(house.parts);
    await sweepDecisions(house.parts);
    expect(await current()).toBe(state);
    expect(await house.sent(id)).toBe(calls);
  });
});

/** Resolves when the process is gone, and insists that it died where it was told to. */
function dieAt(point: string, args: readonly string[]): Promise<void> {
  const file = fileURLToPath(new URL('./testing/decide-and-die.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve();
      else reject(new Error(`the process did not die at ${point}; it ended with ${code ?? signal}`));
    });
  });
}
