import { type APIRequestContext, request as playwrightRequest } from '@playwright/test';
import { type Role, roleAtLeast, roles } from '@/lib/contract/roles';
import { type PageRow, type RouteRow, pageMatrix, routeMatrix } from '@/lib/http/access-matrix';
import { accountOf, invite, signInAs } from './fixtures/accounts';
import { fullSize } from './fixtures/full-size';
import { expect, testWithoutPages as test } from './fixtures/test';

/**
 * The matrix, tried over HTTP: every route and page with nobody, every role, somebody disabled and somebody demoted.
 * That the matrix knows every route and page is shown by lib/http/access-matrix.test.ts.
 */
type Who = 'nobody' | Role | 'disabled' | 'demoted';

const routes: [string, RouteRow][] = Object.entries(routeMatrix);
const pages: [string, PageRow][] = Object.entries(pageMatrix);
const cookies = new Map<Who, string>([['nobody', '']]);
let origin = '';

// In one worker, so that everybody signs in once.
test.describe.configure({ mode: 'default' });

test.beforeAll(async ({ baseURL }) => {
  origin = baseURL ?? '';
  const admin = await entered(accountOf('admin'));
  cookies.set('admin', await cookieOf(admin));
  for (const role of roles) {
    if (role !== 'admin') cookies.set(role, await cookieOf(await entered(accountOf(role))));
  }
  const disabled = await addSomebody(admin, 'admin', 'disabled');
  cookies.set('disabled', disabled.cookie);
  await change(admin, disabled.id, { disabled: true });
  const demoted = await addSomebody(admin, 'admin', 'demoted');
  cookies.set('demoted', demoted.cookie);
  await change(admin, demoted.id, { role: 'viewer' });
});

async function entered(account: { email: string; password: string }): Promise<APIRequestContext> {
  const context = await playwrightRequest.newContext({ baseURL: origin });
  await signInAs(context, account);
  return context;
}

async function cookieOf(context: APIRequestContext): Promise<string> {
  const { cookies: all } = await context.storageState();
  return all.map(({ name, value }) => `${name}=${value}`).join('; ');
}

async function addSomebody(
  admin: APIRequestContext,
  role: Role,
  name: string,
): Promise<{ id: string; cookie: string }> {
  const email = `${name}.${Date.now()}@matrix.example`;
  const { id, password } = await invite(admin, role, email);
  return { id, cookie: await cookieOf(await entered({ email, password: password ?? '' })) };
}

async function change(admin: APIRequestContext, id: string, data: object): Promise<void> {
  expect((await admin.patch(`/api/staff/${id}`, { data, headers: { origin } })).status()).toBe(200);
}

/** Only the status and a first piece: streams never end. */
async function ask(path: string, method: string, who: Who, headers: Record<string, string> = {}) {
  const controller = new AbortController();
  const post = method !== 'GET';
  const answer = await fetch(`${origin}${path}`, {
    method,
    redirect: 'manual',
    signal: controller.signal,
    headers: {
      cookie: cookies.get(who) ?? '',
      ...(post && { origin, 'content-type': 'application/json' }),
      ...headers,
    },
    ...(post && { body: '{}' }),
  });
  const body = answer.headers.get('content-type')?.startsWith('text/event-stream') ? '' : await answer.text();
  controller.abort();
  const location = answer.headers.get('location') ?? '';
  // Next wants a request of its router to carry a hash of its headers, and names the address that does.
  const [asked, named] = [new URL(path, origin), new URL(location, `${origin}${path}`)];
  const samePage = location !== '' && named.pathname === asked.pathname;
  if (samePage && named.searchParams.has('_rsc') && !asked.searchParams.has('_rsc')) {
    return ask(`${named.pathname}${named.search}`, method, who, headers);
  }
  return { status: answer.status, location, body, headers: answer.headers };
}

/** Names nothing that exists, so that whoever may call changes nothing. */
const fill = (path: string) => path.replace(/\[\.{0,3}\w+\]/g, 'no-such-thing');
const everybody: Who[] = ['nobody', ...roles, 'disabled', 'demoted'];
const roleOf = (who: Who): Role | undefined =>
  who === 'nobody' || who === 'disabled' ? undefined : who === 'demoted' ? 'viewer' : who;

/**
 * In full everybody tries everything. Otherwise those at the border of what a role may do: nobody, the highest role
 * that may not, the lowest that may, and the two who lost their rights.
 */
function triedBy(least: Role | undefined): Who[] {
  if (fullSize) return everybody;
  const allowed = roles.filter((role) => roleAtLeast(role, least ?? 'admin'));
  const denied = roles.filter((role) => !allowed.includes(role));
  return ['nobody', ...denied.slice(-1), ...allowed.slice(0, 1), 'disabled', 'demoted'];
}

const guarded = routes.filter(([, row]) => row.door === 'session' || row.door === 'session-or-key');
for (const [id, row] of guarded) {
  test(`${row.method} ${row.path} (${id}) is for ${row.role} and above`, async () => {
    for (const who of triedBy(row.role)) {
      const { status, headers } = await ask(fill(row.path), row.method, who);
      const role = roleOf(who);
      const expected = role === undefined ? 401 : roleAtLeast(role, row.role ?? 'admin') ? 'in' : 403;
      expect(status === 401 || status === 403 ? status : 'in', `${who}: ${status}`).toBe(expected);
      // A service that cannot be reached is a 503; a 500 would be our own fault.
      expect(status, who).not.toBe(500);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      if (status >= 400) expect(headers.get('content-type')).toBe('application/problem+json');
    }
  });
}

