import type { APIRequestContext, Locator } from '@playwright/test';
import { z } from 'zod';
import { languages } from '@/lib/contract/languages';
import { catalogues } from '@/lib/messages/messages';
import { signInPageAs, testEnvironment } from './fixtures/accounts';
import {
  createConfirmLink,
  createStartLink,
  createUnsubscribeLink,
  expectNoHorizontalScroll,
  newCustomer,
  openCustomerPage,
} from './fixtures/customer';
import { expectStateAccessible } from './fixtures/expect-accessible';
import { checkedLanguages, expectPageIn } from './fixtures/expect-page-in';
import { placeImport } from './fixtures/place-import';
import { expect, test } from './fixtures/test';

const urlSchema = z.object({ url: z.string() });

/** The pages about an import in this status, with everything that can be on them. */
async function placeMigration(request: APIRequestContext, status: string) {
  const headers = { origin: testEnvironment().origin, 'sec-fetch-site': 'same-origin' };
  const username = newCustomer('pages');
  const id = await placeImport(request, {
    username,
    status,
    tool: 'Zendesk',
    instanceUrl: 'https://desk.example/w',
    users: { matched: 3, total: 5, unmatched: ['a', 'b'] },
    counts: { tickets: 1200, comments: 48_600 },
    warnings: ['missing_owner', 'attachment_too_large', 'not_known_to_us'].map((kind, n) => ({
      ...{ kind, itemType: 'ticket', item: `ticket ${n}`, text: `Text ${n}.` },
    })),
  });
  await request.get(`/api/imports?destination_username=${encodeURIComponent(username)}`);
  await request.get(`/api/imports/${id}?fresh=1`);
  const link = await request.post(`/api/imports/${id}/customer-link`, { headers });
  const { url } = urlSchema.parse(await link.json());
  return { id, migrationLink: url.replace(/\?.*/, ''), unsubscribeLink: createUnsubscribeLink(id, username) };
}

for (const language of checkedLanguages) {
  test(`the pages of customers in ${language} are accessible and fit a phone`, async ({
    browser,
    page,
    consoleErrors,
  }) => {
    test.slow();
    // Links that do not work.
    consoleErrors.expect(/status of 404/);
    await signInPageAs(page, 'agent');
    const customer = await openCustomerPage(browser);
    const link = await createStartLink(page.request, { username: newCustomer('axe') });
    await expectPageIn(customer, link, language);
    // The menu of languages, and the narrowest phones.
    await customer.setViewportSize({ width: 320, height: 800 });
    const banner = customer.getByRole('banner');
    await banner.locator('summary').click();
    await expectNoHorizontalScroll(customer);
    await customer.setViewportSize({ width: 390, height: 844 });
    await expectStateAccessible(customer);
    await customer.keyboard.press('Tab');
    await expect(banner.getByRole('link').first()).toBeFocused();
    await customer.keyboard.press('Escape');
    await expect(banner.getByRole('navigation')).toBeHidden();
    await expect(banner.locator('summary')).toBeFocused();
    const sampled = await placeMigration(page.request, 'Sample migration completed');
    const undone = await placeMigration(page.request, 'Migration cleaned');
    await expectPageIn(customer, sampled.unsubscribeLink, language);
    await expect(customer.getByRole('main').getByRole('button')).toHaveCount(1);
    for (const path of [
      sampled.migrationLink,
      undone.migrationLink,
      '/start',
      '/full-migration',
      '/full-migration?problem=tool,username',
      '/m/none',
      '/confirm/x',
    ]) {
      await expectPageIn(customer, path, language);
    }
  });
}

for (const language of languages) {
  const { start, confirm, unsubscribe } = catalogues[language];
  test(
    `the pages before leaving, behind links in e-mails and in the partner’s product are accessible in ${language}`,
    { tag: '@full' },
    async ({ browser, page, consoleErrors }) => {
      test.slow();
      consoleErrors.expect(/status of 404/);
      await signInPageAs(page, 'agent');
      const customer = await openCustomerPage(browser);
      const heading = customer.getByRole('heading', { level: 1 });
      const submit = () => customer.getByRole('main').getByRole('button').click();

      await customer.goto(
        `${await createStartLink(page.request, { username: newCustomer('leave') })}?lang=${language}`,
      );
      await customer.getByText('Zendesk', { exact: true }).click();
      await customer.getByRole('button', { name: start.start }).click();
      await customer.waitForURL(/\/go\?/);
      const leaving = new URL(customer.url());
      leaving.searchParams.delete('lang');
      await expectPageIn(customer, leaving.href, language);

      const email = newCustomer('links');
      const { id, migrationLink } = await placeMigration(page.request, 'Sample migration completed');
      const headers = { origin: testEnvironment().origin, 'sec-fetch-site': 'same-origin' };
      const saved = await page.request.put(`/api/imports/${id}/contact`, { headers, data: { email } });
      expect(saved.ok(), await saved.text()).toBe(true);
      await expectPageIn(customer, createConfirmLink(id, email), language);
      await submit();
      await expect(heading).toHaveText(confirm.doneTitle);
      await expectStateAccessible(customer);
      await expectPageIn(customer, createUnsubscribeLink(id, email), language);
      await submit();
      await expect(heading).toHaveText(unsubscribe.doneTitle);
      await expectStateAccessible(customer);

      // As in a frame, by what browsers say of the request.
      await customer.route(/[?&]embed=/, async (route) => {
        const asFrame = { ...route.request().headers(), 'sec-fetch-dest': 'iframe' };
        await route.fulfill({ response: await route.fetch({ headers: asFrame }) });
      });
      const embed = `embed=${encodeURIComponent('colour=#1d6a50&radius=4')}`;
      for (const path of [
        `${await createStartLink(page.request, { username: newCustomer('embed') })}?${embed}`,
        `${leaving.href}&${embed}`,
        `${migrationLink}?${embed}`,
        `/full-migration?${embed}`,
        `/start?${embed}`,
        `/m/none?${embed}`,
      ]) {
        await expectPageIn(customer, path, language);
        // The partner's name is around the frame.
        await expect(customer.getByRole('banner').locator('bdi')).toHaveCount(0);
      }
    },
  );
}

test('what is typed, and what the service says in English, keeps its direction on a page in Arabic', async ({
  browser,
}) => {
  const customer = await openCustomerPage(browser);
  await customer.goto('/full-migration?problem=username&lang=ar');
  const username = customer.locator('#username');
  const error = customer.locator('#username-error');
  // The character that follows is to the right of the one before in English, to the left in Arabic.
  const rightOf = async (element: Locator) => {
    const box = await element.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  const runsToTheRight = (text: string) =>
    error.evaluate((element, value) => {
      element.textContent = value;
      const leftOf = (index: number) => {
        const range = document.createRange();
        range.setStart(element.firstChild ?? element, index);
        range.setEnd(element.firstChild ?? element, index + 1);
        return range.getBoundingClientRect().left;
      };
      return leftOf(value.length - 1) > leftOf(value.length - 2);
    }, text);
  expect(await runsToTheRight('No such user.')).toBe(true);
  expect(await rightOf(error)).toBeCloseTo(await rightOf(username));
  expect(await runsToTheRight('يُرجى إدخال اسم المستخدم.')).toBe(false);
  for (const field of [username, customer.locator('#message')]) {
    await expect(field).toHaveCSS('unicode-bidi', 'plaintext');
    // An empty one starts on the right.
    await expect(field).toHaveCSS('direction', 'rtl');
  }
});
