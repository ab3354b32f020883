import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@/lib/contract/languages';
import { flatten } from '@/lib/messages/flatten';
import { catalogues } from '@/lib/messages/messages';
import { signInPageAs } from './fixtures/accounts';
import {
  continueToService,
  createStartLink,
  expectNoHorizontalScroll,
  importsOf,
  newCustomer,
  openCustomerPage,
} from './fixtures/customer';
import { expectAccessible, expectStateAccessible } from './fixtures/expect-accessible';
import { fullSize } from './fixtures/full-size';
import { moveImport } from './fixtures/place-import';
import { expect, test } from './fixtures/test';

test('the switch works without script, is kept for the next visit, and a shared address changes nothing', async ({
  browser,
  page,
}) => {
  await signInPageAs(page, 'agent');
  const link = await createStartLink(page.request, { username: newCustomer('switch') });
  const customer = await openCustomerPage(browser, { scripts: false, locale: 'nl-NL' });
  const html = customer.locator('html');
  await customer.goto(link);
  await expect(html).toHaveAttribute('lang', 'nl');
  await customer.getByText('Nederlands').first().click();
  const menu = customer.getByRole('navigation');
  await expect(menu.getByRole('link')).toHaveCount(languages.length);
  await expect(menu.getByRole('link', { name: 'Nederlands' })).toHaveAttribute('aria-current', 'true');
  await expect(menu.getByRole('link', { name: '日本語' })).toHaveAttribute('hreflang', 'ja');
  await expectNoHorizontalScroll(customer);
  // A click beside the open menu closes it.
  await customer.mouse.click(10, 800);
  await expect(menu).toBeHidden();

  await customer.getByText('Nederlands').first().click();
  await menu.getByRole('link', { name: 'العربية' }).click();
  await expect(customer).toHaveURL(`${link}?lang=ar`);
  await expect(html).toHaveAttribute('dir', 'rtl');
  await customer.goto(link);
  await expect(html).toHaveAttribute('lang', 'ar');
  // The address decides for itself alone.
  await customer.goto(`${link}?lang=fr`);
  await expect(html).toHaveAttribute('lang', 'fr');
  await expect(html).toHaveAttribute('dir', 'ltr');
  await customer.goto('/m/not-a-link');
  await expect(html).toHaveAttribute('lang', 'ar');
});

