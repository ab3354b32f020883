import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@/lib/contract/languages';
import { flatten } from '@/lib/messages/flatten';
import { catalogues } from '@/lib/messages/messages';
import { signInPageAs } from './fixtures/accounts';
import { createStartLink, expectNoHorizontalScroll, newCustomer, openCustomerPage } from './fixtures/customer';
import { expectAccessible, expectStateAccessible } from './fixtures/expect-accessible';
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

test('an address that does not exist says so without script, with the brand and in the language of the customer', async ({
  browser,
  consoleErrors,
}) => {
  consoleErrors.expect(/ 404 .*\/m\/not\/a\/page/);
  const customer = await openCustomerPage(browser, { scripts: false, locale: 'ar-EG' });
  expect((await customer.goto('/m/not/a/page'))?.status()).toBe(404);
  await expect(customer.getByRole('heading', { name: 'هذا الرابط لا يعمل' })).toBeVisible();
  await expect(customer.locator('html')).toHaveAttribute('dir', 'rtl');
  // branding.spec.ts changes the name.
  const partner = /Northdesk|Harbour & Sons/;
  await expect(customer.getByRole('banner')).toContainText(partner);
  await expect(customer).toHaveTitle(partner);
  await customer.getByText('العربية').first().click();
  await customer.getByRole('link', { name: 'Deutsch' }).click();
  await expect(customer).toHaveURL(/\/m\/not\/a\/page\?lang=de$/);
  await expect(customer.getByRole('heading', { name: 'Dieser Link funktioniert nicht' })).toBeVisible();
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

test(
  'an admin replaces a text, customers see it at once, and resetting restores the default',
  { tag: '@full' },
  async ({ browser, page }) => {
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
  },
);

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
