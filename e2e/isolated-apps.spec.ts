import pg from 'pg';
import { z } from 'zod';
import { openCustomerPage } from './fixtures/customer';
import { expectAccessible } from './fixtures/expect-accessible';
import { uniqueCustomer } from './fixtures/isolated-app';
import { test } from './fixtures/other-settings';
import { expect } from './fixtures/test';

test.describe.configure({ mode: 'default' });

const urlSchema = z.object({ url: z.string() });

test('when customers pay themselves there is no queue, and every page says so', async ({ page, context, app }) => {
  await app.signIn(context, 'approver');
  const id = await app.placeImport(uniqueCustomer('buyer'));
  await page.goto('/sponsorship');
  await expect(page.getByRole('heading', { name: 'Customers buy the full migration themselves' })).toBeVisible();
  await page.goto(`/imports/${id}`);
  await expect(page.getByRole('region', { name: 'Decision', exact: true })).toContainText(
    'There is nothing to decide.',
  );
  const approver = await app.requestAs('approver');
  for (const path of ['payment/accept', 'payment/reject', 'request']) {
    expect((await approver.post(`/api/imports/${id}/${path}`, { data: {} })).status(), path).toBe(409);
  }
  expect(await app.countDecisions(id)).toBe(0);
  const link = await approver.post(`/api/imports/${id}/customer-link`);
  await page.goto(urlSchema.parse(await link.json()).url);
  await expect(page.getByText('You can buy it from our migration partner')).toBeVisible();
});

test(
  'with the start page off, staff see no start links and customers get an explanation',
  { tag: '@full' },
  async ({ page, context, browser, app }) => {
    await app.signIn(context, 'agent');
    await page.goto('/new');
    await expect(page.getByRole('searchbox', { name: 'Source tool' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create start link' })).toHaveCount(0);
    const refused = await (
      await app.requestAs('agent')
    ).post('/api/start-links', { data: { username: uniqueCustomer('off') } });
    expect(refused.status()).toBe(409);
    const customer = await openCustomerPage(browser, { locale: 'de-DE', width: 320 });
    for (const path of ['/start', '/start/some-link']) {
      await customer.goto(path);
      await expect(customer.getByRole('heading', { level: 1 })).toHaveText('Diese Seite ist nicht verfügbar');
      await expect(customer.getByRole('button', { name: 'Migration starten' })).toHaveCount(0);
    }
    await expectAccessible(customer);
  },
);

test('a page that fails shows the id that its response and its log lines have', async ({
  page,
  context,
  app,
  consoleErrors,
}) => {
  test.skip(app.databaseUrl === undefined, 'the embedded database has one connection');
  // Minified: a server component has failed.
  consoleErrors.expect(/ 500 /, /React error #441/);
  const database = new pg.Client({ connectionString: app.databaseUrl });
  await database.connect();
  const reference = page.locator('main .mono');
  const failedLine = (id: string) =>
    app
      .output()
      .split('\n')
      .filter((line) => line.includes(`"requestId":"${id}"`) && line.includes('"msg":"request failed"'));
  await app.signIn(context, 'agent');
  try {
    await database.query('alter table tool_requests rename to away');
    const response = await page.goto('/tool-requests');
    const id = response?.headers()['x-request-id'] ?? 'no id';
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
    await expect(reference).toHaveText(id);
    await expect.poll(() => failedLine(id)).toHaveLength(1);
    expect(failedLine(id)[0]).toContain('"route":"/tool-requests"');

    // The same when the router fetches the page.
    await page.goto('/imports');
    const fetched = page.waitForResponse((each) => each.url().includes('/tool-requests?_rsc='));
    await page.evaluate("next.router.push('/tool-requests')");
    const fetchedId = (await fetched).headers()['x-request-id'] ?? 'no id';
    await expect(reference).toHaveText(fetchedId);
    await expect.poll(() => failedLine(fetchedId)).toHaveLength(1);
  } finally {
    await database.query('alter table away rename to tool_requests');
    await database.end();
  }
});
