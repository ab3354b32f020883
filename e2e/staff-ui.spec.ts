import { z } from 'zod';
import { signInPageAs, testEnvironment } from './fixtures/accounts';
import { importsOf, newCustomer } from './fixtures/customer';
import { expectStateAccessible } from './fixtures/expect-accessible';
import { fullSize } from './fixtures/full-size';
import { placeImport } from './fixtures/place-import';
import { expect, test } from './fixtures/test';
import { watchLayoutShift } from './fixtures/watch-layout-shift';

const createdSchema = z.object({ id: z.string() });

test('raw responses are shown without secrets or the redirect URL', async ({ page }) => {
  await signInPageAs(page, 'agent');
  const username = newCustomer('raw');
  const { origin } = testEnvironment();
  const created = await page.request.post('/api/imports', {
    headers: { origin, 'sec-fetch-site': 'same-origin' },
    data: { source_tool: 'Zendesk', destination_username: username, attempt: crypto.randomUUID() },
  });
  const { id } = createdSchema.parse(await created.json());
  const [made] = await importsOf(page.request, username);
  const secret = new URL(made?.redirectUrl ?? '').pathname.split('/').at(-1) ?? '';
  expect(secret.length).toBeGreaterThan(8);
  await page.goto(`/imports/${id}`);
  await page.getByText('Raw responses from the service').click();
  const answers = page.getByRole('group', { name: /^Response to/ });
  await expect(answers.filter({ hasText: '[hidden]' }).first()).toBeVisible();
  expect(await page.content()).not.toContain(secret);
});

test(
  'the navigation shows its labels from 1280 px, and hidden labels stay hidden',
  { tag: '@full' },
  async ({ page }) => {
    await signInPageAs(page, 'viewer');
    const shift = await watchLayoutShift(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/account');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const width = async () => (await navigation.boundingBox())?.width ?? 0;
    const label = navigation.getByText('Imports', { exact: true });
    const labelWidth = async () => (await label.boundingBox())?.width ?? 0;
    expect(await labelWidth()).toBeGreaterThan(30);
    const wide = await width();
    await page.setViewportSize({ width: 1279, height: 900 });
    await expect.poll(labelWidth).toBeLessThan(2);
    await expect(navigation.getByRole('link', { name: 'Imports' })).toBeVisible();
    // A viewer creates nothing.
    await expect(navigation.getByRole('link', { name: 'New import' })).toHaveCount(0);

    await page.setViewportSize({ width: 1440, height: 900 });
    await navigation.getByRole('button', { name: 'Hide labels' }).click();
    await expect.poll(labelWidth).toBeLessThan(2);
    expect(await width()).toBeLessThan(wide / 2);
    await page.reload();
    expect(await labelWidth()).toBeLessThan(2);
    expect((await shift()).value).toBeLessThanOrEqual(0.02);
    await navigation.getByRole('button', { name: 'Show labels' }).click();
    await expect.poll(labelWidth).toBeGreaterThan(30);
  },
);

test('My account says which version is running, and leads to the API reference', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'viewer');
  await page.goto('/account');
  await expect(page.getByText(/^Landfall \d+\.\d+\.\d+ ·/)).toBeVisible();
  await page.getByRole('link', { name: 'API reference' }).click();
  await expect(page.getByRole('heading', { name: 'API reference', level: 1 })).toBeVisible();
});

test('"n" opens a new import from any page', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'agent');
  await page.goto('/account');
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/new$/);
});

test('a page that takes a while to come is marked in the navigation', async ({ page }) => {
  await signInPageAs(page, 'viewer');
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.goto('/');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Imports' });
  await page.route(/\/imports\?.*_rsc=/, async (route) => {
    await held;
    await route.continue();
  });
  const mark = link.locator('[data-pending]');
  await expect(mark).toHaveCount(0);
  await link.click();
  await expect(mark).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Imports', level: 1 })).toBeVisible();
  await expect(mark).toHaveCount(0);
});

