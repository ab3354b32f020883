import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import { expectNoHorizontalScroll, newCustomer, openCustomerPage } from './fixtures/customer';
import { expectAccessibleInBothThemes } from './fixtures/expect-accessible';
import type { IsolatedApp } from './fixtures/isolated-app';
import { test } from './fixtures/own-service';
import { expect } from './fixtures/test';

const urlSchema = z.object({ url: z.string() });

/** An import of the service with the link to its customer's page. */
async function place(app: IsolatedApp, username: string, fields: { status: string } & Record<string, unknown>) {
  const id = await app.placeImport(username, fields);
  const staff = await app.requestAs('agent');
  const headers = { origin: app.origin, 'sec-fetch-site': 'same-origin' };
  const link = await staff.post(`/api/imports/${id}/customer-link`, { headers });
  return { id, link: urlSchema.parse(await link.json()).url };
}

/** Simulates coming back to the tab, which checks at once. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

async function openDesktop(browser: Browser, timezoneId: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId, viewport: { width: 1440, height: 900 } });
  return context.newPage();
}

test('updates itself, says so in the title and to screen readers, and keeps what is being typed', async ({
  browser,
  app,
}) => {
  const { id, link } = await place(app, newCustomer('live'), { status: 'Sample migration in progress' });
  const customer = await openCustomerPage(browser);
  await customer.goto(link);
  await expect(customer).toHaveTitle(/^A small sample of your data is being copied, /);
  const steps = customer.getByRole('list', { name: 'Your steps' });
  await expect(steps.locator('[aria-current=step]')).toContainText('Copy the sample');
  await app.changeStatus(id, 'Sample migration completed');
  await expect(async () => {
    await comeBack(customer);
    await expect(customer).toHaveTitle(/^Your sample is ready, /, { timeout: 2500 });
  }).toPass();
  await expect(customer.getByRole('status').filter({ hasText: 'Updated: Your sample is ready' })).toBeAttached();
  await expect(steps.locator('[aria-current=step]')).toContainText('Sample ready for review');

  const message = customer.getByLabel('Anything we should know?');
  await message.fill('Please after 6 pm');
  await app.changeStatus(id, 'In preparation');
  const show = customer.getByRole('button', { name: 'Show', exact: true });
  await expect(async () => {
    await comeBack(customer);
    await expect(show).toBeVisible({ timeout: 2500 });
  }).toPass();
  await expect(message).toHaveValue('Please after 6 pm');
  await expect(message).toBeFocused();
  await show.click();
  await expect(customer).toHaveTitle(/^Your full migration is ready to start, /);
});

test('an open tab says that its link was revoked', { tag: '@full' }, async ({ browser, app, consoleErrors }) => {
  consoleErrors.expect(/404 \(Not Found\) .*\/api\/m\//);
  const { id, link } = await place(app, newCustomer('revoked'), { status: 'Migration in progress' });
  const customer = await openCustomerPage(browser);
  await customer.goto(link);
  await expect(customer.getByRole('heading', { name: 'Your migration', exact: true })).toBeVisible();
  const staff = await app.requestAs('agent');
  const headers = { origin: app.origin, 'sec-fetch-site': 'same-origin' };
  const revoked = await staff.post(`/api/imports/${id}/customer-links/revoke`, { headers });
  expect(revoked.ok(), await revoked.text()).toBe(true);
  await expect(async () => {
    await comeBack(customer);
    await expect(customer.getByRole('heading', { name: 'This link does not work' })).toBeVisible({ timeout: 2500 });
  }).toPass();
});

test('without script it reloads while nothing can be typed, and e-mails its link', async ({
  browser,
  app,
  mailServer,
}) => {
  const username = newCustomer('keep');
  const { link } = await place(app, username, { status: 'Migration in progress' });
  const customer = await openCustomerPage(browser, { scripts: false });
  await customer.goto(link);
  await expect(customer.locator('meta[http-equiv=refresh]')).toHaveAttribute('content', '30');
  await expect(customer.getByRole('main')).toContainText(/As of .* UTC/);
  await expect(customer.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
  await customer.getByRole('button', { name: 'E-mail me the link' }).click();
  await expect(customer.getByRole('status').filter({ hasText: `The link is on its way to ${username}` })).toBeVisible();
  const subjects = () =>
    mailServer.received.flatMap(({ recipients, mail }) => (recipients.includes(username) ? (mail.subject ?? []) : []));
  await expect.poll(subjects, { timeout: 40_000 }).toEqual([expect.stringContaining('Your migration page at ')]);

  const waiting = await place(app, newCustomer('form'), { status: 'Sample migration completed' });
  await customer.goto(waiting.link);
  await expect(customer.getByLabel('Anything we should know?')).toBeVisible();
  await expect(customer.locator('meta[http-equiv=refresh]')).toHaveCount(0);
});

test('says once that the link was e-mailed', { tag: '@full' }, async ({ browser, app }) => {
  const { link } = await place(app, newCustomer('once'), { status: 'Migration in progress' });
  const customer = await openDesktop(browser, 'UTC');
  await customer.goto(link);
  await customer.getByRole('button', { name: 'E-mail me the link' }).click();
  const notice = customer.getByText('The link is on its way to');
  await expect(notice).toBeVisible();
  await expect(customer).toHaveURL(/\/m\/[^?]+\?lang=en#keep$/);
  await expect(notice).toBeVisible();
  await customer.reload();
  await expect(customer.getByRole('button', { name: 'E-mail me the link' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

for (const scripts of [true, false]) {
  test(
    `${scripts ? 'with' : 'without'} script, asks for an address where none is known, and for its confirmation`,
    { tag: '@full' },
    async ({ browser, app }) => {
      const { link } = await place(app, `user-${Date.now()}`, { status: 'Migration in progress' });
      const customer = await openCustomerPage(browser, { scripts });
      await customer.goto(link);
      const field = customer.getByLabel('Your e-mail address');
      if (!scripts) {
        // The page reloads itself, except where the address is entered.
        const refresh = customer.locator('meta[http-equiv=refresh]');
        await expect(refresh).toHaveCount(1);
        await expect(field).toBeHidden();
        await customer.getByRole('link', { name: 'E-mail me the link' }).click();
        await expect(refresh).toHaveCount(0);
      }
      for (const wrong of ['', 'ada@localhost']) {
        await field.fill(wrong);
        await customer.getByRole('button', { name: 'E-mail me the link' }).click();
        await expect(field).toHaveAccessibleDescription(/Enter one e-mail address/);
        await expect(field).toBeFocused();
        await expect(field).toHaveValue(wrong);
      }
      await field.fill(newCustomer('asked'));
      await customer.getByRole('button', { name: 'E-mail me the link' }).click();
      await expect(customer.getByText('Please check your e-mails and confirm your address.')).toBeVisible();
    },
  );
}

test('shows times in the zone of the reader, from the second visit on also without script', async ({
  browser,
  app,
}) => {
  const { link } = await place(app, newCustomer('zone'), { status: 'Migration in progress' });
  const customer = await openDesktop(browser, 'Asia/Tokyo');
  const first = await customer.goto(link);
  expect(await first?.text()).toMatch(/As of <time[^>]*>[^<]* UTC</);
  await expect(customer.getByText(/As of .* GMT\+9 \(/)).toBeVisible();
  await expect(async () => {
    const again = await customer.reload();
    expect(await again?.text()).toMatch(/As of <time[^>]*>[^<]* GMT\+9</);
  }).toPass();
});

test(
  'is accessible with everything on it, in both themes, and fits a phone',
  { tag: '@full' },
  async ({ browser, app }) => {
    const { link } = await place(app, newCustomer('a-long-name-without-a-place-to-break-it-'.repeat(3)), {
      status: 'Sample migration completed',
      instanceUrl: 'https://desk.example/w',
      users: { matched: 3, total: 5, unmatched: ['a', 'b'] },
      counts: { tickets: 1200, comments: 48_600, a_type_with_a_very_long_name_that_does_not_break: 7 },
      warnings: Array.from({ length: 1000 }, (_, n) => ({
        kind: n % 2 === 0 ? 'missing_owner' : `kind_${n}`,
        itemType: 'ticket',
        item: `ticket ${n}`,
        text: `Text ${n}`,
      })),
    });
    const customer = await openCustomerPage(browser);
    await customer.goto(link);
    await expect(customer.getByRole('heading', { name: 'Copied in your sample' })).toBeVisible();
    await expect(customer.getByRole('heading', { name: '1,000 items need attention' })).toBeVisible();
    await customer.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await customer.getByRole('button', { name: 'Copy link' }).click();
    await expect(customer.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await customer.evaluate(() => navigator.clipboard.readText())).toContain(new URL(link).pathname);
    await expectNoHorizontalScroll(customer);
    await expectAccessibleInBothThemes(customer);
    await customer.close();
  },
);

test(
  'a customer with several migrations finds all of them, and a stranger with their username none',
  { tag: '@full' },
  async ({ browser, app }) => {
    const staff = await app.requestAs('agent');
    const headers = { origin: app.origin, 'sec-fetch-site': 'same-origin' };
    const username = newCustomer('several');
    const start = async (tool: string, open: string) => {
      const page = await openCustomerPage(browser, { scripts: false });
      await page.goto(`${open}?all=1`);
      if (open === '/start') await page.getByLabel('Your username or e-mail address').first().fill(username);
      await page.getByText(tool, { exact: true }).click();
      await page.getByRole('button', { name: 'Start migration' }).click();
      await expect(page).toHaveURL(/\/(go|migrate)/);
      await page.goto(open);
      return page;
    };
    const startLink = async () => {
      const made = await staff.post('/api/start-links', { data: { username }, headers });
      return urlSchema.parse(await made.json()).url;
    };
    await start('Zendesk', await startLink());
    const mine = await start('Freshdesk', await startLink());
    const others = mine.getByRole('heading', { name: 'Your other migrations' });
    await expect(others).toBeVisible();
    await mine.getByRole('link', { name: /^Zendesk/ }).click();
    await expect(mine.getByText(/^From Zendesk/)).toBeVisible();
    await expect(mine.getByRole('link', { name: /^Freshdesk/ })).toBeVisible();

    const stranger = await start('Intercom', '/start');
    await expect(stranger.getByText(/^From Intercom/)).toBeVisible();
    await expect(stranger.getByRole('heading', { name: 'Your other migrations' })).toHaveCount(0);
  },
);
