import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDecisionsOf, listStepsOf } from '../store/decisions';
import { openPostgres } from '../store/open-postgres';
import { readMigrations } from '../store/read-migrations';
import { startTestPostgres, type TestPostgres } from '../store/testing/start-test-postgres';
import { sweepDecisions } from './sweep-decisions';
import { openSponsorship } from './testing/open-sponsorship';

/** Six moments around one call, each in a process that dies there by SIGKILL; what is known then, and how often it was sent. */
const points = [
  ['intent_committed', 'confirmed', 1],
  ['claimed', 'unknown', 0],
  ['before_call', 'unknown', 0],
  ['after_call', 'unknown', 1],
  ['before_outcome', 'unknown', 1],
  ['outcome_committed', 'confirmed', 1],
] as const;

type House = Awaited<ReturnType<typeof openSponsorship>>;

/** Each process dies in two houses at once: in one another instance is alive, in the other there is nobody. */
let server: TestPostgres;
let alive: House;
let deserted: House;
const died = new Map<string, { alive: string; deserted: string }>();
const over = new AbortController();
let otherInstance: Promise<void>;

beforeAll(async () => {
  server = await startTestPostgres();
  const migrations = await readMigrations();
  const [aliveUrl, desertedUrl] = [await server.createDatabase(), await server.createDatabase()];
  alive = await openSponsorship(await openPostgres({ url: aliveUrl, migrations }));
  deserted = await openSponsorship(await openPostgres({ url: desertedUrl, migrations }));
  otherInstance = (async () => {
    while (!over.signal.aborted) {
      await sweepDecisions(alive.parts);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  await Promise.all(
    points.map(async ([point]) => {
      const ids = { alive: await alive.placeImport(), deserted: await deserted.placeImport() };
      died.set(point, ids);
      const where = ({ simulator }: House) => ({ serviceUrl: simulator.url, token: simulator.token });
      await dieAt(point, [
        { ...where(alive), databaseUrl: aliveUrl, importId: ids.alive },
        { ...where(deserted), databaseUrl: desertedUrl, importId: ids.deserted },
      ]);
    }),
  );
  // Six processes are started for it.
}, 120_000);
afterAll(async () => {
  over.abort();
  await otherInstance;
  await alive.close();
  await deserted.close();
  await server.stop();
});

describe('a process killed around the call, with another instance alive', () => {
  test.each(points)('at %s ends as %s with %i calls', async (point, state, calls) => {
    await expectEnd(alive, died.get(point)?.alive ?? '', state, calls);
  });
});

describe('a process killed around the call, with nobody left', () => {
  const idAt = (point: string) => died.get(point)?.deserted ?? '';

  test('nothing moves by itself, and nothing is taken for confirmed', async () => {
    const states = await Promise.all(points.map(([point]) => stateOf(deserted, idAt(point))));
    expect(states).toEqual(['approved', 'sending', 'sending', 'sending', 'sending', 'confirmed']);
  });

  test.each(points)('at %s ends as %s with %i calls, once an instance is started', async (point, state, calls) => {
    await expect
      .poll(
        async () => {
          await sweepDecisions(deserted.parts);
          return stateOf(deserted, idAt(point));
        },
        { timeout: 20_000, interval: 100 },
      )
      .toBe(state);
    await expectEnd(deserted, idAt(point), state, calls);
  });
});

async function stateOf(house: House, id: string): Promise<string | undefined> {
  return (await listDecisionsOf(house.parts.database.db, 'live', id))[0]?.state;
}

/** However often anybody looks again, nothing is sent a second time; confirmed is only what an answer confirmed. */
async function expectEnd(house: House, id: string, state: string, calls: number): Promise<void> {
  await expect.poll(() => stateOf(house, id), { timeout: 20_000, interval: 100 }).toBe(state);
  await sweepDecisions(house.parts);
  await sweepDecisions(house.parts);
  const decisions = await listDecisionsOf(house.parts.database.db, 'live', id);
  expect(decisions).toHaveLength(1);
  expect(decisions[0]?.state).toBe(state);
  expect(await house.sent(id)).toBe(calls);
  const steps = await listStepsOf(
    house.parts.database.db,
    decisions.map((decision) => decision.id),
  );
  expect(steps.filter(({ to }) => to === 'sending')).toHaveLength(1);
}

/** Resolves when the process is gone, and insists that it died where it was told to. */
function dieAt(point: string, houses: readonly object[]): Promise<void> {
  const file = fileURLToPath(new URL('./testing/decide-and-die.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, JSON.stringify({ point, houses })], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve();
      else reject(new Error(`the process did not die at ${point}; it ended with ${code ?? signal}`));
    });
  });
}
