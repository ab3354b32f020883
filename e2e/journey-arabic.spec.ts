import type { Page } from '@playwright/test';
import { catalogues } from '@/lib/messages/messages';
import { signInPageAs, testEnvironment } from './fixtures/accounts';
import {
  createStartLink,
  expectNoHorizontalScroll,
  importsOf,
  newCustomer,
  openCustomerPage,
} from './fixtures/customer';
import { expectAccessible } from './fixtures/expect-accessible';
import { findUntranslated } from './fixtures/find-untranslated';
import { moveImport } from './fixtures/place-import';
import { expect, test } from './fixtures/test';

const { ar } = catalogues;
const { progress, payment, actions } = ar.migration;

/** One of our pages, as a reader of Arabic sees it. */
async function expectArabic(page: Page): Promise<void> {
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'ar');
  await expect(html).toHaveAttribute('dir', 'rtl');
  await expectNoHorizontalScroll(page);
  expect(await findUntranslated(page)).toEqual([]);
  await expectAccessible(page);
}

/** The app learns of the change by webhook; the page is opened until it shows. */
async function openUntil(page: Page, link: string, heading: string): Promise<void> {
  await expect(async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
}

test('the whole journey in Arabic on a phone, from right to left', { tag: '@full' }, async ({ browser, page }) => {
  // Ten pages and nine statuses take longer on a busy machine.
  test.slow();
  const username = newCustomer('arabic');
  const { origin } = testEnvironment();
  await signInPageAs(page, 'approver');
  // The link has no language: the browser asks for Arabic.
  const link = await createStartLink(page.request, { username, instanceUrl: 'https://northdesk.example/acme' });
  const customer = await openCustomerPage(browser, { locale: 'ar-EG', touch: true });

  // The start page. The logo is where lines start, the switch where they end.
  await customer.goto(link);
  const start = await customer.locator('header > :first-child').boundingBox();
  const end = await customer.locator('header > details').boundingBox();
  expect(start?.x ?? 0).toBeGreaterThan(end?.x ?? 400);
  await expect(customer.getByText(username)).toHaveCSS('unicode-bidi', 'isolate');
  await customer.getByRole('searchbox', { name: ar.start.searchLabel }).fill('zen');
  await expect(customer.getByRole('status').filter({ hasText: /الأدوات المطابقة: \u2068?1/u })).toBeVisible();
  await customer.getByText(ar.start.notListed).tap();
  await expectArabic(customer);
  // Without a tool the message is ours, too.
  await customer.getByRole('button', { name: ar.start.start }).tap();
  await expect(customer.getByRole('radiogroup')).toHaveAccessibleDescription(ar.start.chooseTool);
  await customer.getByText('Zendesk', { exact: true }).tap();
  await customer.getByRole('button', { name: ar.start.start }).tap();

  // The page before leaving.
  await expect(customer.getByRole('heading', { name: ar.leaving.backTitle })).toBeVisible();
  await expectArabic(customer);
  await customer.getByRole('link', { name: /^المتابعة إلى/ }).tap();
  await customer.waitForURL(/\/migrate\//);
  const serviceUrl = customer.url();
  const [created] = await importsOf(page.request, username);
  const id = created?.id ?? '';

  // The pages of the service are not ours.
  await customer.getByRole('button', { name: 'Allow access to Zendesk' }).tap();
  await customer.getByRole('button', { name: 'Allow access to your new tool' }).tap();
  await customer.getByRole('button', { name: 'Start the sample migration' }).tap();
  await openUntil(customer, link, progress.sample_running.title);
  await expect(customer).toHaveURL(/\/m\//);
  await expectArabic(customer);

  await moveImport(page.request, id, 'advance', { warnings: 12 });
  await openUntil(customer, link, '12 عنصرًا يحتاج إلى انتباهك');
  await expect(customer.getByRole('heading', { name: progress.sample_request.title })).toBeVisible();
  await expect(customer.getByRole('heading', { name: ar.myMigration.moved.sample })).toBeVisible();
  for (const group of await customer.getByRole('main').locator('summary').all()) await group.tap();
  await expectArabic(customer);

  // The service sends the customer back to request the full migration.
  await customer.getByRole('link', { name: actions.continue }).tap();
  await customer.waitForURL(serviceUrl);
  await customer.getByRole('button', { name: 'Request the full migration' }).tap();
  await expect(customer).toHaveURL(new RegExp(`^${origin}/m/`));
  await customer.getByLabel(ar.migration.requestMessage).fill('سننتقل يوم الاثنين.');
  await customer.getByRole('button', { name: actions.request }).tap();
  await expect(customer.getByRole('heading', { name: payment.requested.title })).toBeVisible();
  await expectArabic(customer);

  // Staff accept with a note.
  await page.goto('/sponsorship');
  const row = page.getByRole('row').filter({ hasText: username });
  await row.getByRole('button', { name: 'Accept' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Annual plan, agreed with sales');
  await dialog.getByLabel('Note to the customer').fill('Welcome aboard! مرحبًا بك.');
  await dialog.getByRole('button', { name: /^Accept sponsorship/ }).click();
  // The dialog waits for the service, up to the deadline of the call.
  await expect(dialog).toBeHidden({ timeout: 40_000 });
  await openUntil(customer, link, payment.accepted.title);
  await expect(customer.getByText('Welcome aboard! مرحبًا بك.')).toBeVisible();
  await expectArabic(customer);

  await customer.getByRole('link', { name: actions.continue }).tap();
  await customer.waitForURL(serviceUrl);
  await customer.getByRole('button', { name: 'Start the full migration' }).tap();
  await openUntil(customer, link, progress.running.title);
  await expectArabic(customer);

  await moveImport(page.request, id, 'advance', { warnings: 3 });
  await openUntil(customer, link, progress.completed.title);
  await expect(customer.getByRole('link', { name: actions.open_tool })).toBeVisible();
  await expectArabic(customer);

  await customer.goto(serviceUrl);
  await customer.getByRole('button', { name: 'Undo the migration' }).tap();
  await openUntil(customer, link, progress.undoing.title);
  await expectArabic(customer);
  await moveImport(page.request, id, 'advance');
  await openUntil(customer, link, progress.undone.title);
  await expectArabic(customer);
});
