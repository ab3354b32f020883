import type { Page } from '@playwright/test';
import { signInPageAs, testEnvironment } from './fixtures/accounts';
import { startAnotherSite } from './fixtures/another-site';
import {
  continueToService,
  openCustomerPage,
  expectNoHorizontalScroll,
  expireLink,
  importsOf,
  createStartLink,
  newCustomer,
  respondWith,
  injectFault,
} from './fixtures/customer';
import { fullSize } from './fixtures/full-size';
import { moveImport, placeImport } from './fixtures/place-import';
import { expect, test } from './fixtures/test';

/** The page texts per language. */
const labels = {
  'en-GB': { title: 'Bring your data to', search: 'Search', start: 'Start migration', mine: 'Your migration' },
  'de-DE': { title: 'Ihre Daten in', search: 'Suchen', start: 'Migration starten', mine: 'Ihre Migration' },
};

async function startMigration(page: Page, tool = 'Freshdesk'): Promise<void> {
  await page.getByText(tool, { exact: true }).click();
  await page.getByRole('button', { name: 'Start migration' }).click();
}

for (const device of [
  { scripts: true, locale: 'en-GB', width: 390 },
  { scripts: false, locale: 'de-DE', width: 320 },
] as const) {
  const { scripts, locale, width } = device;
  test(`${scripts ? 'with' : 'without'} script, ${locale}, ${width} px: search, start, go back, submit again and resume`, async ({
    browser,
    page,
  }) => {
    await signInPageAs(page, 'agent');
    const label = labels[locale];
    const username = newCustomer('device');
    const link = await createStartLink(page.request, { username });
    const customer = await openCustomerPage(browser, device);
    await customer.goto(link);
    await expect(customer.getByRole('heading', { level: 1 })).toContainText(label.title);
    await customer.getByRole('searchbox').fill('pipe');
    await customer.getByRole('button', { name: label.search, exact: true }).click();
    await expect(customer.getByRole('radio')).toHaveCount(1);
    await customer.getByText('Pipedrive', { exact: true }).click();
    if (scripts) await expectNoHorizontalScroll(customer);
    await customer.getByRole('button', { name: label.start }).dblclick();
    await continueToService(customer);
    const atTheService = customer.url();
    await customer.goto(link);
    await expect(customer).toHaveURL(/\/m\//);
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText(label.mine);
    await customer.getByRole('main').getByRole('link').first().click();
    await customer.waitForURL(atTheService);
    expect(await importsOf(page.request, username)).toHaveLength(1);
    await customer.context().close();
  });
}

test('a form restored from the back/forward cache starts the same import', async ({ browser, page }) => {
  await signInPageAs(page, 'agent');
  const username = newCustomer('back');
  const customer = await openCustomerPage(browser);
  await customer.goto(await createStartLink(page.request, { username }));
  await startMigration(customer);
  await continueToService(customer);
  const atTheService = customer.url();
  // Back past the page that says where the customer goes. The restored form is sent again, with another tool selected.
  await customer.goBack();
  await customer.goBack();
  if (await customer.getByRole('button', { name: 'Start migration' }).isVisible()) {
    await startMigration(customer, 'Zendesk');
    await continueToService(customer);
  } else await customer.getByRole('main').getByRole('link').first().click();
  await customer.waitForURL(atTheService);
  expect(await importsOf(page.request, username)).toHaveLength(1);
});

test(
  'two tabs with a slow service create one import, and both reach it',
  { tag: '@full' },
  async ({ browser, page }) => {
    await signInPageAs(page, 'agent');
    const username = newCustomer('tabs');
    const link = await createStartLink(page.request, { username });
    await injectFault(page.request, username, { kind: 'latency', ms: 1500 });
    const one = await openCustomerPage(browser);
    const other = await one.context().newPage();
    await Promise.all([one.goto(link), other.goto(link)]);
    await Promise.all([startMigration(one), startMigration(other, 'Zendesk')]);
    await Promise.all([continueToService(one), continueToService(other)]);
    expect(one.url()).toBe(other.url());
    expect(await importsOf(page.request, username)).toHaveLength(1);
  },
);

test('links that do not work show a helpful page in both languages', { tag: '@full' }, async ({ browser, page }) => {
  await signInPageAs(page, 'agent');
  const username = newCustomer('kind');
  const link = await createStartLink(page.request, { username });
  const customer = await openCustomerPage(browser, { scripts: false });
  const tampered = `${link.slice(0, -6)}${link.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA'}`;
  const kinds: [string, string, string][] = [
    [tampered, 'This link does not work', 'Dieser Link funktioniert nicht'],
    ['/start/AAAAnot-a-real-link', 'This link does not work', 'Dieser Link funktioniert nicht'],
    ['/m/AAAAnot-a-real-link', 'This link does not work', 'Dieser Link funktioniert nicht'],
    [expireLink(link), 'This link has expired', 'Dieser Link ist abgelaufen'],
  ];
  for (const [address, english, german] of fullSize ? kinds : kinds.slice(-2)) {
    await customer.goto(address);
    await expect(customer.getByRole('heading', { name: english })).toBeVisible();
    await expect(customer.getByText(/contact us/i)).toBeVisible();
    await customer.getByRole('banner').locator('summary').click();
    await customer.getByRole('link', { name: 'Deutsch' }).click();
    await expect(customer.getByRole('heading', { name: german })).toBeVisible();
    await customer.context().clearCookies();
  }
  // A used link opens its import, also after it expires.
  await customer.goto(link);
  await startMigration(customer);
  await continueToService(customer);
  for (const used of [link, expireLink(link)]) {
    await customer.goto(used);
    await expect(customer.getByRole('heading', { name: 'Your migration', exact: true })).toBeVisible();
  }
  expect(await importsOf(page.request, username)).toHaveLength(1);
});

test(
  'validation errors of the service are shown at their fields, and the corrected form starts',
  { tag: '@full' },
  async ({ browser, page }) => {
    await signInPageAs(page, 'agent');
    const username = newCustomer('faults');
    const customer = await openCustomerPage(browser, { scripts: false });
    await customer.goto(await createStartLink(page.request, { username, instanceUrl: 'https://desk.example/acme' }));
    const faults = {
      source_tool: ['is not offered any more'],
      destination_username: ['is not known there', 'must be an e-mail address'],
      destination_instance_url: ['cannot be reached'],
      family: ['is not for you'],
    };
    await injectFault(page.request, username, respondWith(422, faults));
    await startMigration(customer);
    for (const message of Object.values(faults).flat()) await expect(customer.getByText(message)).toBeVisible();
    await expect(customer.getByRole('radio', { name: 'Freshdesk' })).toBeChecked();
    await injectFault(page.request, username, respondWith(422, 'The moon is wrong'));
    await startMigration(customer);
    await expect(customer.getByText('The moon is wrong')).toBeVisible();
    await startMigration(customer);
    await continueToService(customer);
    expect(await importsOf(page.request, username)).toHaveLength(1);
  },
);

for (const [failure, effect] of [
  ['rate limited', { kind: 'rate-limited', retryAfter: 1 }],
  ['token rejected', respondWith(401, { error: 'no' })],
] as const) {
  test(
    `${failure}: the customer is asked to try again and can then start`,
    { tag: '@full' },
    async ({ browser, page }) => {
      await signInPageAs(page, 'agent');
      const username = newCustomer('fault');
      const customer = await openCustomerPage(browser, { scripts: false });
      await customer.goto(await createStartLink(page.request, { username }));
      await injectFault(page.request, username, effect);
      await startMigration(customer);
      await expect(customer.getByRole('alert')).toContainText('Nothing was lost');
      await startMigration(customer);
      await continueToService(customer);
      expect(await importsOf(page.request, username)).toHaveLength(1);
    },
  );
}

for (const [failure, kind, importCount, tag] of [
  ['service unavailable', 'html-503', 1, ['@full']],
  ['response lost', 'reset-after', 2, []],
] as const) {
  test(
    `${failure}: the customer sees that the outcome is unknown and can start again deliberately`,
    { tag: [...tag] },
    async ({ browser, page }) => {
      await signInPageAs(page, 'agent');
      const username = newCustomer('lost');
      const link = await createStartLink(page.request, { username });
      const customer = await openCustomerPage(browser, { scripts: false });
      await customer.goto(link);
      await injectFault(page.request, username, { kind });
      await startMigration(customer);
      await expect(customer.getByRole('alert')).toContainText('We do not know whether your migration was created');
      await expect(customer.getByRole('alert')).toContainText('We have not received a confirmation');
      // Opened again, the link shows the same or the import that was found, but never a plain start.
      await customer.goto(link);
      await expect(customer.getByRole('button', { name: 'Start migration' })).toHaveCount(0);
      if (!customer.url().includes('/m/')) await customer.getByText('Freshdesk', { exact: true }).click();
      const startAgain = customer.getByRole('button', { name: 'Start again' });
      const shown = customer.url();
      await startAgain.click();
      // If the import was found in the meantime, its page comes first and offers the same.
      await customer.waitForURL((url) => url.href !== shown);
      if (!new URL(customer.url()).pathname.endsWith('/go')) await startAgain.click();
      await continueToService(customer);
      expect(await importsOf(page.request, username)).toHaveLength(importCount);
    },
  );
}

test(
  'Start again on a page that was opened before the migration moved on leads to the migration',
  { tag: '@full' },
  async ({ browser, page }) => {
    test.slow();
    await signInPageAs(page, 'agent');
    const username = newCustomer('moved-on');
    const link = await createStartLink(page.request, { username });
    const withoutScript = await openCustomerPage(browser, { scripts: false });
    const withScript = await openCustomerPage(browser);
    // The page does not follow the migration.
    await withScript.route('**/version', () => {});
    await withoutScript.goto(link);
    await injectFault(page.request, username, { kind: 'reset-after' });
    await startMigration(withoutScript);
    const startAgain = (customer: Page) => customer.getByRole('button', { name: 'Start again' });
    for (const customer of [withoutScript, withScript]) {
      await expect(async () => {
        await customer.goto(link);
        await expect(customer).toHaveURL(/\/m\//, { timeout: 1000 });
      }).toPass({ timeout: 60_000 });
      await expect(startAgain(customer)).toBeVisible();
    }
    const [created] = await importsOf(page.request, username);
    const id = created?.id ?? '';
    await moveImport(page.request, id, 'advance', { status: 'Sample migration completed' });
    await expect
      .poll(async () => (await page.request.get(`/api/imports/${id}`)).text())
      .toContain('Sample migration completed');
    for (const customer of [withoutScript, withScript]) {
      await startAgain(customer).click();
      await expect(customer.getByRole('heading', { name: 'Your sample is ready' })).toBeVisible();
    }
    expect(await importsOf(page.request, username)).toHaveLength(1);
  },
);

test(
  'a redirect to a foreign host is not followed, and the customer sees whom to contact',
  { tag: '@full' },
  async ({ browser, page }) => {
    await signInPageAs(page, 'agent');
    const username = newCustomer('hostile');
    const customer = await openCustomerPage(browser);
    const requestedHosts: string[] = [];
    customer.on('request', (request) => requestedHosts.push(new URL(request.url()).host));
    await customer.goto(await createStartLink(page.request, { username }));
    const id = await placeImport(page.request, { username });
    await injectFault(page.request, username, respondWith(201, { id, redirect_url: 'https://evil.example/migrate/x' }));
    await startMigration(customer);
    await expect(customer.getByRole('heading', { name: 'Your migration', exact: true })).toBeVisible();
    await expect(customer.getByText('To continue, contact support.')).toBeVisible();
    expect(requestedHosts).not.toContain('evil.example');
    expect(await importsOf(page.request, username)).toHaveLength(1);
  },
);

test('a redirect to an allowed login host is followed', { tag: '@full' }, async ({ browser, page }) => {
  const loginHost = await startAnotherSite(() => '<h1>Sign in at the service</h1>');
  await signInPageAs(page, 'agent');
  const username = newCustomer('login-host');
  const customer = await openCustomerPage(browser);
  await customer
    .context()
    .route('**/migrate/*', (route) => route.fulfill({ status: 302, headers: { location: loginHost.url } }));
  await customer.goto(await createStartLink(page.request, { username }));
  await startMigration(customer);
  await customer.getByRole('link', { name: /^Continue to / }).click();
  await expect(customer.getByRole('heading', { name: 'Sign in at the service' })).toBeVisible();
  await loginHost.close();
});

test('without a link there is no form, but how to get a link', async ({ page }) => {
  await page.goto('/start');
  await expect(page.getByText('You start your migration with a personal link.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start migration' })).toHaveCount(0);
  const response = await page.request.post('/api/start', {
    form: { attempt: crypto.randomUUID(), source_tool: 'Zendesk', destination_username: newCustomer('no-link') },
    headers: { origin: testEnvironment().origin },
    maxRedirects: 0,
  });
  expect(response.headers()['location']).toBe('/start');
});
