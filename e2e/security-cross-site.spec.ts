import type { Page } from '@playwright/test';
import { signInPageAs } from './fixtures/accounts';
import { type AnotherSite, startAnotherSite } from './fixtures/another-site';
import { expect, test } from './fixtures/test';

let site: AnotherSite;
let foreignUrl = '';
let html = '';
test.beforeAll(async () => {
  site = await startAnotherSite(() => html);
  foreignUrl = site.url;
});
test.afterAll(() => site.close());

const sessionStatus = async (page: Page) => (await page.request.get('/api/imports')).status();

test('a form on another site cannot sign anyone out or change data', async ({ page, baseURL, consoleErrors }) => {
  consoleErrors.expect(/40[13] /);
  await signInPageAs(page, 'admin');
  for (const [path, type] of [
    ['/api/auth/sign-out', 'application/x-www-form-urlencoded'],
    ['/api/staff', 'text/plain'],
    ['/api/imports', 'text/plain'],
    ['/api/auth/signout', 'application/x-www-form-urlencoded'],
    ['/api/auth/callback/credentials', 'application/x-www-form-urlencoded'],
  ]) {
    html = `<form method="post" action="${baseURL}${path}" enctype="${type}"><input name="everywhere" value="1"><button>Go</button></form>`;
    await page.goto(foreignUrl);
    const answer = page.waitForResponse((response) => response.url().startsWith(`${baseURL}${path}`));
    await page.getByRole('button', { name: 'Go' }).click();
    expect([401, 403], path).toContain((await answer).status());
    expect(await sessionStatus(page), path).toBe(200);
  }
});

test('a script on another site can neither change nor read data', async ({ page, baseURL, consoleErrors }) => {
  consoleErrors.expect(/blocked by CORS policy/, /ERR_FAILED|401 /);
  await signInPageAs(page, 'admin');
  html = '<p>evil</p>';
  await page.goto(foreignUrl);
  const results = await page.evaluate(async (ours) => {
    const tries: [string, RequestInit][] = [
      ['/api/imports', { credentials: 'include' }],
      ['/api/auth/session', { credentials: 'include' }],
      [
        '/api/staff',
        { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{}' },
      ],
      ['/api/staff', { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}' }],
    ];
    return Promise.all(
      tries.map(async ([path, init]) => {
        try {
          const response = await fetch(`${ours}${path}`, init);
          return response.type === 'opaque' ? 'opaque' : await response.text();
        } catch {
          return 'blocked';
        }
      }),
    );
  }, baseURL ?? '');
  expect(results).toEqual(['blocked', 'blocked', 'blocked', 'opaque']);
  expect(await sessionStatus(page)).toBe(200);
});

test('no page can be framed by another site', async ({ page, baseURL, consoleErrors }) => {
  consoleErrors.expect(/^Framing .* violates/);
  await signInPageAs(page, 'admin');
  for (const path of ['/', '/sign-in', '/settings/staff', '/start', '/api/health']) {
    html = `<iframe src="${baseURL}${path}"></iframe>`;
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(foreignUrl);
    await refused;
    const frame = page.frames().find((candidate) => candidate !== page.mainFrame());
    expect(frame?.url() ?? '', path).not.toContain(`${baseURL}${path}`);
  }
});

test('a page gives its opener on another site no window handle', async ({ page, baseURL }) => {
  html = `<a href="${baseURL}/sign-in" target="ours">open</a>`;
  await page.goto(foreignUrl);
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'open' }).click();
  const ours = await popup;
  await ours.waitForLoadState();
  expect(await ours.evaluate(() => window.opener)).toBeNull();
});
