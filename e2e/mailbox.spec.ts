import { continueToService, newCustomer, openCustomerPage } from './fixtures/customer';
import { test } from './fixtures/demo';
import { expectAccessible } from './fixtures/expect-accessible';
import { expect } from './fixtures/test';

test(
  'the demo shows what a customer would have received, and its links lead to the customer’s page',
  { tag: '@full' },
  async ({ browser, context, page, app }) => {
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
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('main').getByRole('search')).toHaveCSS('width', '358px');
  },
);
