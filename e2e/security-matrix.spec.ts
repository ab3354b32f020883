import { type APIRequestContext, request as playwrightRequest } from '@playwright/test';
import { type Role, roleAtLeast, roles } from '@/lib/contract/roles';
import { type PageRow, type RouteRow, pageMatrix, routeMatrix } from '@/lib/http/access-matrix';
import { accountOf, createStaffAccount, signInAs } from './fixtures/accounts';
import { fullSize } from './fixtures/full-size';
import { expect, testWithoutPages as test } from './fixtures/test';

/**
 * Calls every route and page over HTTP without a session, with every role, and as a disabled and a demoted person.
 * lib/http/access-matrix.test.ts checks that the matrix lists every route and page.
 */
type Caller = 'anonymous' | Role | 'disabled' | 'demoted';

const routes: [string, RouteRow][] = Object.entries(routeMatrix);
const pages: [string, PageRow][] = Object.entries(pageMatrix);
const cookies = new Map<Caller, string>([['anonymous', '']]);
let origin = '';

// In one worker, so that each caller signs in once.
test.describe.configure({ mode: 'default' });

test.beforeAll(async ({ baseURL }) => {
  origin = baseURL ?? '';
  const admin = await signedInContext(accountOf('admin'));
  cookies.set('admin', await cookieOf(admin));
  for (const role of roles) {
    if (role !== 'admin') cookies.set(role, await cookieOf(await signedInContext(accountOf(role))));
  }
  const disabled = await addAccount(admin, 'admin', 'disabled');
  cookies.set('disabled', disabled.cookie);
  await updateStaff(admin, disabled.id, { disabled: true });
  const demoted = await addAccount(admin, 'admin', 'demoted');
  cookies.set('demoted', demoted.cookie);
  await updateStaff(admin, demoted.id, { role: 'viewer' });
});

async function signedInContext(account: { email: string; password: string }): Promise<APIRequestContext> {
  const context = await playwrightRequest.newContext({ baseURL: origin });
  await signInAs(context, account);
  return context;
}

async function cookieOf(context: APIRequestContext): Promise<string> {
  const { cookies: all } = await context.storageState();
  return all.map(({ name, value }) => `${name}=${value}`).join('; ');
}

async function addAccount(admin: APIRequestContext, role: Role, name: string): Promise<{ id: string; cookie: string }> {
  const email = `${name}.${Date.now()}@matrix.example`;
  const account = await createStaffAccount(admin, role, email);
  return { id: account.id, cookie: await cookieOf(await signedInContext(account)) };
}

async function updateStaff(admin: APIRequestContext, id: string, data: object): Promise<void> {
  expect((await admin.patch(`/api/staff/${id}`, { data, headers: { origin } })).status()).toBe(200);
}

/** Reads only the status and the first chunk, since streams never end. */
async function fetchAs(path: string, method: string, caller: Caller, headers: Record<string, string> = {}) {
  const controller = new AbortController();
  const isWrite = method !== 'GET';
  const response = await fetch(`${origin}${path}`, {
    method,
    redirect: 'manual',
    signal: controller.signal,
    headers: {
      cookie: cookies.get(caller) ?? '',
      ...(isWrite && { origin, 'content-type': 'application/json' }),
      ...headers,
    },
    ...(isWrite && { body: '{}' }),
  });
  const body = response.headers.get('content-type')?.startsWith('text/event-stream') ? '' : await response.text();
  controller.abort();
  const location = response.headers.get('location') ?? '';
  // Next redirects its router's requests to a URL with a hash of their headers.
  const [requested, target] = [new URL(path, origin), new URL(location, `${origin}${path}`)];
  const samePage = location !== '' && target.pathname === requested.pathname;
  if (samePage && target.searchParams.has('_rsc') && !requested.searchParams.has('_rsc')) {
    return fetchAs(`${target.pathname}${target.search}`, method, caller, headers);
  }
  return { status: response.status, location, body, headers: response.headers };
}

/** Uses ids that do not exist, so that permitted callers change nothing. */
const fill = (path: string) => path.replace(/\[\.{0,3}\w+\]/g, 'no-such-thing');
const allCallers: Caller[] = ['anonymous', ...roles, 'disabled', 'demoted'];
const roleOf = (caller: Caller): Role | undefined =>
  caller === 'anonymous' || caller === 'disabled' ? undefined : caller === 'demoted' ? 'viewer' : caller;

/**
 * In full, all callers. Otherwise those at the boundary: no session, the highest role that may not, the lowest that
 * may, and the two who lost their rights.
 */
function callersFor(least: Role | undefined): Caller[] {
  if (fullSize) return allCallers;
  const allowed = roles.filter((role) => roleAtLeast(role, least ?? 'admin'));
  const denied = roles.filter((role) => !allowed.includes(role));
  return ['anonymous', ...denied.slice(-1), ...allowed.slice(0, 1), 'disabled', 'demoted'];
}

const guarded = routes.filter(([, row]) => row.auth === 'session' || row.auth === 'sessionOrKey');
for (const [id, row] of guarded) {
  test(`${row.method} ${row.path} (${id}) requires ${row.role} or above`, async () => {
    for (const caller of callersFor(row.role)) {
      const { status, headers } = await fetchAs(fill(row.path), row.method, caller);
      const role = roleOf(caller);
      const expected = role === undefined ? 401 : roleAtLeast(role, row.role ?? 'admin') ? 'in' : 403;
      expect(status === 401 || status === 403 ? status : 'in', `${caller}: ${status}`).toBe(expected);
      // An unreachable service is a 503; a 500 would be a bug.
      expect(status, caller).not.toBe(500);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      if (status >= 400) expect(headers.get('content-type')).toBe('application/problem+json');
    }
  });
}

