import { type RunningSimulator, startSimulator } from '../simulator/start-simulator';
import { openCustomerPage, importsOf, newCustomer, injectFault } from './fixtures/customer';
import { copySharedDatabase } from './fixtures/isolated-app';
import { startSecondApp, type SecondApp } from './fixtures/second-app';
import { expect, test } from './fixtures/test';

// One app for the whole file. With the simulator of the other tests, both apps together would exceed its rate limit.
test.describe.configure({ mode: 'serial' });

let app: SecondApp;
let service: RunningSimulator;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  service = await startSimulator({ port: 0, rate: 1000 });
  app = await startSecondApp({
    START_PAGE: 'open',
    SERVICE_URL: service.url,
    SERVICE_TOKEN: service.token,
    ...(await copySharedDatabase()),
  });
});
test.afterAll(async () => {
  await app?.stop();
  await service?.close();
});

test('anyone can start by entering a name; returning resumes, and two tabs create one import', async ({
  browser,
  page,
}) => {
  const username = newCustomer('open');
  const one = await openCustomerPage(browser, { scripts: false, width: 320 });
  await one.goto(`${app.origin}/start`);
  const other = await one.context().newPage();
  await other.goto(`${app.origin}/start`);
  await injectFault(page.request, username, { kind: 'latency', ms: 1000 }, {}, { simulator: service.origin });
  for (const tab of [one, other]) {
    await tab.getByLabel('Your username or e-mail address').fill(username);
    await tab.getByText('Zendesk', { exact: true }).click();
  }
  await Promise.all([one, other].map((tab) => tab.getByRole('button', { name: 'Start migration' }).click()));
  await Promise.all([one.waitForURL(/\/migrate\//), other.waitForURL(/\/migrate\//)]);
  expect(one.url()).toBe(other.url());
  await one.goto(`${app.origin}/start`);
  await expect(one.getByRole('heading', { name: 'Your migration' })).toBeVisible();
  const cookies = await one.context().cookies(app.origin);
  expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]).toSorted()).toEqual([
    ['landfall-migration', true, 'Lax'],
    ['landfall-visitor', true, 'Lax'],
  ]);
  expect(await importsOf(page.request, username, { simulator: service.origin })).toHaveLength(1);

  // Another browser that enters the same name sees nothing of it and gets the same response.
  const otherCustomer = await openCustomerPage(browser, { scripts: false });
  await otherCustomer.goto(`${app.origin}/start`);
  await otherCustomer.getByLabel('Your username or e-mail address').fill(username);
  await otherCustomer.getByText('Zendesk', { exact: true }).click();
  await otherCustomer.getByRole('button', { name: 'Start migration' }).click();
  await otherCustomer.waitForURL(/\/migrate\//);
  expect(otherCustomer.url()).not.toBe(one.url());
});

test('a blank name is rejected in German, and a filled honeypot only shows a wait message', async ({
  browser,
  page,
}) => {
  const customer = await openCustomerPage(browser, { scripts: false, locale: 'de-DE' });
  await customer.goto(`${app.origin}/start`);
  await customer.getByLabel('Ihr Benutzername oder Ihre E-Mail-Adresse').fill('   ');
  await customer.getByText('Zendesk', { exact: true }).click();
  await customer.getByRole('button', { name: 'Migration starten' }).click();
  const name = customer.getByRole('textbox', { name: 'Ihr Benutzername oder Ihre E-Mail-Adresse' });
  await expect(name).toHaveAccessibleDescription(/Geben Sie den Benutzernamen oder die E-Mail-Adresse ein/);
  const username = newCustomer('robot');
  await customer.getByLabel('Ihr Benutzername oder Ihre E-Mail-Adresse').fill(username);
  await customer.getByText('Zendesk', { exact: true }).click();
  await customer.locator('input[name=website]').fill('https://spam.example', { force: true });
  await customer.getByRole('button', { name: 'Migration starten' }).click();
  await expect(customer.getByText('Gerade starten viele Kunden gleichzeitig.')).toBeVisible();
  expect(await importsOf(page.request, username, { simulator: service.origin })).toHaveLength(0);
});

test('over the limit per address, customers are asked to come back and nothing is created', async ({ page }) => {
  const starts = await Promise.all(
    Array.from({ length: 12 }, () => {
      const form = {
        attempt: crypto.randomUUID(),
        source_tool: 'Zendesk',
        destination_username: newCustomer('flood'),
      };
      return page.request
        .post(`${app.origin}/api/start`, { form, headers: { origin: app.origin }, maxRedirects: 0 })
        .then(async (response) => ({
          to: response.headers()['location'] ?? '',
          created: (await importsOf(page.request, form.destination_username, { simulator: service.origin })).length,
        }));
    }),
  );
  const turnedAway = starts.filter(({ to }) => to.includes('busy=1'));
  expect(turnedAway.length).toBeGreaterThanOrEqual(6);
  expect(turnedAway.every(({ created }) => created === 0)).toBe(true);
});