test('a page that does not exist and a page without access are different, and both keep the navigation', async ({
  page,
  browser,
  consoleErrors,
}) => {
  consoleErrors.expect(/ 404 .*no-such-page/, / 403 .*\/audit/);
  await signInPageAs(page, 'viewer');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const notFound = await page.goto('/no-such-page');
  expect(notFound?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.locator('main').getByText(notFound?.headers()['x-request-id'] ?? 'no id')).toBeVisible();
  await expect(navigation).toBeVisible();
  await expectStateAccessible(page);
  await page.getByRole('link', { name: 'Go to overview' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();

  const noAccess = await page.goto('/audit');
  expect(noAccess?.status()).toBe(403);
  await expect(page.locator('main').getByText(noAccess?.headers()['x-request-id'] ?? 'no id')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No access to this page' })).toBeVisible();
  await expect(page.locator('main').getByText('Demo admin')).toBeVisible();
  await expect(navigation).toBeVisible();
  await expectStateAccessible(page);
  await page.getByRole('link', { name: 'Go to imports' }).click();
  await expect(page.getByRole('heading', { name: 'Imports', level: 1 })).toBeVisible();

  // Customers have no account, so they are not sent to the sign-in page.
  const customer = await browser.newPage();
  const brokenLink = await customer.goto('/m/some/no-such-page');
  expect(brokenLink?.status()).toBe(404);
  await expect(customer.getByText(brokenLink?.headers()['x-request-id'] ?? 'no id')).toBeVisible();
  await expect(customer.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expect(customer.getByText('Landfall')).toHaveCount(0);
});

test(
  '"?" lists all keyboard shortcuts including those of the page, and they work',
  { tag: '@full' },
  async ({ page }) => {
    await signInPageAs(page, 'admin');
    await page.goto('/imports');
    await expect(page.getByRole('table')).toBeVisible();
    const help = page.getByRole('dialog', { name: 'Keyboard' });
    await expect(async () => {
      await page.keyboard.press('?');
      await expect(help).toBeVisible({ timeout: 500 });
    }).toPass();
    for (const shortcut of ['Preview', 'Next row', 'Show all keys', 'Sponsorship', 'Look up at the service']) {
      await expect(help.getByText(shortcut, { exact: true })).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await expect(page).toHaveURL(/\/sponsorship/);
  },
);

test('while the service does not respond, stored data is shown without waiting, with its age', async ({ page }) => {
  await signInPageAs(page, 'viewer');
  const username = newCustomer('slow');
  const id = await placeImport(page.request, { username, status: 'In preparation' });
  // Read once, so that it is stored.
  const known = `/api/imports?destination_username=${encodeURIComponent(username)}`;
  expect((await page.request.get(known)).status()).toBe(200);
  for (const match of [{ path: `/imports/${id}` }, { path: '/imports', text: username }]) {
    const rule = { match: { method: 'GET', ...match }, effect: { kind: 'hang' } };
    expect((await page.request.post(`${testEnvironment().simulator}/control/faults`, { data: rule })).ok()).toBe(true);
  }
  // Half of the service timeout. The target is two seconds, but the test machine is shared.
  const soon = { timeout: 5000 };
  await page.goto(`/imports/${id}`, soon);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(username, soon);
  await expect(page.getByText('In preparation').first()).toBeVisible(soon);
  await expect(page.getByText(/^Seen (now|[^,]+ ago) by a lookup, \d/)).toBeVisible(soon);
  await page.goto(`/imports?q=${encodeURIComponent(username)}`, soon);
  await expect(page.getByRole('table').getByRole('link', { name: username })).toBeVisible(soon);
});

test(
  'times use the time zone of the viewer and name it, and numbers use their language',
  { tag: '@full' },
  async ({ browser, page }) => {
    await signInPageAs(page, 'viewer');
    const id = await placeImport(page.request, {
      username: newCustomer('zone'),
      status: 'Sample migration completed',
      counts: { tickets: 1234567 },
    });
    const state = await page.context().storageState();
    const seenIn = async (timezoneId: string, locale: string) => {
      const context = await browser.newContext({ storageState: state, timezoneId, locale });
      const viewerPage = await context.newPage();
      // The first visit tells the server the time zone.
      await viewerPage.goto(`/imports/${id}`);
      await expect(viewerPage.getByText(locale === 'de-DE' ? '1.234.567' : '1,234,567').first()).toBeVisible();
      const time = viewerPage.locator('main time').first();
      await time.hover();
      const tip = viewerPage.getByRole('tooltip');
      await expect(tip).toContainText(timezoneId === 'Asia/Tokyo' ? /JST|GMT\+9/ : /CET|GMT\+1/);
      const at = Date.parse((await time.getAttribute('datetime')) ?? '');
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezoneId, hour: '2-digit', minute: '2-digit' });
      await expect(tip).toContainText(clock.format(at));
      await context.close();
    };
    await seenIn('Asia/Tokyo', 'en-GB');
    if (fullSize) await seenIn('Europe/Berlin', 'de-DE');
  },
);
