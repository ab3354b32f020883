import type { Page } from '@playwright/test';
import type { OidcProvider } from './fixtures/oidc-provider';
import { test } from './fixtures/other-settings';
import { expect } from './fixtures/test';

test.describe.configure({ mode: 'serial', timeout: 60_000 });

test.beforeEach(({ provider, consoleErrors }) => {
  provider.users.set('ada', { email: 'Ada@company.example', name: 'Ada Lovelace', groups: ['landfall-admins'] });
  provider.users.set('bob', { email: 'bob@company.example', name: 'Bob', groups: ['lunch'] });
  provider.users.set('eve', { email: 'eve@elsewhere.example', name: 'Eve', groups: ['landfall-admins'] });
  // The provider's pages load a font from another host and have no icon.
  consoleErrors.expect(/fonts\.googleapis\.com/, new RegExp(` ${provider.issuer}/`));
});

async function startSignIn(page: Page, provider: OidcProvider, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: /company account/ }).click();
  await page.waitForURL((url) => url.origin === provider.issuer);
}

async function signInAtProvider(page: Page, provider: OidcProvider, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('whatever');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL((url) => url.origin !== provider.issuer);
}

test('signs in with the role of the group and returns to the requested page', async ({ page, provider }) => {
  await startSignIn(page, provider, '/audit?q=session');
  await signInAtProvider(page, provider, 'ada');
  await expect(page).toHaveURL('/audit?q=session');
  await expect(page.getByRole('row').filter({ hasText: 'Signed in' }).first()).toContainText('ada@company.example');
});

test(
  'a company sign-in of an hour ago is confirmed in another window, and the change is then made',
  { tag: '@full' },
  async ({ page, provider, consoleErrors }) => {
    consoleErrors.expect(/ 403 .*\/api\/staff/, / 401 .*\/api\//);
    provider.changeClaims({ auth_time: Math.floor(Date.now() / 1000) - 3600 });
    await startSignIn(page, provider, '/settings/staff');
    await signInAtProvider(page, provider, 'ada');
    provider.changeClaims({});
    await page.getByRole('button', { name: 'Add person' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a person' });
    await dialog.getByLabel('E-mail address').fill('later@company.example');
    await dialog.getByRole('button', { name: 'Add person' }).click();
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue with company account' }).click();
    const other = await popup;
    await other.getByPlaceholder('Enter any login').fill('ada');
    await other.getByPlaceholder('and password').fill('whatever');
    const closed = other.waitForEvent('close');
    await other.getByRole('button', { name: 'Sign-in' }).click();
    await closed;
    await expect(page.getByRole('row').filter({ hasText: 'later@company.example' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test('sends state, nonce and a PKCE challenge', async ({ page, provider }) => {
  const authRequest = page.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/auth`));
  await startSignIn(page, provider);
  const { searchParams } = new URL((await authRequest).url());
  expect(searchParams.get('code_challenge_method')).toBe('S256');
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(searchParams.get(name)?.length, name).toBeGreaterThan(20);
});

test('shows that sign-in was cancelled and creates no session', { tag: '@full' }, async ({ page, provider }) => {
  await startSignIn(page, provider);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'cancelled' })).toBeVisible();
  expect((await page.request.get('/api/imports')).status()).toBe(401);
});

test('rejects a token with a different audience', async ({ page, provider }) => {
  provider.changeClaims({ aud: 'another-application' });
  try {
    await startSignIn(page, provider);
    await signInAtProvider(page, provider, 'ada');
    await expect(page.getByRole('alert').filter({ hasText: 'could not be used' })).toBeVisible();
    expect((await page.request.get('/api/imports')).status()).toBe(401);
  } finally {
    provider.changeClaims({});
  }
});

test('refuses a company account without a role here', { tag: '@full' }, async ({ page, provider }) => {
  await startSignIn(page, provider);
  await signInAtProvider(page, provider, 'bob');
  await expect(page.getByRole('alert').filter({ hasText: 'No access yet' })).toBeVisible();
  expect((await page.request.get('/api/imports')).status()).toBe(401);
});

test('refuses an e-mail address from another domain', { tag: '@full' }, async ({ page, provider }) => {
  await startSignIn(page, provider);
  await signInAtProvider(page, provider, 'eve');
  await expect(page.getByRole('alert').filter({ hasText: 'This e-mail domain has no access.' })).toBeVisible();
});

test(
  'applies a changed group at the next sign-in, also to sessions already open',
  { tag: '@full' },
  async ({ page, provider, browser, consoleErrors }) => {
    consoleErrors.expect(/ 403 .*\/settings\/staff/);
    await startSignIn(page, provider);
    await signInAtProvider(page, provider, 'ada');
    expect((await page.request.get('/api/staff')).status()).toBe(200);

    provider.users.set('ada', { email: 'ada@company.example', name: 'Ada Lovelace', groups: ['support'] });
    const other = await browser.newContext();
    const otherPage = await other.newPage();
    await startSignIn(otherPage, provider);
    await signInAtProvider(otherPage, provider, 'ada');
    expect((await otherPage.goto('/settings/staff'))?.status()).toBe(403);
    expect((await page.request.get('/api/staff')).status()).toBe(403);
    expect((await page.request.get('/api/imports')).status()).toBe(200);
  },
);

test('rejects a callback that no sign-in started', async ({ page }) => {
  await page.goto('/api/auth/callback/oidc?code=stolen&state=guessed');
  await expect(page.getByRole('alert').filter({ hasText: 'could not be used' })).toBeVisible();
  expect((await page.request.get('/api/imports')).status()).toBe(401);
});

test('logs no token, code or secret of the provider', ({ app, provider }) => {
  expect(app.output()).not.toContain(provider.clientSecret);
  expect(app.output()).not.toMatch(/eyJ[A-Za-z0-9_-]{20,}\./);
});
