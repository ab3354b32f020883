import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { compose, type Landfall } from '../../lib/compose';
import { silentLog } from '../../lib/core/log';
import { makeKey } from '../../lib/core/seal';
import { parseSettings } from '../../lib/core/settings';
import { lookUpUsername } from '../../lib/imports/look-up-username';
import { startMigration } from '../../lib/start/start-migration';
import { startTestPostgres } from '../../lib/store/testing/start-test-postgres';
import { startSimulator } from '../../simulator/start-simulator';
import type { MeasurementResult } from '../measurement';

export const name = 'flood-of-starts';
export const description =
  '2,000 starts on the open page from 200 addresses in a minute, while staff look a customer up every second; on each engine';

const forMs = 60_000;
const starts = 2000;
const addresses = 200;
/** How many strangers may start within a quarter of an hour, over all addresses. */
const startsInTotal = 60;

export async function run(): Promise<MeasurementResult> {
  const postgres = await startTestPostgres();
  try {
    const embedded = await flood(undefined);
    const grownUp = await flood(await postgres.createDatabase());
    return {
      rows: [row('PGlite', embedded), row('PostgreSQL', grownUp)],
      checks: [embedded, grownUp].flatMap((outcome, index) => judge(['PGlite', 'PostgreSQL'][index] ?? '', outcome)),
    };
  } finally {
    await postgres.stop();
  }
}

interface Outcome {
  lookupsMs: number[];
  failedLookups: number;
  answersMs: number[];
  left: number;
  turnedAway: number;
  /** Had their turn, and were told that the service could not be asked in time. */
  failed: number;
  made: number;
  requests: number;
}

const nothingYet = (): Outcome => ({
  lookupsMs: [],
  failedLookups: 0,
  answersMs: [],
  left: 0,
  turnedAway: 0,
  failed: 0,
  made: 0,
  requests: 0,
});

async function flood(databaseUrl: string | undefined): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-flood-'));
  const simulator = await startSimulator({ port: 0 });
  const settings = parseSettings({
    LANDFALL_DATA: folder,
    SERVICE_URL: simulator.url,
    SERVICE_TOKEN: simulator.token,
    START_PAGE: 'open',
    ...(databaseUrl && { DATABASE_URL: databaseUrl, NEXTAUTH_SECRET: makeKey(), LANDFALL_KEY: makeKey() }),
  });
  const landfall = await compose(settings, { log: silentLog });
  const outcome = nothingYet();
  try {
    // An app that has been running: the first of everything is slow, and no flood's fault.
    await lookUp(landfall, -1, nothingYet());
    await start(landfall, '192.0.2.1', nothingYet());
    const before = simulator.history().length;
    const over = Date.now() + forMs;
    const staff = everySecond(over, (turn) => lookUp(landfall, turn, outcome));
    const strangers = Array.from({ length: starts }, async (_, index) => {
      await delay(Math.floor((index / starts) * forMs));
      await start(landfall, `198.51.100.${index % addresses}`, outcome);
    });
    await Promise.all([...strangers, staff]);
    outcome.made = simulator.history().length - before;
    outcome.requests = simulator.log().length;
    return outcome;
  } finally {
    await landfall.close();
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function everySecond(overMs: number, act: (turn: number) => Promise<void>): Promise<void> {
  const acts: Promise<void>[] = [];
  for (let turn = 0; Date.now() < overMs; turn += 1) {
    acts.push(act(turn));
    await delay(1000);
  }
  await Promise.all(acts);
}

async function lookUp(landfall: Landfall, turn: number, outcome: Outcome): Promise<void> {
  const beganMs = performance.now();
  const caller = {
    actor: { kind: 'staff', id: randomUUID(), name: 'Priya', email: 'priya@partner.example', role: 'agent' } as const,
    address: '127.0.0.1',
    requestId: 'drill',
  };
  await lookUpUsername(landfall.record, {
    caller,
    environment: 'live',
    username: `customer-${turn}@acme.example`,
  }).catch(() => {
    outcome.failedLookups += 1;
  });
  outcome.lookupsMs.push(performance.now() - beganMs);
}

async function start(landfall: Landfall, address: string, outcome: Outcome): Promise<void> {
  const beganMs = performance.now();
  const started = await startMigration(landfall.start, {
    caller: { actor: { kind: 'customer', name: 'customer' }, address, requestId: 'drill' },
    attempt: randomUUID(),
    sourceTool: 'Zendesk',
    linkToken: null,
    username: `stranger-${randomUUID()}@flood.example`,
    visitorId: randomUUID(),
    honeypot: '',
    again: null,
  });
  outcome.answersMs.push(performance.now() - beganMs);
  if (started.kind === 'busy') outcome.turnedAway += 1;
  else if (started.kind === 'leave') outcome.left += 1;
  else outcome.failed += 1;
}

const quantile = (values: readonly number[], q: number) => {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(q * (sorted.length - 1))] ?? Number.NaN);
};

function row(engine: string, outcome: Outcome) {
  return {
    engine,
    'began at the service': outcome.made,
    'turned away': outcome.turnedAway,
    'told to try again': outcome.failed,
    'requests at the service': outcome.requests,
    'look-ups': outcome.lookupsMs.length,
    'look-up median ms': quantile(outcome.lookupsMs, 0.5),
    'p95 ms': quantile(outcome.lookupsMs, 0.95),
    'longest ms': quantile(outcome.lookupsMs, 1),
    'answer to a stranger p95 ms': quantile(outcome.answersMs, 0.95),
  };
}

function judge(engine: string, outcome: Outcome) {
  return [
    { promise: `${engine}: every look-up of staff under 1 s`, held: quantile(outcome.lookupsMs, 1) < 1000 },
    { promise: `${engine}: none of them failed`, held: outcome.failedLookups === 0 },
    {
      promise: `${engine}: nothing created beyond the throttle (${startsInTotal})`,
      held: outcome.made <= startsInTotal && outcome.made === outcome.left,
    },
    {
      promise: `${engine}: every other start is told to come back`,
      held: outcome.turnedAway + outcome.failed === starts - outcome.left,
    },
  ];
}
