import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { MailServer } from '@/lib/outbox/testing/start-mail-server';
import { continueToService, expectNoHorizontalScroll, newCustomer, openCustomerPage } from './fixtures/customer';
import { expectAccessible } from './fixtures/expect-accessible';
import { fullSize } from './fixtures/full-size';
import type { IsolatedApp } from './fixtures/isolated-app';
import { test } from './fixtures/own-service';
import { expect } from './fixtures/test';

async function createStartLink(app: IsolatedApp, username: string): Promise<string> {
  const agent = await app.requestAs('agent');
  const headers = { origin: app.origin, 'sec-fetch-site': 'same-origin' };
  const response = await agent.post('/api/start-links', { data: { username }, headers });
  return z.object({ url: z.string() }).parse(await response.json()).url;
}

const labels = {
  'en-GB': {
    field: 'E-mail address for updates',
    invalid: 'Enter one e-mail address, such as name@example.com',
    start: 'Start migration',
    confirm: 'Confirm address',
    confirmed: 'Your e-mail address is confirmed',
    unsubscribe: 'Unsubscribe',
    unsubscribed: 'You have unsubscribed from e-mails about this migration',
    undo: 'Undo',
    undone: 'You will get e-mails about this migration again',
  },
  'de-DE': {
    field: 'E-Mail-Adresse für Updates',
    invalid: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com',
    start: 'Migration starten',
    confirm: 'Adresse bestätigen',
    confirmed: 'Ihre E-Mail-Adresse ist bestätigt',
    unsubscribe: 'Abbestellen',
    unsubscribed: 'Sie haben die E-Mails zu dieser Migration abbestellt',
    undo: 'Rückgängig machen',
    undone: 'Sie erhalten wieder E-Mails zu dieser Migration',
  },
};

/** The links to this page in the mails to this address. */
function findLinks(mailServer: MailServer, email: string, page: string): string[] {
  const mails = mailServer.received.filter(({ recipients }) => recipients.includes(email));
  return mails.flatMap(({ mail }) => new RegExp(`/${page}/[\\w-]+`).exec(mail.text ?? '')?.[0] ?? []);
}

async function waitForLink(mailServer: MailServer, email: string, page: string): Promise<string> {
  await expect.poll(() => findLinks(mailServer, email, page), { timeout: 40_000 }).toHaveLength(1);
  const [link = ''] = findLinks(mailServer, email, page);
  return link;
}

async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

for (const device of [
  { scripts: true, locale: 'en-GB', width: 390 },
  { scripts: false, locale: 'de-DE', width: 390 },
] as const) {
  const { scripts, locale } = device;
  const name = `${scripts ? 'with' : 'without'} script, ${locale}: give an address, confirm it, unsubscribe and undo`;
  test(name, { tag: scripts ? [] : ['@full'] }, async ({ browser, app, mailServer }) => {
    test.setTimeout(120_000);
    const label = labels[locale];
    const email = newCustomer('updates');
    const customer = await openCustomerPage(browser, device);
    const check = async () => {
      if (!scripts) return;
      await expectNoHorizontalScroll(customer);
      // Otherwise language-pages.spec.ts checks these pages.
      if (fullSize) await expectAccessible(customer);
    };

    const username = email.replace('@acme.example', '');
    // By a link: the start page without one admits few starts by one client, which start-open.spec.ts needs.
    await customer.goto(await createStartLink(app, username));
    await check();
    await customer.getByText('Freshdesk', { exact: true }).click();
    // Browsers accept an address without a dot.
    await customer.getByLabel(label.field).fill('ada@intranet');
    await customer.getByRole('button', { name: label.start }).click();
    await expect(customer.getByLabel(label.field)).toHaveAccessibleDescription(new RegExp(label.invalid));
    await expect(customer.getByLabel(label.field)).toBeFocused();
    await expect(customer.getByLabel(label.field)).toHaveValue('ada@intranet');
    await expect(customer.getByRole('radio', { name: 'Freshdesk' })).toBeChecked();
    await check();
    await customer.getByLabel(label.field).fill(email);
    await customer.getByRole('button', { name: label.start }).click();
    await continueToService(customer);

    const confirmLink = await waitForLink(mailServer, email, 'confirm');
    // Mail scanners open links.
    for (let times = 0; times < 2; times += 1) await customer.goto(confirmLink);
    await expect(customer.getByText(email)).toBeVisible();
    await check();
    expect(findLinks(mailServer, email, 'unsubscribe')).toEqual([]);
    await customer.getByRole('button', { name: label.confirm }).click();
    await expectHeading(customer, label.confirmed);
    await check();
    await customer.goto(confirmLink);
    await expectHeading(customer, label.confirmed);

    const unsubscribeLink = await waitForLink(mailServer, email, 'unsubscribe');
    await customer.goto(unsubscribeLink);
    await expect(customer.getByText('Freshdesk')).toBeVisible();
    await check();
    await customer.getByRole('button', { name: label.unsubscribe }).click();
    await expectHeading(customer, label.unsubscribed);
    await check();
    await customer.goto(unsubscribeLink);
    await customer.getByRole('button', { name: label.undo }).click();
    await expectHeading(customer, label.undone);
    await check();
  });
}

test(
  'links that were changed do not work, and a username that is an address is not asked for another',
  { tag: '@full' },
  async ({ browser, app }) => {
    const customer = await openCustomerPage(browser);
    for (const path of ['/confirm/x', '/unsubscribe/x', `/unsubscribe/${'A'.repeat(8000)}`]) {
      await customer.goto(path);
      await expectHeading(customer, 'This link does not work');
    }
    await customer.goto(await createStartLink(app, newCustomer('address')));
    await expect(customer.getByRole('button', { name: 'Start migration' })).toBeVisible();
    await expect(customer.getByLabel('E-mail address for updates')).toHaveCount(0);
  },
);

test(
  'staff enter an address for a customer whose username is not one',
  { tag: '@full' },
  async ({ page, context, app, mailServer }) => {
    await app.signIn(context, 'agent');
    const email = newCustomer('staff');
    await page.goto('/new');
    await page.getByRole('searchbox', { name: 'Source tool' }).fill('Pipedrive');
    await page.getByRole('radio', { name: /^Pipedrive/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Destination username').fill(email);
    await expect(page.getByLabel('E-mail address for updates')).toHaveCount(0);
    await page.getByLabel('Destination username').fill(email.replace('@acme.example', ''));
    await page.getByLabel('E-mail address for updates').fill('ada@intranet');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Enter one e-mail address')).toBeVisible();
    await page.getByLabel('E-mail address for updates').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Create and share link' }).click();
    await expect(page.getByText('The import was created.')).toBeVisible();
    await waitForLink(mailServer, email, 'confirm');
  },
);
