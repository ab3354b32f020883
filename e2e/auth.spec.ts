import { accountOf, signInPageAs, createStaffAccount, signInAs } from './fixtures/accounts';
import { expectStateAccessible } from './fixtures/expect-accessible';
import { fullSize } from './fixtures/full-size';
import { expect, test } from './fixtures/test';

/** A page that is still open when its session ends gets a 401 on its next request, often its stream. */
const sessionEnded = / 401 .*\/api\//;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('signing in returns to the requested page, also after a wrong password', async ({ page, baseURL }) => {
      const { email, password } = accountOf('viewer');
      await page.goto('/imports?q=acme');
      await expect(page).toHaveURL(/\/sign-in\?/);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill('not this one');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'password is wrong' })).toBeVisible();
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL(`${baseURL}/imports?q=acme`);
    });

    test('a wrong password shows an error, keeps the e-mail address and focuses the password field', async ({
      page,
    }) => {
      await page.goto('/sign-in');
      await page.getByLabel('E-mail').fill('wrong.person@x.example');
      await page.getByLabel('Password').fill('not this one');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(
        page
          .getByRole('alert')
          .filter({ hasText: /password is wrong\. (\d attempts|1 attempt) left\. After that, sign-in is locked/ }),
      ).toBeVisible();
      await expect(page.getByLabel('E-mail')).toHaveValue('wrong.person@x.example');
      await expect(page.getByLabel('Password')).toBeFocused();
      expect(page.url()).not.toContain('wrong.person');
    });
  });
}

test('empty fields are reported beside them before anything is sent', { tag: '@full' }, async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const email = page.getByLabel('E-mail');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Enter your e-mail address.');
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Enter your password.');
  await email.fill('wrong.person@x.example');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password')).toBeFocused();
  await expect(email).not.toHaveAccessibleDescription(/./);
  await expectStateAccessible(page);
});

