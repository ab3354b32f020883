import { randomBytes } from 'node:crypto';
import { request as send } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire, Module } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFuzzTarget } from '../../app/testing/fuzz-target';
import { type GeneratedRequest, generateRequests } from '../../app/testing/generate-requests';
import { loadRoutes } from '../../app/testing/load-routes';
import { startSecondApp } from '../../e2e/fixtures/second-app';
import { compose } from '../../lib/compose';
import { silentLog } from '../../lib/core/log';
import { parseSettings } from '../../lib/core/settings';
import { freePort, startTestPostgres } from '../../lib/store/testing/start-test-postgres';
import { buildApp } from '../../scripts/steps/build-app';
import { createChildren } from '../../scripts/steps/children.mjs';
import { startSimulator } from '../../simulator/start-simulator';
import type { MeasurementResult } from '../measurement';

export const name = 'fuzz';
export const description = '20,000 seeded requests to every route in every role, generated from the schemas, over HTTP';

const seed = 15;
const count = 20_000;
const parallel = 6;
/** Streams never end, and nothing else takes this long. */
const timeoutMs = 30_000;

export async function run(): Promise<MeasurementResult> {
  const root = process.cwd();
  const { signal } = new AbortController();
  await buildApp({ root, environment: {}, children: createChildren(root), signal }, '.next-test');
  const folder = await mkdtemp(join(tmpdir(), 'landfall-fuzz-'));
  const postgres = await startTestPostgres();
  const simulator = await startSimulator({ port: 0, rate: 100_000 });
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const nextAuthSecret = randomBytes(32).toString('base64');
  const settings = {
    LANDFALL_DATA: folder,
    DATABASE_URL: await postgres.createDatabase(),
    LANDFALL_KEY: randomBytes(32).toString('base64'),
    NEXTAUTH_SECRET: nextAuthSecret,
    NEXTAUTH_URL: origin,
    SERVICE_URL: simulator.url,
    SERVICE_TOKEN: simulator.token,
    SERVICE_RATE_PER_S: '1000',
    START_PAGE: 'open',
    LOG_LEVEL: 'error',
  };
  const app = await startSecondApp(settings, port);
  // Not started: it only prepares accounts and imports in the app's database.
  const landfall = await compose(parseSettings(settings), { log: silentLog });
  try {
    replaceServerOnly();
    const requests = generateRequests(await loadRoutes(), { seed, count, origin });
    const target = await createFuzzTarget(landfall, simulator, nextAuthSecret);
    const outcome = await sendAll(requests, target, port);
    const failed = outcome.failures.slice(0, 20).map((failure) => ({ failed: failure }));
    const kinds = [...outcome.statuses].toSorted(([a], [b]) => a.localeCompare(b));
    return {
      rows: [Object.fromEntries(kinds), ...failed],
      checks: [
        { guarantee: `none of ${count} requests is answered with 5xx or not at all`, passed: failed.length === 0 },
        { guarantee: 'at least a tenth of them succeeds', passed: (outcome.statuses.get('2xx') ?? 0) > count / 10 },
        { guarantee: 'the app still answers', passed: (await fetch(`${origin}/api/health`)).ok },
      ],
    };
  } finally {
    await landfall.close();
    await app.stop();
    await simulator.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function sendAll(
  requests: readonly GeneratedRequest[],
  target: Awaited<ReturnType<typeof createFuzzTarget>>,
  port: number,
): Promise<{ statuses: Map<string, number>; failures: string[] }> {
  const statuses = new Map<string, number>();
  const failures: string[] = [];
  let next = 0;
  const work = async () => {
    for (;;) {
      const index = next++;
      const generated = requests[index];
      if (generated === undefined) return;
      if (index % 200 === 0) await target.refresh();
      const completed = target.complete(generated);
      const status = await sendOne(completed, port);
      const kind = status === undefined ? 'no answer' : `${Math.floor(status / 100)}xx`;
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
      if (status === undefined || status >= 500) {
        const { as, method, path, body = '' } = completed;
        failures.push(JSON.stringify(`${status ?? kind} ${as} ${method} ${path} ${body}`).slice(0, 300));
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return { statuses, failures };
}

function sendOne({ method, path, headers, body }: GeneratedRequest, port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const outgoing = send(
      { host: '127.0.0.1', port, method, path: toLatin(path), headers, timeout: timeoutMs },
      (response) => {
        resolve(response.statusCode);
        // A stream would stay open.
        if (String(response.headers['content-type']).startsWith('text/event-stream')) outgoing.destroy();
        else response.resume();
      },
    );
    outgoing.once('timeout', () => outgoing.destroy());
    outgoing.once('error', () => resolve(undefined));
    outgoing.end(body);
  });
}

/** Node refuses to send other characters in a path. */
function toLatin(path: string): string {
  return path.replace(/[^\u0021-\u007e]/g, (character) => encodeURIComponent(character.toWellFormed()));
}

/** Outside of Next, importing the package `server-only` throws. */
function replaceServerOnly(): void {
  const require = createRequire(import.meta.url);
  const path = require.resolve('server-only');
  require.cache[path] = Object.assign(new Module(path), { filename: path, loaded: true, exports: {} });
}
