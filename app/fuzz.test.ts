import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type RouteRow, routeMatrix } from '@/lib/http/access-matrix';
import { startSimulator, type RunningSimulator } from '../simulator/start-simulator';
import { createFuzzTarget } from './testing/fuzz-target';
import { type GeneratedRequest, generateRequests } from './testing/generate-requests';
import { openTestApp, publicOrigin } from './testing/open-test-app';

/** The short form of `npm run drill -- fuzz`: the same requests, given to the route handlers. */
const count = inject('fullSize') ? 1000 : 150;
let app: Awaited<ReturnType<typeof openTestApp>>;
let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, rate: 100_000 });
  const service = { SERVICE_URL: simulator.url, SERVICE_TOKEN: simulator.token, SERVICE_RATE_PER_S: '100000' };
  app = await openTestApp(service);
});
afterAll(async () => {
  await app?.close();
  await simulator?.close();
});

it('no generated request is answered with 5xx', async () => {
  const { handlers: routes, landfall, nextAuthSecret } = app;
  expect([...routes.keys()].toSorted()).toEqual(Object.keys(routeMatrix).toSorted());
  const target = await createFuzzTarget(landfall, simulator, nextAuthSecret);
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
