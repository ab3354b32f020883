import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../core/testing/eventually';
import { listDecisions, listDecisionSteps, type DecisionRow } from '../store/sponsorship/decisions';
import { openPostgres } from '../store/database/open-postgres';
import { readMigrations } from '../store/database/read-migrations';
import { decisions } from '../store/schema/sponsorship';
import { startTestPostgres, type TestPostgres } from '../store/testing/start-test-postgres';
import { runDecisionJobs } from './testing/run-decision-jobs';
import { openSponsorship } from './testing/open-sponsorship';

/**
 * Six points around one call. Each process is killed there with SIGKILL; then the state and the number of calls are
 * checked.
 */
const points = [
  ['intent_committed', 'confirmed', 1],
  ['claimed', 'unknown', 0],
  ['before_call', 'unknown', 0],
  ['after_call', 'unknown', 1],
  ['before_outcome', 'unknown', 1],
  ['outcome_committed', 'confirmed', 1],
] as const;
/** The same for a creation that is paid for at once. Its secrets are not stored, so no other process can send it. */
const starts = points.map(([point, state, calls]) =>
  point === 'intent_committed' ? ([point, 'refused', 0] as const) : ([point, state, calls] as const),
);

type App = Awaited<ReturnType<typeof openSponsorship>>;

/** Each process dies in two test apps at once: one has another live instance, the other does not. */
let server: TestPostgres;
let alive: App;
let deserted: App;
interface Prepared {
  importId: string;
  start: { attempt: string; username: string };
}
const died = new Map<string, { alive: Prepared; deserted: Prepared }>();
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
      await runDecisionJobs(alive.deps);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  await Promise.all(
    points.map(async ([point]) => {
      const left = { alive: await prepare(alive, point), deserted: await prepare(deserted, point) };
      died.set(point, left);
      const where = ({ simulator }: App) => ({ serviceUrl: simulator.url, token: simulator.token });
      await crashAt(point, [
        { ...where(alive), databaseUrl: aliveUrl, ...left.alive },
        { ...where(deserted), databaseUrl: desertedUrl, ...left.deserted },
      ]);
    }),
  );
  await Promise.all([alive, deserted].map(letLeasesRunOut));
});
afterAll(async () => {
  over.abort();
  await otherInstance;
  await alive.close();
  await deserted.close();
  await server.stop();
});

describe('process killed around the call, with another live instance', () => {
  test.each(points)('at %s: an acceptance ends as %s with %i calls', async (point, state, calls) => {
    await expectAccepted(alive, preparedAt(point).alive, state, calls);
  });

  test.each(starts)('at %s: a sponsored creation ends as %s with %i calls', async (point, state, calls) => {
    await expectStarted(alive, preparedAt(point).alive, state, calls);
  });
});

describe('process killed around the call, without another instance', () => {
  test('nothing changes by itself, and nothing is confirmed', async () => {
    const lefts = points.map(([point]) => preparedAt(point).deserted);
    const accepted = await Promise.all(lefts.map((left) => decisionsAbout(deserted, left)));
    const started = await Promise.all(lefts.map((left) => decisionsOfStart(deserted, left)));
    const expected = ['approved', 'sending', 'sending', 'sending', 'sending', 'confirmed'];
    expect(accepted.flat().map(({ state }) => state)).toEqual(expected);
    expect(started.flat().map(({ state }) => state)).toEqual(expected);
  });

  test.each(points)('at %s: an acceptance ends as %s with %i calls, once an instance starts', async (point, ...end) => {
    await expectAccepted(deserted, preparedAt(point).deserted, ...end);
  });

  test.each(starts)('at %s: a creation ends as %s with %i calls, once an instance starts', async (point, ...end) => {
    await expectStarted(deserted, preparedAt(point).deserted, ...end);
  });
});

async function prepare(app: App, point: string): Promise<Prepared> {
  const username = `${point.replace('_', '-')}@acme.example`;
  return { importId: await app.placeImport(), start: { attempt: randomUUID(), username } };
}

/** Moves the leases back by the hour that the processes had requested. */
async function letLeasesRunOut({ deps }: App): Promise<void> {
  const anHourEarlier = (column: typeof decisions.leaseUntil | typeof decisions.notBefore) =>
    sql`${column} - interval '1 hour'`;
  await deps.database.db
    .update(decisions)
    .set({ leaseUntil: anHourEarlier(decisions.leaseUntil), notBefore: anHourEarlier(decisions.notBefore) });
}

function preparedAt(point: string): { alive: Prepared; deserted: Prepared } {
  const left = died.get(point);
  if (!left) throw new Error(`nobody died at ${point}`);
  return left;
}

const decisionsAbout = (app: App, { importId }: Prepared) => listDecisions(app.deps.database.db, 'live', importId);

const decisionsOfStart = (app: App, { start }: Prepared) =>
  app.deps.database.db.select().from(decisions).where(eq(decisions.attemptId, start.attempt));

async function expectAccepted(app: App, left: Prepared, state: string, calls: number): Promise<void> {
  await expectEnd(app, () => decisionsAbout(app, left), state);
  expect(await app.countSent(left.importId)).toBe(calls);
}

async function expectStarted(app: App, left: Prepared, state: string, calls: number): Promise<void> {
  await expectEnd(app, () => decisionsOfStart(app, left), state);
  const { value: made } = await app.creation.client.listImports({
    environment: 'live',
    lane: 'people',
    username: left.start.username,
  });
  expect(made).toHaveLength(calls);
}

/** Nothing is sent a second time however often the jobs run, and only a response confirms. */
async function expectEnd(app: App, read: () => Promise<DecisionRow[]>, state: string): Promise<void> {
  const settle = async () => {
    await runDecisionJobs(app.deps);
    return (await read()).map((decision) => decision.state);
  };
  await expect.poll(settle, eventually).toEqual([state]);
  expect(await settle()).toEqual([state]);
  expect(await settle()).toEqual([state]);
  const steps = await listDecisionSteps(
    app.deps.database.db,
    (await read()).map((decision) => decision.id),
  );
  expect(steps.filter(({ to }) => to === 'sending')).toHaveLength(state === 'refused' ? 0 : 1);
}

/** Resolves when the process has been killed at the given point. */
function crashAt(point: string, apps: readonly object[]): Promise<void> {
  const file = fileURLToPath(new URL('./testing/decide-and-crash.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, JSON.stringify({ point, apps })], {
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
