import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Landfall } from '@/lib/compose';
import { problemSchema } from '@/lib/contract/problem';
import { eventually } from '@/lib/core/testing/eventually';
import { type RouteId, type RouteMatrix, type RouteRow, pageMatrix, routeMatrix } from '@/lib/http/access-matrix';
import { issueMigrationToken } from '@/lib/start/customer-links';
import { type TestPostgres, startTestPostgres } from '@/lib/store/testing/start-test-postgres';
import { signAuto } from '@/lib/webhooks/sign-message';
import { openTestApp, publicOrigin } from './testing/open-test-app';
import { answerOf, preparePage } from './testing/prepare-page';

/** The app on a real PostgreSQL that stops and starts again, called through its route handlers, with its pages prepared. */
const webhookSecret = 'the secret of the service';
let postgres: TestPostgres;
let app: Awaited<ReturnType<typeof openTestApp>>;
let landfall: Landfall;
let cookie: string;

type SessionRoute = {
  [Id in RouteId]: RouteMatrix[Id] extends { auth: 'session' | 'sessionOrKey' } ? Id : never;
}[RouteId];
interface Call {
  segments?: string[];
  form?: () => Record<string, string>;
  body?: string;
  headers?: () => Record<string, string>;
  expected?: number;
}
/** Session routes need no entry: the session is read from the database first. */
const calls: Record<Exclude<RouteId, SessionRoute>, Call> = {
  'start.create': {
    form: () => ({ attempt: randomUUID(), source_tool: 'Zendesk', destination_username: 'ops@acme.example' }),
  },
  'start.again': { form: () => ({ attempt: randomUUID(), link: issueMigrationToken(landfall.start, '1') }) },
  'start.ask': { form: () => ({ link: issueMigrationToken(landfall.start, '1') }) },
  'start.request': { form: () => ({ attempt: randomUUID(), username: 'ops@acme.example', tool: 'Zendesk' }) },
  'start.send-link': { form: () => ({ email: 'ops@acme.example' }) },
  'migration.version': {},
  'start.tool-request': { form: () => ({ attempt: randomUUID(), tool: 'Old CRM' }) },
  'contact.confirm': { form: () => ({ token: 'token' }) },
  'contact.unsubscribe': { form: () => ({ token: 'token' }) },
  'contact.one-click': { form: () => ({ 'List-Unsubscribe': 'One-Click' }) },
  'contact.open-unsubscribe': {},
  'branding.image': {},
  'webhooks.receive': {
    body: '{"import_id":"1","status":"In preparation"}',
    headers: () => Object.fromEntries(signAuto(calls['webhooks.receive'].body ?? '', webhookSecret).headers),
  },
  'auth.set-password': {
    form: () => ({ token: 'token', password: 'correct horse battery', repeated: 'correct horse battery' }),
  },
  'auth.setup': { form: () => ({ code: 'ABCD', email: 'ada@company.example' }) },
  'auth.passkey-options': {},
  'auth.sign-out': { form: () => ({}), headers: () => ({ cookie }) },
  'auth.get': { segments: ['session'], headers: () => ({ cookie }) },
  'auth.post': {
    segments: ['callback', 'credentials'],
    form: () => ({ email: 'ada@company.example', password: 'correct horse battery' }),
    headers: () => ({ cookie }),
  },
  'openapi.read': { expected: 200 },
  'security.contact': { expected: 200 },
  'health.live': { expected: 200 },
  'health.ready': {},
  // A scrape shows what the process knows, without the gauges that need the database.
  'metrics.read': { expected: 200 },
};

beforeAll(async () => {
  postgres = await startTestPostgres();
  app = await openTestApp({
    DATABASE_URL: await postgres.createDatabase(),
    SECURITY_CONTACT: 'mailto:security@company.example',
    WEBHOOK_SECRET: webhookSecret,
  });
  ({ landfall, cookie } = app);
});
afterAll(async () => {
  await app?.close();
  await postgres?.stop();
});

function callRoute(id: RouteId, call: Call, headers: Record<string, string> = {}): Promise<Response> {
  const row: RouteRow = routeMatrix[id];
  const path = row.path.replace(/\[\.{3}\w+\]/, (call.segments ?? []).join('/')).replace(/\[\w+\]/g, randomUUID());
  const isWrite = row.method !== 'GET';
  const form = call.form && new URLSearchParams(call.form()).toString();
  const request = new Request(`${publicOrigin}${path}`, {
    method: row.method,
    headers: {
      host: 'localhost:3000',
      'x-forwarded-for': '127.0.0.1',
      'x-landfall-local': '1',
      ...(isWrite && { origin: publicOrigin, 'sec-fetch-site': 'same-origin' }),
      'content-type': form === undefined ? 'application/json' : 'application/x-www-form-urlencoded',
      ...call.headers?.(),
      ...headers,
    },
    ...(isWrite && { body: form ?? call.body ?? '{}' }),
  });
  const handler = app.handlers.get(id);
  if (handler === undefined) throw new Error(`no handler for ${id}`);
  return handler(request, {
    params: Promise.resolve({ id: randomUUID(), token: randomUUID(), nextauth: call.segments ?? [] }),
  });
}

