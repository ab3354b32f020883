import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Landfall } from '@/lib/compose';
import { type RouteRow, routeMatrix } from '@/lib/http/access-matrix';
import { createTestPostgresUrl } from '@/lib/store/testing/open-test-database';
import { startSimulator, type RunningSimulator } from '../simulator/start-simulator';
import { createFuzzTarget } from './testing/fuzz-target';
import { type GeneratedRequest, generateRequests } from './testing/generate-requests';
import { loadRoutes } from './testing/load-routes';

/** The short form of `npm run drill -- fuzz`: the same requests, given to the route handlers. */
const count = 1500;
const publicOrigin = 'http://localhost:3000';
const secret = randomBytes(32).toString('base64');
let folder: string;
let landfall: Landfall;
let simulator: RunningSimulator;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'landfall-fuzz-'));
  simulator = await startSimulator({ port: 0, rate: 100_000 });
  const environment = {
    LANDFALL_DATA: folder,
    DATABASE_URL: await createTestPostgresUrl(),
    LANDFALL_KEY: randomBytes(32).toString('base64'),
    NEXTAUTH_SECRET: secret,
    SERVICE_URL: simulator.url,
    SERVICE_TOKEN: simulator.token,
    SERVICE_RATE_PER_S: '100000',
    START_PAGE: 'open',
    LOG_LEVEL: 'silent',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const { getLandfall } = await import('@/lib/server');
  landfall = await getLandfall();
});

afterAll(async () => {
  await landfall?.close();
  await simulator?.close();
  await rm(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
  Reflect.deleteProperty(globalThis, Symbol.for('landfall.app'));
});

it('no generated request is answered with 5xx', async () => {
  const routes = await loadRoutes();
  expect([...routes.keys()].toSorted()).toEqual(Object.keys(routeMatrix).toSorted());
  const target = await createFuzzTarget(landfall, simulator, secret);
  let succeeded = 0;
  const failures: string[] = [];
  for (const [index, generated] of generateRequests(routes, { seed: 15, count, origin: publicOrigin }).entries()) {
    if (index % 100 === 0) await target.refresh();
    const handler = routes.get(generated.route);
    const row: RouteRow = routeMatrix[generated.route];
    // Next answers other methods itself, broken escapes never get here, and next-auth needs Next around it.
    if (handler === undefined || generated.method !== row.method || row.auth === 'nextAuth') continue;
    const completed = target.complete(generated);
    const params = readParams(completed);
    if (params === undefined) continue;
    const { path, method, headers, body } = completed;
    const request = new Request(`${publicOrigin}${path}`, {
      method,
      headers: { ...headers, 'x-forwarded-for': '203.0.113.7' },
      ...(body !== undefined && { body }),
    });
    const response = await handler(request, { params: Promise.resolve(params) });
    if (response.ok) succeeded += 1;
    if (response.status >= 500)
      failures.push(`${response.status} ${completed.as} ${method} ${path} ${body}`.slice(0, 500));
    else await response.body?.cancel();
  }
  expect(failures).toEqual([]);
  // The requests reach the operations: otherwise this proves little.
  expect(succeeded).toBeGreaterThan(count / 15);
});

/** What Next would pass on; undefined if it would reject the path. */
function readParams({ route, path }: GeneratedRequest): Record<string, string | string[]> | undefined {
  const names = routeMatrix[route].path.split('/');
  const given = new URL(path, publicOrigin).pathname.split('/');
  const params: Record<string, string | string[]> = {};
  try {
    for (const [index, name] of names.entries()) {
      const rest = given.slice(index).map(decodeURIComponent);
      if (name.startsWith('[...')) params[name.slice(4, -1)] = rest;
      else if (name.startsWith('[')) params[name.slice(1, -1)] = rest[0] ?? '';
    }
    return params;
  } catch {
    return undefined;
  }
}
