import { continueToService, openCustomerPage, importsOf, newCustomer, injectFault } from './fixtures/customer';
import { checkedLanguages, expectPageIn } from './fixtures/expect-page-in';
import { test } from './fixtures/own-service';
import { expect } from './fixtures/test';

// One after another, because the limit per address counts the starts of all of them.
test.describe.configure({ mode: 'serial' });

test('anyone can start by entering a name; returning resumes, and two tabs create one import', async ({
  browser,
  page,
  app,
}) => {
  const username = newCustomer('open');
  const one = await openCustomerPage(browser, { scripts: false, width: 320 });
  await one.goto('/start');
  const other = await one.context().newPage();
  await other.goto('/start');
  await injectFault(page.request, username, { kind: 'latency', ms: 1000 }, {}, app);
  for (const tab of [one, other]) {
    await tab.getByLabel('Your username or e-mail address').fill(username);
    await tab.getByText('Zendesk', { exact: true }).click();
  }
  await Promise.all([one, other].map((tab) => tab.getByRole('button', { name: 'Start migration' }).click()));
  await Promise.all([continueToService(one), continueToService(other)]);
  expect(one.url()).toBe(other.url());
  await one.goto('/start');
  await expect(one.getByRole('heading', { name: 'Your migration', exact: true })).toBeVisible();
  const cookies = await one.context().cookies(app.origin);
  expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]).toSorted()).toEqual([
    ['landfall-migration', true, 'Lax'],
    ['landfall-visitor', true, 'Lax'],
  ]);
  expect(await importsOf(page.request, username, app)).toHaveLength(1);

  // Another browser that enters the same name sees nothing of it and gets the same response.
  const otherCustomer = await openCustomerPage(browser, { scripts: false });
  await otherCustomer.goto('/start');
  await otherCustomer.getByLabel('Your username or e-mail address').fill(username);
  await otherCustomer.getByText('Zendesk', { exact: true }).click();
  await otherCustomer.getByRole('button', { name: 'Start migration' }).click();
  await continueToService(otherCustomer);
  expect(otherCustomer.url()).not.toBe(one.url());
});

test(
  'a blank name is rejected in German, and a filled honeypot only shows a wait message',
  { tag: '@full' },
  async ({ browser, page, app }) => {
    const customer = await openCustomerPage(browser, { scripts: false, locale: 'de-DE' });
    await customer.goto('/start');
    await customer.getByLabel('Ihr Benutzername oder Ihre E-Mail-Adresse').fill('   ');
    await customer.getByText('Zendesk', { exact: true }).click();
    await customer.getByRole('button', { name: 'Migration starten' }).click();
    const name = customer.getByRole('textbox', { name: 'Ihr Benutzername oder Ihre E-Mail-Adresse' });
    await expect(name).toHaveAccessibleDescription(/Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein/);
    const username = newCustomer('robot');
    await customer.getByLabel('Ihr Benutzername oder Ihre E-Mail-Adresse').fill(username);
    await customer.getByText('Zendesk', { exact: true }).click();
    await customer
      .locator('form[action="/api/start"] input[name=website]')
      .fill('https://spam.example', { force: true });
    await customer.getByRole('button', { name: 'Migration starten' }).click();
    await expect(customer.getByText('Wir haben in kurzer Zeit sehr viele Anfragen erhalten.')).toBeVisible();
    expect(await importsOf(page.request, username, app)).toHaveLength(0);
  },
);

test('over the limit per address, customers are asked to come back and nothing is created', async ({ page, app }) => {
  const starts = await Promise.all(
    Array.from({ length: 12 }, () => {
      const form = {
        attempt: crypto.randomUUID(),
        source_tool: 'Zendesk',
        destination_username: newCustomer('flood'),
      };
      return page.request
        .post('/api/start', { form, headers: { origin: app.origin }, maxRedirects: 0 })
        .then(async (response) => ({
          to: response.headers()['location'] ?? '',
          created: (await importsOf(page.request, form.destination_username, app)).length,
        }));
    }),
  );
  const turnedAway = starts.filter(({ to }) => to.includes('busy=1'));
  expect(turnedAway.length).toBeGreaterThanOrEqual(6);
  expect(turnedAway.every(({ created }) => created === 0)).toBe(true);
});

test('is accessible and fits a phone in every language', { tag: '@full' }, async ({ browser }) => {
  test.slow();
  const customer = await openCustomerPage(browser);
  for (const language of checkedLanguages) await expectPageIn(customer, '/start', language);
});