test('signing in never redirects to another site', async ({ page, baseURL, consoleErrors }) => {
  consoleErrors.expect(sessionEnded);
  const { email, password } = accountOf('viewer');
  // lib/auth/safe-callback-url.test.ts has more.
  const targets = ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'];
  for (const target of fullSize ? targets : targets.slice(0, 1)) {
    await page.context().clearCookies();
    await page.goto(`/sign-in?callbackUrl=${encodeURIComponent(target)}`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(`${baseURL}/`);
  }
});

test('the session cookie is HttpOnly and SameSite', async ({ page, context }) => {
  await signInAs(page.request, accountOf('viewer'));
  const cookie = (await context.cookies()).find(({ name }) => name.endsWith('next-auth.session-token'));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', domain: 'localhost' });
});

test('signing out ends the session, so the old cookie no longer works', async ({
  page,
  context,
  baseURL,
  consoleErrors,
}) => {
  consoleErrors.expect(sessionEnded);
  await signInAs(page.request, accountOf('agent'));
  const sessionCookies = (await context.cookies()).filter(({ name }) => name.endsWith('session-token'));
  await page.goto('/imports');
  await page.evaluate(() => sessionStorage.setItem('draft', 'username of a customer'));
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await context.addCookies(sessionCookies);
  expect((await page.request.get('/api/imports')).status()).toBe(401);
  await page.goto('/imports');
  await expect(page).toHaveURL(/\/sign-in/);
  expect(baseURL).toBeDefined();
});

test(
  'signing out everywhere also ends sessions in other browsers',
  { tag: '@full' },
  async ({ page, browser, baseURL, consoleErrors }) => {
    consoleErrors.expect(sessionEnded);
    const other = await browser.newContext(baseURL ? { baseURL } : {});
    await signInPageAs(page, 'admin');
    const email = `everywhere.${Date.now()}@x.example`;
    const account = await createStaffAccount(page.request, 'approver', email);
    // Use another session than the admin's, which would end too.
    await page.context().clearCookies();
    for (const { request } of [page, other]) await signInAs(request, account);
    expect((await other.request.get('/api/imports')).status()).toBe(200);
    await page.goto('/imports');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    expect((await other.request.get('/api/imports')).status()).toBe(401);
  },
);

test(
  'an added person chooses a password at a link, without script; a new role and disabling take effect immediately',
  { tag: '@full' },
  async ({ page, browser, baseURL, consoleErrors }) => {
    consoleErrors.expect(/ 403 .*\/new/, sessionEnded);
    const email = `new.${Date.now()}@x.example`;
    await signInPageAs(page, 'admin');
    await page.goto('/settings/staff');
    await page.getByRole('button', { name: 'Add person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill(email);
    await dialog.getByLabel('Role').selectOption('viewer');
    await dialog.getByRole('button', { name: 'Add person' }).click();
    const link = (await page.getByLabel('Link', { exact: true }).textContent()) ?? '';
    expect(link.startsWith(`${baseURL}/set-password/`)).toBe(true);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('row').filter({ hasText: email })).toContainText(
      /no password yet.*Counts as one person with Demo admin until \w+ \d+ \w+, or until another admin confirms/,
    );

    const preview = await (await browser.newContext()).newPage();
    await preview.goto(link);
    await expectStateAccessible(preview);
    const other = await browser.newContext({ ...(baseURL && { baseURL }), javaScriptEnabled: false });
    const otherPage = await other.newPage();
    const headers = (await otherPage.goto(link))?.headers();
    expect(headers?.['referrer-policy']).toBe('strict-origin');
    await expect(otherPage.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
    const choose = async (password: string) => {
      await otherPage.getByLabel('Password', { exact: true }).fill(password);
      await otherPage.getByLabel('Repeat the password').fill(password);
      await otherPage.getByRole('button', { name: 'Set password' }).click();
    };
    await choose('short');
    await expect(otherPage.getByText('Must be at least 8 characters long')).toBeVisible();
    await choose('chosen by the owner');
    await expect(otherPage.getByText('Your password is set.')).toBeVisible();
    await expect(otherPage.getByLabel('E-mail')).toHaveValue(email);
    await otherPage.getByLabel('Password').fill('chosen by the owner');
    await otherPage.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(otherPage).toHaveURL(`${baseURL}/`);
    await preview.goto(link);
    await expect(preview.getByRole('heading', { name: 'This link has already been used' })).toBeVisible();
    expect((await otherPage.goto('/new'))?.status()).toBe(403);

    await page.getByLabel(`Role of ${email}`).selectOption('agent');
    await page.getByRole('button', { name: 'Make agent' }).click();
    await expect(page.getByText(`${email} is agent now`)).toBeVisible();
    expect((await otherPage.goto('/new'))?.status()).toBe(200);

    await page.getByRole('button', { name: `More actions: ${email}` }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByText('disabled and signed out')).toBeVisible();
    await otherPage.goto('/imports');
    await expect(otherPage).toHaveURL(/\/sign-in/);
  },
);

test('adding the same address twice shows an error at the field', { tag: '@full' }, async ({ page, consoleErrors }) => {
  consoleErrors.expect(/ 4\d\d .*\/api\/staff/);
  await signInPageAs(page, 'admin');
  await page.goto('/settings/staff');
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.getByLabel('E-mail address').fill(accountOf('viewer').email);
  await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click();
  await expect(page.getByRole('dialog').getByText('Already exists')).toBeVisible();
});

test(
  'the audit log can be searched and filtered, and its CSV export contains no formulas',
  { tag: '@full' },
  async ({ page }) => {
    await signInPageAs(page, 'admin');
    const email = `=cmd${Date.now()}@x.example`;
    await createStaffAccount(page.request, 'viewer', email);
    await page.goto('/audit');
    await page.getByLabel('Search', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Filter' }).click();
    const row = page.getByRole('row').filter({ hasText: email }).filter({ hasText: 'Staff added' });
    await expect(row).toContainText(accountOf('admin').email);

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const stream = await (await download).createReadStream();
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    expect(text).toContain(`"'${email}"`);
    expect(text).not.toMatch(new RegExp(`[,\\n]"?${email.replace('.', '\\.')}`));
  },
);

test('a viewer gets 403 for staff, audit and settings', { tag: '@full' }, async ({ page, consoleErrors }) => {
  consoleErrors.expect(/ 403 .*\/(settings|audit)/);
  await signInPageAs(page, 'viewer');
  for (const path of ['/settings/staff', '/audit', '/settings']) {
    expect((await page.goto(path))?.status(), path).toBe(403);
  }
});