const prefetch = { 'next-router-prefetch': '1', rsc: '1', purpose: 'prefetch' };
const requestVariants: [string, Record<string, string>][] = [
  ['plain', {}],
  ['as a prefetch', prefetch],
  ['as a segment prefetch', { 'next-router-segment-prefetch': '/_tree', 'next-router-prefetch': '1', rsc: '1' }],
  ['as an RSC request', { rsc: '1' }],
];
const subrequestVariants: typeof requestVariants = [
  ['as a subrequest of the proxy', { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' }],
  ['as a subrequest from the sources', { 'x-middleware-subrequest': 'src/middleware:middleware' }],
];

for (const [index, [id, row]] of pages.filter(([, page]) => page.auth === 'staff').entries()) {
  // Next ignores the header before it knows the page, so one page is enough.
  const variants = fullSize || index === 0 ? [...requestVariants, ...subrequestVariants] : requestVariants;
  test(`the page ${row.path} (${id}) requires ${row.role} or above for every kind of request`, async () => {
    const ownTexts = await textsOnlyOnPage(fill(row.path));
    if (!row.path.includes('[') && row.path !== '/settings') expect(ownTexts.length).toBeGreaterThan(5);
    for (const [variant, headers] of variants) {
      for (const caller of callersFor(row.role)) {
        // The variants only matter for callers without access.
        if (variant !== 'plain' && maySee(caller, row)) continue;
        if (!fullSize && variant !== 'plain' && (caller === 'disabled' || caller === 'demoted')) continue;
        const { status, location, body } = await fetchAs(fill(row.path), 'GET', caller, headers);
        const context = `${caller} ${variant}: ${status} ${location}`;
        const role = roleOf(caller);
        expect(status, context).not.toBe(500);
        if (maySee(caller, row)) {
          // /settings has no page of its own and redirects to its first section. Only the demo has a mailbox, which the app
          // is at full size.
          if (!row.path.includes('[') && location !== `${row.path}/staff`)
            expect(status, context).toBe(row.path === '/mailbox' && !fullSize ? 404 : 200);
        } else if (status === 200 && 'next-router-prefetch' in headers) {
          // A prefetch renders only the layout, before the page checks the session.
          expect(
            textsIn(body).filter((text) => ownTexts.includes(text)),
            context,
          ).toEqual([]);
        } else if (role === undefined) {
          // Once the stream has begun, the redirect is inside it, without page content.
          expect(status >= 300 && status < 400 ? location : body, context).toContain('/sign-in');
        } else {
          expect(status === 403 || body.includes('NEXT_HTTP_ERROR_FALLBACK;403'), context).toBe(true);
        }
      }
    }
  });
}

function maySee(caller: Caller, row: PageRow): boolean {
  const role = roleOf(caller);
  return role !== undefined && roleAtLeast(role, row.role ?? 'admin');
}

let notFoundPage: ReturnType<typeof fetchAs> | undefined;

/** Texts that an admin sees on this page but not in the layout or on the not-found page. */
async function textsOnlyOnPage(path: string): Promise<string[]> {
  const full = await fetchAs(path, 'GET', 'admin', { rsc: '1' });
  const layout = await fetchAs(path, 'GET', 'admin', prefetch);
  const notFound = await (notFoundPage ??= fetchAs('/no-such-page', 'GET', 'admin', { rsc: '1' }));
  const shared = new Set([...textsIn(layout.body), ...textsIn(notFound.body)]);
  return textsIn(full.body).filter((text) => !shared.has(text));
}

function textsIn(body: string): string[] {
  const texts = [...body.matchAll(/"((?:[^"\\]|\\.){8,})"/g)].map(([, text]) => text ?? '');
  return texts.filter((text) => !text.startsWith('/_next/'));
}

test('a forged session cookie is refused', async () => {
  for (const value of ['x', 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..x.x.x', '']) {
    const headers = { cookie: `next-auth.session-token=${value}` };
    expect((await fetchAs('/api/imports', 'GET', 'anonymous', headers)).status).toBe(401);
    const page = await fetchAs('/imports', 'GET', 'anonymous', headers);
    expect(page.location || page.body).toContain('/sign-in');
  }
});

test('routes for machines refuse calls with other credentials', async () => {
  const status = async (path: string, method: string, headers: Record<string, string>) =>
    (await fetchAs(path, method, 'anonymous', headers)).status;
  expect(await status('/api/webhooks/migration', 'POST', {})).toBeGreaterThanOrEqual(400);
  expect(await status('/api/start-links', 'POST', { authorization: 'Bearer guess' })).toBe(401);
  expect(await status('/api/metrics', 'GET', { authorization: 'Bearer guess' })).toBe(401);
  expect(await status('/api/metrics', 'GET', {})).toBe(200);
  expect(await status('/api/health', 'GET', {})).toBe(200);
  expect(await status('/api/auth/sign-out', 'POST', { origin: 'https://evil.example' })).toBe(403);
  expect(await status('/api/auth/_log', 'POST', {})).toBe(404);
});

test('a session adds nothing to an Authorization header', async () => {
  for (const [, row] of guarded.filter(([, route]) => route.auth === 'session')) {
    const { status } = await fetchAs(fill(row.path), row.method, 'admin', { authorization: 'Basic YWRtaW46YWRtaW4=' });
    expect(status, `${row.method} ${row.path}`).toBe(401);
  }
});
