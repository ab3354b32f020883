import { z } from 'zod';
import { openCustomerPage } from './fixtures/customer';
import { uniqueCustomer } from './fixtures/isolated-app';
import { test } from './fixtures/own-service';
import { expect } from './fixtures/test';

const urlSchema = z.object({ url: z.string() });

test('while the service is unreachable customers and staff see an error and nothing is sent; afterwards one import is created', async ({
  page,
  context,
  browser,
  app,
  consoleErrors,
}) => {
  consoleErrors.expect(/50[234] /);
  const customer = await openCustomerPage(browser);
  const username = uniqueCustomer('down');
  const link = await (await app.requestAs('agent')).post('/api/start-links', { data: { username } });
  const { url } = urlSchema.parse(await link.json());
  await customer.goto(url);
  await customer.getByText('Zendesk', { exact: true }).click();
  const known = uniqueCustomer('known');
  await app.placeImport(known);
  await app.stopService();

  await customer.getByRole('button', { name: 'Start migration' }).click();
  await expect(customer.getByRole('alert').filter({ hasText: 'cannot be reached right now' })).toBeVisible();
  await app.signIn(context, 'agent');
  await page.goto(`/imports?q=${encodeURIComponent(known)}`);
  await expect(page.getByRole('table').getByRole('link', { name: known })).toBeVisible();
  await expect(page.getByText('The list below shows stored imports')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy request ID' })).toBeVisible();
  await page.goto(`/imports?q=${encodeURIComponent(username)}`);
  await expect(page.getByRole('button', { name: 'Copy request ID' })).toBeVisible();
  await expect(page.getByText('The list below shows stored imports')).toHaveCount(0);
  await page.goto(`/new?username=${encodeURIComponent(username)}`);
  await page.getByRole('radio', { name: 'Zendesk' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Destination username')).toHaveValue(username);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Create and continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'reached' })).toBeVisible();

  await app.restartService();
  // The circuit breaker stays open for a moment.
  await expect(async () => {
    await customer.getByRole('button', { name: 'Start migration' }).click();
    await expect(customer).not.toHaveURL(/\/start\//, { timeout: 3000 });
  }).toPass();
  await expect(customer).not.toHaveURL(app.origin);
  expect(await app.countImports(username)).toBe(1);
});
