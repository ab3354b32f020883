import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { compose } from '../../lib/compose';
import { generateKey } from '../../lib/core/cipher';
import { LandfallError } from '../../lib/core/errors';
import { silentLog } from '../../lib/core/log';
import { parseSettings } from '../../lib/core/settings';
import { lookUpUsername } from '../../lib/imports/lookup/look-up-username';
import { decideSponsorship } from '../../lib/sponsorship/decide-sponsorship';
import { placeImport } from '../../lib/sponsorship/testing/open-sponsorship';
import { addStaff, staffCaller } from '../../lib/sponsorship/testing/staff-caller';
import { startTestPostgres } from '../../lib/store/testing/start-test-postgres';
import { startSimulator } from '../../simulator/start-simulator';
import type { MeasurementResult } from '../measurement';

export const name = 'busy-people';
export const description =
  "150 lookups at once, by one viewer and by 15, then an agent's lookup and an accept; on each engine at 10 requests per second";

export async function run(): Promise<MeasurementResult> {
  const postgres = await startTestPostgres();
  const outcomes: (BusyOutcome & { engine: string; viewers: number })[] = [];
  try {
    for (const engine of ['PGlite', 'PostgreSQL']) {
      for (const viewers of [1, 15]) {
        const databaseUrl = engine === 'PGlite' ? undefined : await postgres.createDatabase();
        const outcome = await runBusyPeople({ databaseUrl, viewers, lookupsEach: 150 / viewers });
        outcomes.push({ engine, viewers, ...outcome });
      }
    }
  } finally {
    await postgres.stop();
  }
  return {
    rows: outcomes.map((outcome) => ({
      engine: outcome.engine,
      viewers: outcome.viewers,
      'lookups refused (429)': outcome.refused,
      "agent's lookup": describe(outcome.lookup),
      accept: describe(outcome.accept),
    })),
    checks: outcomes.flatMap(({ engine, viewers, lookup, accept }) => [
      {
        guarantee: `${engine}, ${viewers} viewers: the agent's lookup waits for about one lookup of each viewer`,
        passed: lookup.ok && lookup.sentBefore <= viewers + 10,
      },
      {
        guarantee: `${engine}, ${viewers} viewers: the accept waits for no lookup but those already under way`,
        passed: accept.ok && accept.sentBefore <= 10,
      },
    ]),
  };
}

interface CallOutcome {
  ok: boolean;
  tookMs: number;
  /** Requests that reached the service before this one. */
  sentBefore: number;
}

interface BusyOutcome {
  /** Lookups of viewers that were over the limit, and the error of the first. */
  refused: number;
  refusal: LandfallError | undefined;
  lookup: CallOutcome;
  accept: CallOutcome;
}

export async function runBusyPeople(plan: {
  databaseUrl: string | undefined;
  viewers: number;
  lookupsEach: number;
}): Promise<BusyOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-busy-'));
  const simulator = await startSimulator({ port: 0 });
  const settings = parseSettings({
    LANDFALL_DATA: folder,
    SERVICE_URL: simulator.url,
    SERVICE_TOKEN: simulator.token,
    DECISION_HOLD_S: '0',
    ...(plan.databaseUrl && {
      DATABASE_URL: plan.databaseUrl,
      NEXTAUTH_SECRET: generateKey(),
      LANDFALL_KEY: generateKey(),
    }),
  });
  const landfall = await compose(settings, { log: silentLog });
  const lookUp = (person: string, username: string) =>
    lookUpUsername(landfall.imports, { caller: staffCaller(person, 'agent'), environment: 'live', username });
  try {
    const ines = staffCaller('Ines');
    await addStaff(landfall.database.db, ines);
    const importId = await placeImport(simulator, landfall.imports.observer);
    // Warm up first: the first request of each kind is slow.
    await lookUp('Priya', 'first@acme.example');
    const sentAlready = simulator.log().length;
    const sent = () => simulator.log().slice(sentAlready);
    const errors: unknown[] = [];
    for (let index = 0; index < plan.viewers * plan.lookupsEach; index += 1) {
      void lookUp(`Viewer${index % plan.viewers}`, `busy-${index}@acme.example`).catch((error: unknown) =>
        errors.push(error),
      );
    }
    while (sent().length === 0) await delay(5);
    const measure = async (work: Promise<unknown>, path: string): Promise<CallOutcome> => {
      const startedMs = performance.now();
      const ok = await work.then(
        () => true,
        () => false,
      );
      const tookMs = performance.now() - startedMs;
      const position = sent().findIndex((request) => request.path.includes(path));
      return { ok, tookMs, sentBefore: position < 0 ? sent().length : position };
    };
    const body = { reason: '', note: '', overrideBudget: false };
    const [lookup, accept] = await Promise.all([
      measure(lookUp('Priya', 'agent@acme.example'), encodeURIComponent('agent@acme.example')),
      measure(
        decideSponsorship(landfall.sponsorship, {
          caller: ines,
          environment: 'live',
          importId,
          kind: 'accept',
          body,
        }),
        '/payment/accept',
      ),
    ]);
    const refusals = errors.filter((error) => error instanceof LandfallError).filter(({ status }) => status === 429);
    return { refused: refusals.length, refusal: refusals[0], lookup, accept };
  } finally {
    await landfall.close();
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function describe({ ok, tookMs, sentBefore }: CallOutcome): string {
  return `${ok ? 'done' : 'failed'} after ${(tookMs / 1000).toFixed(2)} s, ${sentBefore} requests before it`;
}
