import type { Browser, Page } from '@playwright/test';
import { addAuthenticator } from './fixtures/add-authenticator';
import { expectAccessible, expectStateAccessible } from './fixtures/expect-accessible';
import { fullSize } from './fixtures/full-size';
import type { IsolatedApp } from './fixtures/isolated-app';
import { test } from './fixtures/other-settings';
import { expect } from './fixtures/test';

test.describe.configure({ mode: 'default', timeout: 120_000 });

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
  await newCodes.getByRole('button', { name: 'Create new codes' }).click();
  await expect(page.getByRole('dialog', { name: 'Save your recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await expectStateAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
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
});
