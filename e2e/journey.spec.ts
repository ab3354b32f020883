import type { Page } from '@playwright/test';
import { z } from 'zod';
import { signInPageAs, testEnvironment } from './fixtures/accounts';
import { continueToService, openCustomerPage, importsOf, createStartLink, newCustomer } from './fixtures/customer';
import { moveImport } from './fixtures/place-import';
import { expect, test } from './fixtures/test';

const detailSchema = z.looseObject({ timeline: z.array(z.looseObject({ title: z.string() })) });

/**
 * The staff timeline, oldest first. Whether a poll sees "Collecting credentials" depends on timing, so it is left out.
 */
async function timelineOf(page: Page, id: string): Promise<string[]> {
  const response = await page.request.get(`/api/imports/${encodeURIComponent(id)}`);
  const titles = detailSchema.parse(await response.json()).timeline.map(({ title }) => title);
  // The demo sends e-mails as well; messages.spec.ts is about them.
  return titles.toReversed().filter((title) => !/^(Collecting credentials$|E-mail to the customer)/.test(title));
}

/** The app learns of the change by webhook; the customer page is reloaded until it shows. */
async function waitForText(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
}

test('the whole journey: start, authorise, sample, request, accept, full migration, warnings, completed, undone', async ({
  browser,
  page,
}) => {
  // Ten pages and nine statuses take longer on a busy machine.
  test.slow();
  const username = newCustomer('journey');
  await signInPageAs(page, 'approver');
  const link = await createStartLink(page.request, { username, instanceUrl: 'https://northdesk.example/acme' });
  const customer = await openCustomerPage(browser);

  // The start page, on the customer's phone.
  await customer.goto(link);
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('Bring your data to');
  await customer.getByText('Zendesk', { exact: true }).click();
  await customer.getByRole('button', { name: 'Start migration' }).click();
  await continueToService(customer);
  const serviceUrl = customer.url();

  // Staff keep this page open; it updates itself from here on.
  const [created] = await importsOf(page.request, username);
  const id = created?.id ?? '';
  const expectedTitles: string[] = [];
  await page.goto(`/imports/${encodeURIComponent(id)}`);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const expectTimeline = async (...more: string[]) => {
    expectedTitles.push(...more);
    await expect.poll(() => timelineOf(page, id), { timeout: 20_000 }).toEqual(expectedTitles);
    for (const title of more) await expect(timeline.getByText(title, { exact: true }).first()).toBeVisible();
  };
  await expectTimeline('Started by the customer');

  // At the service: authorise both ends and start the sample.
  await customer.getByRole('button', { name: 'Allow access to Zendesk' }).click();
  await customer.getByRole('button', { name: 'Allow access to your new tool' }).click();
  await expectTimeline('Waiting to start sample migration');
  await customer.getByRole('button', { name: 'Start the sample migration' }).click();
  await expectTimeline('Sample migration in progress');
  await moveImport(page.request, id, 'advance');
  await expectTimeline('Sample migration completed');

  // The customer returns with the same link, sees the sample, and requests the full migration at the service, which
  // redirects here.
  await customer.goto(link);
  await expect(customer).toHaveURL(/\/m\//);
  await expect(customer.getByText('Your sample is ready')).toBeVisible();
  await expect(customer.getByRole('link', { name: 'Review the sample' })).toHaveAttribute(
    'href',
    'https://northdesk.example/acme',
  );
  await customer.getByRole('link', { name: 'Continue at our migration partner' }).click();
  await customer.waitForURL(serviceUrl);
  await customer.getByRole('button', { name: 'Request the full migration' }).click();
  await expect(customer).toHaveURL(new RegExp(`^${testEnvironment().origin}/m/`));
  await customer.getByLabel('Anything we should know?').fill('We switch on Monday.');
  await customer.getByRole('button', { name: 'Request the full migration' }).click();
  await expect(customer.getByRole('heading', { name: 'You requested the full migration' })).toBeVisible();
  await expectTimeline('Customer requested the full migration');
  await expect(timeline.getByText('We switch on Monday.')).toBeVisible();

  // An approver finds it in the queue and accepts.
  const staffPage = await page.context().newPage();
  await staffPage.goto('/sponsorship');
  await staffPage.getByRole('row').filter({ hasText: username }).getByRole('button', { name: 'Accept' }).click();
  const dialog = staffPage.getByRole('dialog');
  await expect(dialog).toContainText(`Your company will pay for the full migration of ${username}, import ${id}.`);
  await dialog.getByLabel('Reason').fill('Annual plan, agreed with sales');
  await dialog.getByLabel('Note to the customer').fill('Welcome aboard!');
  await dialog.getByRole('button', { name: /^Accept sponsorship/ }).click();
  // The dialog waits for the service, up to the deadline of the call.
  await expect(dialog).toBeHidden({ timeout: 40_000 });
  await staffPage.close();
  // The service reports whole seconds and our events have milliseconds, so within one second the order can vary.
  const decided = async () => (await timelineOf(page, id)).slice(expectedTitles.length);
  await expect.poll(decided, { timeout: 20_000 }).toContain('In preparation');
  const shown = await decided();
  expect(shown.toSorted()).toEqual([
    'Acceptance sent, confirmed by the service',
    expect.stringContaining('decided to accept sponsorship'),
    'In preparation',
  ]);
  expectedTitles.push(...shown);

  // The customer sees the decision with its note, and starts at the service.
  await waitForText(customer, 'Your full migration is on us');
  await expect(customer.getByText('Welcome aboard!')).toBeVisible();
  await customer.getByRole('link', { name: 'Continue at our migration partner' }).click();
  await customer.waitForURL(serviceUrl);
  await customer.getByRole('button', { name: 'Start the full migration' }).click();
  await expectTimeline('Migration in progress');

  // It completes with warnings, which customer and staff see.
  await moveImport(page.request, id, 'advance', { warnings: 12 });
  await expectTimeline('Migration completed');
  await customer.goto(link);
  await waitForText(customer, 'Your full migration is complete');
  await waitForText(customer, '12 items need attention');
  await expect(customer.getByRole('link', { name: 'Open your new tool' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText(/12 in \d+ kind/);

  // It is undone.
  await customer.goto(serviceUrl);
  await customer.getByRole('button', { name: 'Undo the migration' }).click();
  await expectTimeline('Undo in progress');
  await moveImport(page.request, id, 'advance');
  await expectTimeline('Migration cleaned');
  await customer.goto(link);
  await waitForText(customer, 'The migration was undone');
  for (const text of ['is on us', 'Welcome aboard!']) await expect(customer.getByText(text)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Sponsorship accepted' })).toBeVisible();

  expect(await importsOf(page.request, username)).toMatchObject([{ startFull: false }]);
});
