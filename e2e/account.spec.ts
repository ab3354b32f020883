import type { Browser, BrowserContext, Page } from '@playwright/test';
import { Client } from 'pg';
import { expectAccessible, expectStateAccessible } from './fixtures/expect-accessible';
import { fullSize } from './fixtures/full-size';
import type { IsolatedApp } from './fixtures/isolated-app';
import { test } from './fixtures/other-settings';
import { expect } from './fixtures/test';

test.describe.configure({ mode: 'default', timeout: 120_000 });

/** Chromium's own authenticator, as a laptop with a fingerprint reader. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signInWithPassword(page: Page, app: IsolatedApp, path: string): Promise<void> {
  const { email, password } = app.accountOf('admin');
  await page.goto(`${app.origin}${path}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in/);
}

/** A second browser of the same person, which has only given the password. */
async function openOtherBrowser(browser: Browser, app: IsolatedApp): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, app, '/');
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
  return page;
}

test('a required passkey is added, signs in, and is replaced by a recovery code; then the account is changed', async ({
  page,
  context,
  browser,
  app,
  consoleErrors,
}) => {
  // A page that is still open when its session ends, and the requests that are meant to be refused.
  consoleErrors.expect(/ 401 .*\/api\//, / 403 .*\/api\/(imports|staff)/, / 422 .*\/api\/account\//);
  await addAuthenticator(context, page);

  await signInWithPassword(page, app, '/settings/staff');
  await expect(page.getByRole('heading', { name: 'Add a passkey' })).toBeVisible();
  expect((await page.request.get(`${app.origin}/api/imports`)).status()).toBe(403);
  expect((await page.request.get(`${app.origin}/api/stream`)).status()).toBe(403);
  await expectAccessible(page);
  await page.getByLabel('Name of this device').fill('Laptop');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const items = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${app.origin}/settings/staff`);

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(`${app.origin}/`);

  await signOut(page);
  await signInWithPassword(page, app, '/account');
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill('not a code');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code is wrong or has been used')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${app.origin}/account`);
  await expect(page.getByRole('region', { name: 'Recovery codes' })).toContainText('9 unused');
  await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText(/Laptop.*last used/);
  // Tests of the routes prove the rest more cheaply.
  if (!fullSize) return;

  const other = await openOtherBrowser(browser, app);
  await page.reload();
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByRole('listitem').first()).toContainText('this session');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create new codes' }).click();
  const newCodes = page.getByRole('dialog', { name: 'Create new codes?' });
  await expect(newCodes).toContainText('Your current codes stop working.');
  await expectStateAccessible(page);
  await newCodes.getByRole('button', { name: 'Cancel' }).click();
  await sessions.getByRole('button', { name: /^End session of Chrome/ }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/\/sign-in/);

  const { password } = app.accountOf('admin');
  await page.getByRole('button', { name: 'Change password' }).click();
  const change = page.getByRole('dialog', { name: 'Change password' });
  await change.getByLabel('Current password').fill(password);
  await change.getByLabel('New password').fill('password1');
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change.getByText(/Must not be a common password/)).toBeVisible();
  const newPassword = 'seven ships at sea';
  await change.getByLabel('New password').fill(newPassword);
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change).toBeHidden();
  await expect(page.getByRole('region', { name: 'Password' })).toContainText('Last changed');

  const { databaseUrl } = app;
  // Only a database server lets the test make a session older.
  if (databaseUrl === undefined) return;
  await page.goto(`${app.origin}/settings/staff`);
  await page.getByRole('button', { name: 'Add person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a person' });
  await dialog.getByLabel('E-mail address').fill('later@x.example');
  await dialog.getByLabel('Signs in with').selectOption('local');
  await makeSessionsOlder(databaseUrl);
  await dialog.getByRole('button', { name: 'Add person' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm it is you' });
  await confirm.getByLabel('Password').fill(password);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(confirm.getByText('This is not your password')).toBeVisible();
  await confirm.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(confirm).toBeHidden();
  await expect(page.getByLabel('Link', { exact: true })).toContainText('/set-password/');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'later@x.example' })).toBeVisible();
});

async function makeSessionsOlder(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`update sessions set authenticated_at = authenticated_at - interval '10 minutes'`);
  await client.end();
}