const callOf = (id: RouteId): Call =>
  Object.entries(calls).find(([name]) => name === id)?.[1] ?? { headers: () => ({ cookie }) };
const readiness = () => callRoute('health.ready', {});

describe('while PostgreSQL is stopped', () => {
  const gaps = vi.fn();
  const payloads: string[] = [];
  beforeAll(async () => {
    await landfall.database.listen('outage_test', (payload) => payloads.push(payload), gaps);
    expect((await readiness()).status).toBe(200);
    expect((await callRoute('imports.counts', callOf('imports.counts'))).status).toBe(200);
    // An idle transaction has a connection without a query, whose loss must not end the process.
    const open = landfall.database.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await postgres.halt();
      await tx.execute(sql`select 1`);
    });
    await expect(open).rejects.toThrow();
  });

  const ids = Object.keys(routeMatrix) as RouteId[];
  it.each(ids)('%s answers 503 with Retry-After', async (id) => {
    const call = callOf(id);
    const response = await callRoute(id, call);
    expect(response.status).toBe(call.expected ?? 503);
    if (call.expected !== undefined) return;
    expect(response.headers.get('retry-after')).toBe('5');
    if (id === 'health.ready') return;
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const problem = problemSchema.parse(await response.json());
    expect(problem).toMatchObject({ type: 'urn:landfall:problem:database_unavailable', retryAfterS: 5 });
    // Webhooks are not checked before: the message may have been stored, and the service sends it again.
    if (id !== 'webhooks.receive') expect(problem.detail).toContain('Nothing was changed');
  });

  it.each([
    'start.create',
    'start.again',
    'start.ask',
    'start.request',
    'start.tool-request',
    'contact.confirm',
    'contact.unsubscribe',
  ] as const)('%s shows a customer a page in their language, with a way back to the form', async (id) => {
    const headers = { accept: 'text/html', 'accept-language': 'de-DE,en', referer: `${publicOrigin}/start?x=1` };
    const response = await callRoute(id, callOf(id), headers);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(response.headers.get('content-type')).toContain('text/html');
    const html = await response.text();
    expect(html).toContain('Bei uns ist eine technische Störung aufgetreten');
    expect(html).toContain('href="/start?x=1"');
    expect(html).not.toContain('Landfall');
  });

  it('still says where to report vulnerabilities', async () => {
    const response = await callRoute('security.contact', {});
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const fields = Object.fromEntries(
      (await response.text())
        .trim()
        .split('\n')
        .map((line) => line.split(': ', 2)),
    );
    expect(fields).toMatchObject({
      Contact: 'mailto:security@company.example',
      Canonical: `${publicOrigin}/.well-known/security.txt`,
    });
    const daysLeft = (Date.parse(String(fields['Expires'])) - Date.now()) / 86_400_000;
    expect(daysLeft).toBeGreaterThan(30);
    expect(daysLeft).toBeLessThan(365);
  });

  it('shows a page after a failed sign-in', async () => {
    const response = await callRoute('auth.post', calls['auth.post'], { accept: 'text/html' });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('The database is not available');
  });

  it.each(Object.values(pageMatrix))('the page $path answers 503 and says why', async ({ path, auth }) => {
    const response = await answerOf(path.replace(/\[\w+\]/, 'x'), { headers: { cookie } });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const html = await response.text();
    expect(html).toContain(auth === 'customer' ? 'We are having a technical problem' : 'The database is not available');
    expect(html).toContain('>Try again</a>');
    expect(html.includes('This page is not available right now')).toBe(auth === 'customer');
  });

  it('readiness returns 503 and says why', async () => {
    const response = await readiness();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      status: 'not ready',
      checks: [{ name: 'database', ok: false, detail: 'does not answer' }, { name: 'version' }],
    });
  });

  it('everything works again once PostgreSQL is back, without a restart', async () => {
    await postgres.resume();
    await expect.poll(async () => (await readiness()).status, eventually).toBe(200);
    expect((await callRoute('imports.counts', callOf('imports.counts'))).status).toBe(200);
    expect((await preparePage('/imports', { headers: { cookie } })).status).toBe(200);
    await expect.poll(() => gaps.mock.calls.length, eventually).toBe(1);
    await landfall.database.db.execute(sql`select pg_notify('outage_test', 'back')`);
    await expect.poll(() => payloads, eventually).toEqual(['back']);
  });
});
