import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { compose, type Landfall } from '../../lib/compose';
import { silentLog } from '../../lib/core/log';
import { generateKey } from '../../lib/core/cipher';
import { parseSettings } from '../../lib/core/settings';
import { lookUpUsername } from '../../lib/imports/lookup/look-up-username';
import { startMigration } from '../../lib/start/start-migration';
import { startTestPostgres } from '../../lib/store/testing/start-test-postgres';
import { startSimulator } from '../../simulator/start-simulator';
import type { MeasurementResult } from '../measurement';
import { quantile } from '../statistics';

export const name = 'flood-of-starts';
export const description =
  '2,000 starts on the open page from 200 addresses in a minute, while staff look up a customer every second; on each engine';

const durationMs = 60_000;
const starts = 2000;
const addresses = 200;
/** How many starts one network may make within 15 minutes: 25 first ones and 30 repeats. */
const startsInTotal = 55;

export async function run(): Promise<MeasurementResult> {
  const postgres = await startTestPostgres();
  try {
    const embedded = await flood(undefined);
    const postgresOutcome = await flood(await postgres.createDatabase());
    return {
      rows: [row('PGlite', embedded), row('PostgreSQL', postgresOutcome)],
      checks: [embedded, postgresOutcome].flatMap((outcome, index) =>
        evaluate(['PGlite', 'PostgreSQL'][index] ?? '', outcome),
      ),
    };
  } finally {
    await postgres.stop();
  }
}

interface Outcome {
  lookupsMs: number[];
  failedLookups: number;
  responsesMs: number[];
  redirected: number;
  rateLimited: number;
  /** Passed the rate limit, but the service could not be called in time. */
  failed: number;
  created: number;
  requests: number;
}

const emptyOutcome = (): Outcome => ({
  lookupsMs: [],
  failedLookups: 0,
  responsesMs: [],
  redirected: 0,
  rateLimited: 0,
  failed: 0,
  created: 0,
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
    ...(databaseUrl && { DATABASE_URL: databaseUrl, NEXTAUTH_SECRET: generateKey(), LANDFALL_KEY: generateKey() }),
  });
  const landfall = await compose(settings, { log: silentLog });
  const outcome = emptyOutcome();
  try {
    // Warm up first: the first request of each kind is slow.
    await lookUp(landfall, -1, emptyOutcome());
    await start(landfall, '192.0.2.1', emptyOutcome());
    const before = simulator.history().length;
    const endMs = Date.now() + durationMs;
    const staff = everySecond(endMs, (tick) => lookUp(landfall, tick, outcome));
    const customers = Array.from({ length: starts }, async (_, index) => {
      await delay(Math.floor((index / starts) * durationMs));
      await start(landfall, `198.51.100.${index % addresses}`, outcome);
    });
    await Promise.all([...customers, staff]);
    outcome.created = simulator.history().length - before;
    outcome.requests = simulator.log().length;
    return outcome;
  } finally {
    await landfall.close();
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function everySecond(endMs: number, work: (tick: number) => Promise<void>): Promise<void> {
  const pending: Promise<void>[] = [];
  for (let tick = 0; Date.now() < endMs; tick += 1) {
    pending.push(work(tick));
    await delay(1000);
  }
  await Promise.all(pending);
}

async function lookUp(landfall: Landfall, tick: number, outcome: Outcome): Promise<void> {
  const startedMs = performance.now();
  const caller = {
    actor: { kind: 'staff', id: randomUUID(), name: 'Priya', email: 'priya@partner.example', role: 'agent' } as const,
    address: '127.0.0.1',
    requestId: 'drill',
  };
  await lookUpUsername(landfall.imports, {
    caller,
    environment: 'live',
    username: `customer-${tick}@acme.example`,
  }).catch(() => {
    outcome.failedLookups += 1;
  });
  outcome.lookupsMs.push(performance.now() - startedMs);
}

async function start(landfall: Landfall, address: string, outcome: Outcome): Promise<void> {
  const startedMs = performance.now();
  const started = await startMigration(landfall.start, {
    caller: { actor: { kind: 'customer', name: 'customer' }, address, requestId: 'drill' },
    visitorId: randomUUID(),
    form: {
      attempt: randomUUID(),
      source_tool: 'Zendesk',
      destination_username: `customer-${randomUUID()}@flood.example`,
      website: '',
    },
  });
  outcome.responsesMs.push(performance.now() - startedMs);
  if (started.kind === 'busy') outcome.rateLimited += 1;
  else if (started.kind === 'leave') outcome.redirected += 1;
  else outcome.failed += 1;
}

function row(engine: string, outcome: Outcome) {
  return {
    engine,
    'created at the service': outcome.created,
    'rate limited': outcome.rateLimited,
    failed: outcome.failed,
    'requests at the service': outcome.requests,
    lookups: outcome.lookupsMs.length,
    'lookup median ms': Math.round(quantile(outcome.lookupsMs, 0.5)),
    'p95 ms': Math.round(quantile(outcome.lookupsMs, 0.95)),
    'longest ms': Math.round(Math.max(...outcome.lookupsMs)),
    'start p95 ms': Math.round(quantile(outcome.responsesMs, 0.95)),
  };
}

function evaluate(engine: string, outcome: Outcome) {
  return [
    { guarantee: `${engine}: every lookup by staff under 1 s`, passed: Math.max(...outcome.lookupsMs) < 1000 },
    { guarantee: `${engine}: no lookup failed`, passed: outcome.failedLookups === 0 },
    {
      guarantee: `${engine}: no more created than the rate limit allows (${startsInTotal})`,
      passed: outcome.created <= startsInTotal && outcome.created === outcome.redirected,
    },
    {
      guarantee: `${engine}: every other start is asked to come back`,
      passed: outcome.rateLimited + outcome.failed === starts - outcome.redirected,
    },
  ];
}
