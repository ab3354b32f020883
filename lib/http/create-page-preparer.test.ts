import { describe, expect, it, vi } from 'vitest';
import { createPagePreparer } from './create-page-preparer';

const publicOrigin = 'https://landfall.company.example';
const session = 'x=1; __Secure-next-auth.session-token=abc';

function open({ answers = true, startPage = 'open' as 'open' | 'signed' } = {}) {
  const storeChosenLanguage = vi.fn(async () => undefined);
  const preparePage = createPagePreparer({
    settings: { publicOrigin, frameAncestors: ['https://partner.example'], startPage },
    pageSessions: { begin: () => Promise.resolve(answers) },
    storeChosenLanguage,
    development: false,
  });
  const prepare = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    preparePage({ method, url, headers: new Headers(headers) });
  return { prepare, storeChosenLanguage };
}

async function rendered(url: string, headers: Record<string, string> = {}) {
  const prepared = await open().prepare(url, headers);
  if (prepared === undefined || prepared instanceof Response) throw new Error(`${url} is not rendered`);
  return prepared;
}

async function redirectOf(url: string, headers: Record<string, string> = {}) {
  const prepared = await open().prepare(url, headers);
  if (!(prepared instanceof Response)) throw new Error(`${url} is rendered`);
  expect(prepared.headers.get('cache-control')).toBe('no-store');
  return [prepared.status, prepared.headers.get('location')];
}

it.each(['/api', '/api/imports', '/_next/static/a.js', '/embed.js', '/icon.svg', '/.well-known/security.txt'])(
  'leaves %s alone',
  async (url) => expect(await open().prepare(url)).toBeUndefined(),
);

it.each(['/apiary', '/embed.js/x', '/icon.svgz', '/__nextjs_x'])('%s is a page', async (url) =>
  expect(await redirectOf(url)).toEqual([307, `/sign-in?callbackUrl=${encodeURIComponent(url)}`]),
);

describe('redirects', () => {
  it.each([
    ['/imports?find=a%20b', [307, '/sign-in?callbackUrl=%2Fimports%3Ffind%3Da%2520b']],
    ['/imports?_rsc=1x', [307, '/sign-in?callbackUrl=%2Fimports']],
    ['/', [307, '/sign-in']],
    ['/imports/', [308, '/imports']],
    ['//evil.example/x?y=1', [308, '/evil.example/x?y=1']],
    ['/m/token?setlang=de&a=1', [303, '/m/token?a=1&lang=de']],
  ])('%s', async (url, expected) => expect(await redirectOf(url)).toEqual(expected));

  it('keep the theme of an embedded page', async () => {
    const headers = { 'sec-fetch-dest': 'iframe', referer: `${publicOrigin}/start?embed=theme%3Ddark` };
    expect(await redirectOf('/m/token', headers)).toEqual([307, '/m/token?embed=theme%3Ddark']);
  });

  it('store a chosen language, except for HEAD requests', async () => {
    const { prepare, storeChosenLanguage } = open();
    await prepare('/m/token?setlang=de', {}, 'HEAD');
    expect(storeChosenLanguage).not.toHaveBeenCalled();
    await prepare('/m/token?setlang=de');
    expect(storeChosenLanguage).toHaveBeenCalledWith({ path: '/m/token', language: 'de' });
  });
});

describe('a page', () => {
  it('gets a policy with a new nonce, and its own path', async () => {
    const page = await rendered('/imports?find=a&_rsc=1x', {
      cookie: session,
      'x-landfall-path': '/x',
      'x-nonce': 'mine',
    });
    expect(page).toMatchObject({ url: '/imports?find=a&_rsc=1x', status: 200 });
    const nonce = page.headers.get('x-nonce') ?? '';
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    expect(page.headers.get('x-landfall-path')).toBe('/imports?find=a');
    expect(page.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    expect(page.responseHeaders).toEqual({
      'content-security-policy': page.headers.get('content-security-policy'),
      'cache-control': 'no-store',
    });
    expect((await rendered('/imports', { cookie: session })).headers.get('x-nonce')).not.toBe(nonce);
  });

  it('can be framed by partners only if it is for customers', async () => {
    const policyOf = async (url: string) =>
      (await rendered(url, { cookie: session })).responseHeaders['content-security-policy'];
    expect(await policyOf('/start')).toContain('frame-ancestors https://partner.example');
    expect(await policyOf('/imports')).toContain("frame-ancestors 'none'");
  });

  it('answers 404 for unknown addresses below customer pages, and keeps the query', async () => {
    expect(await rendered('/m/a/b/c?lang=de&_rsc=1x')).toMatchObject({
      url: '/trouble/not-found?lang=de&_rsc=1x',
      status: 404,
    });
    expect(await rendered('/m/token')).toMatchObject({ url: '/m/token', status: 200 });
  });

  it('does not reveal the path of an account link in Referer', async () => {
    expect((await rendered('/set-password/token')).responseHeaders).toMatchObject({
      'referrer-policy': 'strict-origin',
    });
  });

  it('gives a new visitor of the open start page a cookie', async () => {
    const cookieOf = async (url: string, cookie = '') =>
      (await rendered(url, { cookie })).responseHeaders['set-cookie'];
    const [given = ''] = (await cookieOf('/start'))?.split(';') ?? [];
    expect(given).toMatch(/^__Host-landfall-visitor=/);
    expect(await cookieOf('/start', given)).toBeUndefined();
    expect(await cookieOf('/start/token')).toBeUndefined();
    expect(await open({ startPage: 'signed' }).prepare('/start')).not.toHaveProperty('responseHeaders.set-cookie');
  });

  it('is a 503 while the database does not answer', async () => {
    const answer = await open({ answers: false }).prepare('/imports', { cookie: session });
    expect(answer).toMatchObject({ status: 503 });
  });
});
