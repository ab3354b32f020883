import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../core/testing/eventually';
import { listDecisions, type DecisionRow } from '../store/sponsorship/decisions';
import { listDecisionSteps } from '../store/testing/list-sponsorship';
import { openPostgres } from '../store/database/open-postgres';
import { readMigrations } from '../store/database/read-migrations';
import { decisions } from '../store/schema/sponsorship';
import { bundleScript } from '../store/testing/bundle-script';
import { createTestPostgresUrl } from '../store/testing/open-test-database';
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
/** The same points for a creation that is paid for at once. Its secrets are not stored, so no other process sends it. */
const starts = points.map(([point, state, calls]) =>
  point === 'intent_committed' ? ([point, 'refused', 0] as const) : ([point, state, calls] as const),
);

type App = Awaited<ReturnType<typeof openSponsorship>>;

/** Each process dies in two test apps at once: one has another live instance, the other does not. */
let active: App;
let idle: App;
interface Prepared {
  importId: string;
  start: { attempt: string; username: string };
}
const preparedByPoint = new Map<string, { active: Prepared; idle: Prepared }>();
const stop = new AbortController();
let otherInstance: Promise<void>;

beforeAll(async () => {
  const migrations = await readMigrations();
  const [activeUrl, idleUrl] = [await createTestPostgresUrl(), await createTestPostgresUrl()];
  active = await openSponsorship(await openPostgres({ url: activeUrl, migrations }));
  idle = await openSponsorship(await openPostgres({ url: idleUrl, migrations }));
  otherInstance = (async () => {
    while (!stop.signal.aborted) {
      await runDecisionJobs(active.deps);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  await Promise.all(
    points.map(async ([point]) => {
      const prepared = { active: await prepare(active, point), idle: await prepare(idle, point) };
      preparedByPoint.set(point, prepared);
      const where = ({ simulator }: App) => ({ serviceUrl: simulator.url, token: simulator.token });
      await crashAt(point, [
        { ...where(active), databaseUrl: activeUrl, ...prepared.active },
        { ...where(idle), databaseUrl: idleUrl, ...prepared.idle },
      ]);
    }),
  );
  await Promise.all([active, idle].map(letLeasesRunOut));
});
afterAll(async () => {
  stop.abort();
  await otherInstance;
  await active.close();
  await idle.close();
});

describe('process killed around the call, with another live instance', () => {
  test.each(points)('at %s: an acceptance ends as %s with %i calls', async (point, state, calls) => {
    await expectAccepted(active, preparedAt(point).active, state, calls);
  });

  test.each(starts)('at %s: a sponsored creation ends as %s with %i calls', async (point, state, calls) => {
    await expectStarted(active, preparedAt(point).active, state, calls);
  });
});

describe('process killed around the call, without another instance', () => {
  test('nothing changes by itself, and nothing is confirmed', async () => {
    const allPrepared = points.map(([point]) => preparedAt(point).idle);
    const accepted = await Promise.all(allPrepared.map((prepared) => decisionsAbout(idle, prepared)));
    const started = await Promise.all(allPrepared.map((prepared) => decisionsOfStart(idle, prepared)));
    const expected = ['approved', 'sending', 'sending', 'sending', 'sending', 'confirmed'];
    expect(accepted.flat().map(({ state }) => state)).toEqual(expected);
    expect(started.flat().map(({ state }) => state)).toEqual(expected);
  });

  test.each(points)('at %s: an acceptance ends as %s with %i calls, once an instance starts', async (point, ...end) => {
    await expectAccepted(idle, preparedAt(point).idle, ...end);
  });

  test.each(starts)('at %s: a creation ends as %s with %i calls, once an instance starts', async (point, ...end) => {
    await expectStarted(idle, preparedAt(point).idle, ...end);
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

function preparedAt(point: string): { active: Prepared; idle: Prepared } {
  const prepared = preparedByPoint.get(point);
  if (!prepared) throw new Error(`no process was killed at ${point}`);
  return prepared;
}

const decisionsAbout = (app: App, { importId }: Prepared) => listDecisions(app.deps.database.db, 'live', importId);

const decisionsOfStart = (app: App, { start }: Prepared) =>
  app.deps.database.db.select().from(decisions).where(eq(decisions.attemptId, start.attempt));

async function expectAccepted(app: App, prepared: Prepared, state: string, calls: number): Promise<void> {
  await expectEnd(app, () => decisionsAbout(app, prepared), state);
  expect(await app.countSent(prepared.importId)).toBe(calls);
}

async function expectStarted(app: App, prepared: Prepared, state: string, calls: number): Promise<void> {
  await expectEnd(app, () => decisionsOfStart(app, prepared), state);
  const { value: made } = await app.creation.client.listImports({
    environment: 'live',
    lane: 'people',
    person: null,
    username: prepared.start.username,
  });
  expect(made).toHaveLength(calls);
}

/** Nothing is sent a second time however often the jobs run, and only a response confirms. */
async function expectEnd(app: App, read: () => Promise<DecisionRow[]>, state: string): Promise<void> {
  const runJobs = async () => {
    await runDecisionJobs(app.deps);
    return (await read()).map((decision) => decision.state);
  };
  await expect.poll(runJobs, eventually).toEqual([state]);
  expect(await runJobs()).toEqual([state]);
  expect(await runJobs()).toEqual([state]);
  const steps = await listDecisionSteps(
    app.deps.database.db,
    (await read()).map((decision) => decision.id),
  );
  expect(steps.filter(({ to }) => to === 'sending')).toHaveLength(state === 'refused' ? 0 : 1);
}

/** Resolves when the process has been killed at the given point. */
async function crashAt(point: string, apps: readonly object[]): Promise<void> {
  const script = await bundleScript('lib/sponsorship/testing/decide-and-crash.ts');
  const child = spawn(process.execPath, [script, JSON.stringify({ point, apps })], {
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