test('an address that does not exist says so in the language of the customer', async ({ browser, consoleErrors }) => {
  consoleErrors.expect(/ 404 .*\/m\/not\/a\/page/);
  const customer = await openCustomerPage(browser, { locale: 'ar-EG' });
  expect((await customer.goto('/m/not/a/page'))?.status()).toBe(404);
  await expect(customer.getByRole('heading', { name: 'هذا الرابط لا يعمل' })).toBeVisible();
  await expect(customer.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('a start link opens in its language, and its old addresses do, too', async ({ browser, page }) => {
  await signInPageAs(page, 'agent');
  const link = await createStartLink(page.request, { username: newCustomer('link'), language: 'pt-BR' });
  expect(link).toMatch(/\?lang=pt-BR$/);
  const customer = await openCustomerPage(browser, { scripts: false });
  await customer.goto(link.replace(/\?.*/, ''));
  await expect(customer).toHaveURL(link);
  await expect(customer.locator('html')).toHaveAttribute('lang', 'pt-BR');
});

for (const language of fullSize ? languages : (['ja', 'ar'] as const)) {
  test(`the pages in ${language} are accessible and fit a phone`, async ({ browser, page }) => {
    await signInPageAs(page, 'agent');
    const link = await createStartLink(page.request, { username: newCustomer('axe'), language });
    const customer = await openCustomerPage(browser, { width: 320 });
    await customer.goto(link);
    await expectNoHorizontalScroll(customer);
    await customer.locator('header summary').click();
    await expectAccessible(customer);
  });
}

test('the journey in Arabic on a phone, from right to left', async ({ browser, page }) => {
  test.slow();
  const username = newCustomer('arabic');
  await signInPageAs(page, 'approver');
  const link = await createStartLink(page.request, {
    username,
    language: 'ar',
    instanceUrl: 'https://northdesk.example/acme',
  });
  const customer = await openCustomerPage(browser, { locale: 'ar-EG' });
  const html = customer.locator('html');
  const expectArabic = async () => {
    await expect(html).toHaveAttribute('lang', 'ar');
    await expect(html).toHaveAttribute('dir', 'rtl');
    await expectNoHorizontalScroll(customer);
  };
  await customer.goto(link);
  await expectArabic();
  // The logo is where lines start, the switch where they end.
  const start = await customer.locator('header > :first-child').boundingBox();
  const end = await customer.locator('header > details').boundingBox();
  expect(start?.x ?? 0).toBeGreaterThan(end?.x ?? 400);
  await expect(customer.getByText(username)).toHaveCSS('unicode-bidi', 'isolate');
  await customer.getByText('Zendesk', { exact: true }).click();
  await customer.getByRole('button', { name: 'بدء النقل' }).click();
  await continueToService(customer);
  const [created] = await importsOf(page.request, username);
  await customer.getByRole('button', { name: 'Allow access to Zendesk' }).click();
  await customer.getByRole('button', { name: 'Allow access to your new tool' }).click();
  await customer.getByRole('button', { name: 'Start the sample migration' }).click();
  await moveImport(page.request, created?.id ?? '', 'advance');
  await expect(async () => {
    await customer.goto(link);
    await expect(customer.getByText('اكتمل النقل التجريبي').first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await expect(customer).toHaveURL(/\/m\/.*lang=ar/);
  await expectArabic();
  await customer.getByRole('button', { name: 'طلب النقل الكامل' }).click();
  await expect(customer.getByRole('heading', { name: 'لقد طلبت النقل الكامل' })).toBeVisible();
  await expectArabic();
  await expectAccessible(customer);
});

test('an admin replaces a text, customers see it at once, and resetting restores the default', async ({
  browser,
  page,
}) => {
  await signInPageAs(page, 'admin');
  const link = await createStartLink(page.request, { username: newCustomer('texts'), language: 'nl' });
  const customer = await openCustomerPage(browser, { scripts: false });
  const search = customer.getByRole('button', { name: /^(Zoeken|Zoek nu)$/ });
  await page.goto('/settings/texts?language=nl');
  await page.getByLabel('Search texts').fill('start.search');
  await expectAccessible(page);
  const edit = page.getByRole('button', { name: 'Edit: start.search', exact: true });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: 'Edit text' });
  const text = dialog.getByLabel('Your text');
  await text.fill('Zoek {nu');
  await expect(dialog.getByText('The braces or tags are not balanced.', { exact: false })).toBeVisible();
  await expectStateAccessible(page);
  await text.fill('Zoek nu');
  await expect(dialog.getByRole('region', { name: 'Preview' }).getByText('Zoek nu')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save text' }).click();
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  await customer.goto(link);
  await expect(search).toHaveText('Zoek nu');

  await edit.click();
  await dialog.getByRole('button', { name: 'Reset to default' }).click();
  await expect(page.getByText('Changed', { exact: true })).toBeHidden();
  await customer.goto(link);
  await expect(search).toHaveText('Zoeken');
});

test('no message file reaches the browser', () => {
  const folder = join('.next-test', 'static');
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, source: readFileSync(join(folder, name), 'utf8') }));
  expect(scripts.length).toBeGreaterThan(10);
  const texts = languages.flatMap((language) =>
    flatten(catalogues[language]).flatMap(([, text]) => (text.length > 50 && !text.includes('\n') ? text : [])),
  );
  expect(texts.length).toBeGreaterThan(500);
  // Single sentences are also in labels for staff.
  const found = scripts.filter(({ source }) => texts.filter((text) => source.includes(text)).length > 2);
  expect(found.map(({ name }) => name)).toEqual([]);
});
