import { continueToService, newCustomer, openCustomerPage } from './fixtures/customer';
import { expectAccessible } from './fixtures/expect-accessible';
import { fullSize } from './fixtures/full-size';
import { provideDemoApp, type IsolatedApp } from './fixtures/isolated-app';
import { signInPageAs } from './fixtures/accounts';
import { expect, test as base } from './fixtures/test';

const test = base.extend<object, { app: IsolatedApp }>({
  app: [({}, provide) => provideDemoApp(provide, { START_PAGE: 'open' }), { scope: 'worker', timeout: 120_000 }],
  baseURL: async ({ app }, provide) => provide(app.origin),
});

test('the demo shows what a customer would have received, and its links lead to the customer’s page', async ({
  browser,
  context,
  page,
  app,
}) => {
  test.slow();
  await app.signIn(context, 'viewer');
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Mailbox' }).click();
  await expect(page.getByRole('heading', { name: 'Mailbox' })).toBeVisible();

  const username = newCustomer('mailbox');
  const customer = await openCustomerPage(browser, { scripts: false });
  await customer.goto(`${app.origin}/start`);
  await customer.getByLabel('Your username or e-mail address').fill(username);
  await customer.getByText('Zendesk', { exact: true }).click();
  await customer.getByRole('button', { name: 'Start migration' }).click();
  await continueToService(customer);

  // Without a reload.
  const mail = page.getByRole('navigation', { name: 'E-mails' }).getByRole('link').filter({ hasText: username });
  await expect(mail).toBeVisible({ timeout: 30_000 });
  await mail.click();
  const reading = page.getByRole('region', { name: 'E-mail', exact: true });
  await expect(reading).toContainText(username);
  await expectAccessible(page);

  const link = reading.locator('iframe').contentFrame().getByRole('link').first();
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await expect(opened.getByRole('heading', { name: 'Your migration', exact: true })).toBeVisible();
  await expect(opened).toHaveURL(/\/m\//);

  await page.getByLabel('Recipient').fill('unknown@acme.example');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('No e-mails to this address')).toBeVisible();
});

base('other installations have no mailbox', async ({ page, consoleErrors }) => {
  base.skip(fullSize, 'at full size the shared app is a demo');
  consoleErrors.expect(/404.*\/mailbox/);
  await signInPageAs(page, 'admin');
  expect((await page.goto('/mailbox'))?.status()).toBe(404);
  await expect(page.getByRole('link', { name: 'Mailbox' })).toHaveCount(0);
});