const prefetch = { 'next-router-prefetch': '1', rsc: '1', purpose: 'prefetch' };
const disguises: [string, Record<string, string>][] = [
  ['as it is', {}],
  ['as a prefetch', prefetch],
  ['as a segment prefetch', { 'next-router-segment-prefetch': '/_tree', 'next-router-prefetch': '1', rsc: '1' }],
  ['as an RSC request', { rsc: '1' }],
  ['as a subrequest of the proxy', { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' }],
  ['as a subrequest from the sources', { 'x-middleware-subrequest': 'src/middleware:middleware' }],
];

for (const [id, row] of pages.filter(([, page]) => page.door === 'staff')) {
  test(`the page ${row.path} (${id}) is for ${row.role} and above, however it is asked for`, async () => {
    const ownWords = await wordsOfPageAlone(fill(row.path));
    if (!row.path.includes('[') && row.path !== '/settings') expect(ownWords.length).toBeGreaterThan(5);
    for (const [disguise, headers] of disguises) {
      for (const who of triedBy(row.role)) {
        // Whoever may come in gains nothing by a disguise.
        if (disguise !== 'as it is' && maySee(who, row)) continue;
        const { status, location, body } = await ask(fill(row.path), 'GET', who, headers);
        const told = `${who} ${disguise}: ${status} ${location}`;
        const role = roleOf(who);
        expect(status, told).not.toBe(500);
        if (maySee(who, row)) {
          // Settings has no page of its own and leads to its first section.
          if (!row.path.includes('[') && location !== `${row.path}/staff`) expect(status, told).toBe(200);
        } else if (status === 200 && 'next-router-prefetch' in headers) {
          // A prefetch draws the frame, which every page has, and stops before the page asks who is there.
          expect(
            wordsOf(body).filter((text) => ownWords.includes(text)),
            told,
          ).toEqual([]);
        } else if (role === undefined) {
          // A stream that has begun can only say so inside: then there is a redirect in it and nothing of the page.
          expect(status >= 300 && status < 400 ? location : body, told).toContain('/sign-in');
        } else {
          expect(status === 404 || body.includes('NEXT_HTTP_ERROR_FALLBACK;404'), told).toBe(true);
        }
      }
    }
  });
}

function maySee(who: Who, row: PageRow): boolean {
  const role = roleOf(who);
  return role !== undefined && roleAtLeast(role, row.role ?? 'admin');
}

/** The texts of a page that neither its frame nor our not-found page has, as its admin gets them. */
async function wordsOfPageAlone(path: string): Promise<string[]> {
  const whole = await ask(path, 'GET', 'admin', { rsc: '1' });
  const frame = await ask(path, 'GET', 'admin', prefetch);
  const notFound = await ask('/no-such-page', 'GET', 'admin', { rsc: '1' });
  const everywhere = new Set([...wordsOf(frame.body), ...wordsOf(notFound.body)]);
  return wordsOf(whole.body).filter((text) => !everywhere.has(text));
}

function wordsOf(body: string): string[] {
  const texts = [...body.matchAll(/"((?:[^"\\]|\\.){8,})"/g)].map(([, text]) => text ?? '');
  return texts.filter((text) => !text.startsWith('/_next/'));
}

test('a cookie that is only called like ours opens nothing', async () => {
  for (const value of ['x', 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..x.x.x', '']) {
    const headers = { cookie: `next-auth.session-token=${value}` };
    expect((await ask('/api/imports', 'GET', 'nobody', headers)).status).toBe(401);
    const page = await ask('/imports', 'GET', 'nobody', headers);
    expect(page.location || page.body).toContain('/sign-in');
  }
});

test('the doors that are not for people refuse what is not meant for them', async () => {
  const status = async (path: string, method: string, headers: Record<string, string>) =>
    (await ask(path, method, 'nobody', headers)).status;
  expect(await status('/api/webhooks/migration', 'POST', {})).toBeGreaterThanOrEqual(400);
  expect(await status('/api/start-links', 'POST', { authorization: 'Bearer guess' })).toBe(401);
  expect(await status('/api/metrics', 'GET', { authorization: 'Bearer guess' })).toBe(401);
  expect(await status('/api/metrics', 'GET', {})).toBe(200);
  expect(await status('/api/health', 'GET', {})).toBe(200);
  expect(await status('/api/auth/sign-out', 'POST', { origin: 'https://evil.example' })).toBe(403);
  expect(await status('/api/auth/_log', 'POST', {})).toBe(404);
});

test('an Authorization header opens nothing and is refused where it is not asked for', async () => {
  for (const [, row] of guarded.filter(([, route]) => route.door === 'session')) {
    for (const who of ['nobody', 'admin'] as const) {
      const { status } = await ask(fill(row.path), row.method, who, { authorization: 'Basic YWRtaW46YWRtaW4=' });
      expect(status, `${row.method} ${row.path} ${who}`).toBe(who === 'nobody' ? 401 : 403);
    }
  }
});
