import { z } from 'zod';
import { openCustomerPage } from './fixtures/customer';
import { expectAccessible } from './fixtures/expect-accessible';
import { type IsolatedApp, isolatedAppFixture, uniqueCustomer } from './fixtures/isolated-app';
import { expect, test as base } from './fixtures/test';

// These settings and faults would disturb other tests, so each has its own app.
const test = base.extend<object, { customerPaysApp: IsolatedApp; offlineApp: IsolatedApp }>({
  /** Customers pay themselves, and the start page is off. */
  customerPaysApp: isolatedAppFixture({ WHO_PAYS: 'customer', START_PAGE: 'off' }),
  /** The service becomes unreachable during the test. */
  offlineApp: isolatedAppFixture(),
});
test.describe.configure({ mode: 'default' });

const urlSchema = z.object({ url: z.string() });

test('when customers pay themselves there is no queue, and every page says so', async ({
  page,
  context,
  customerPaysApp,
}) => {
  await customerPaysApp.signIn(context, 'admin');
  const id = await customerPaysApp.placeImport(uniqueCustomer('buyer'));
  await page.goto(`${customerPaysApp.origin}/sponsorship`);
  await expect(page.getByRole('heading', { name: 'Customers buy the full migration themselves' })).toBeVisible();
  await page.goto(`${customerPaysApp.origin}/imports/${id}`);
  await expect(page.getByRole('region', { name: 'Decision', exact: true })).toContainText(
    'There is nothing to decide.',
  );
  const admin = await customerPaysApp.requestAs('admin');
  for (const path of ['payment/accept', 'payment/reject', 'request']) {
    expect((await admin.post(`/api/imports/${id}/${path}`, { data: {} })).status(), path).toBe(409);
  }
  expect(await customerPaysApp.countDecisions(id)).toBe(0);
  const link = await admin.post(`/api/imports/${id}/customer-link`);
  await page.goto(urlSchema.parse(await link.json()).url);
  await expect(page.getByText('You can buy it from our migration partner')).toBeVisible();
});

test('with the start page off, staff see no start links and customers get an explanation', async ({
  page,
  context,
  browser,
  customerPaysApp,
}) => {
  await customerPaysApp.signIn(context, 'agent');
  await page.goto(`${customerPaysApp.origin}/new`);
  await expect(page.getByRole('searchbox', { name: 'Source tool' })).toBeVisible();
  await expect(page.getByText('Or let the customer start')).toHaveCount(0);
  const refused = await (
    await customerPaysApp.requestAs('agent')
  ).post('/api/start-links', { data: { username: uniqueCustomer('off') } });
  expect(refused.status()).toBe(409);
  const customer = await openCustomerPage(browser, { locale: 'de-DE', width: 320 });
  for (const path of ['/start', '/start/some-link']) {
    await customer.goto(`${customerPaysApp.origin}${path}`);
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText('Diese Seite ist nicht verfügbar');
    await expect(customer.getByRole('button')).toHaveCount(0);
  }
  await expectAccessible(customer);
});

test('while the service is unreachable customers and staff see an error and nothing is sent; afterwards one import is created', async ({
  page,
  context,
  browser,
  offlineApp,
  consoleErrors,
}) => {
  consoleErrors.expect(/50[234] /);
  const customer = await openCustomerPage(browser);
  const username = uniqueCustomer('down');
  const link = await (await offlineApp.requestAs('agent')).post('/api/start-links', { data: { username } });
  const { url } = urlSchema.parse(await link.json());
  await customer.goto(url);
  await customer.getByText('Zendesk', { exact: true }).click();
  const known = uniqueCustomer('known');
  await offlineApp.placeImport(known);
  await offlineApp.stopService();

  await customer.getByRole('button', { name: 'Start migration' }).click();
  await expect(customer.getByRole('alert').filter({ hasText: 'cannot be reached right now' })).toBeVisible();
  await offlineApp.signIn(context, 'agent');
  await page.goto(`${offlineApp.origin}/imports?q=${encodeURIComponent(known)}`);
  await expect(page.getByRole('table').getByRole('link', { name: known })).toBeVisible();
  await expect(page.getByText('each row says how old it is')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy request id' })).toBeVisible();
  await page.goto(`${offlineApp.origin}/new?username=${encodeURIComponent(username)}`);
  await page.getByRole('radio', { name: 'Zendesk' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Destination username')).toHaveValue(username);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Create import' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'reached' })).toBeVisible();

  await offlineApp.restartService();
  // The circuit breaker stays open for a moment.
  await expect(async () => {
    await customer.getByRole('button', { name: 'Start migration' }).click();
    await expect(customer).not.toHaveURL(/\/start\//, { timeout: 3000 });
  }).toPass();
  await expect(customer).not.toHaveURL(offlineApp.origin);
  expect(await offlineApp.countImports(username)).toBe(1);
});
