import { type APIRequestContext, type Page, expect, test } from '@playwright/test';
import * as z from 'zod/mini';
import { enterAs, houseOf } from './fixtures/accounts';

const linkSchema = z.object({ url: z.string() });

/** As the page of an agent asks for it: JSON, with our own origin. */
async function makeLink(request: APIRequestContext, body: Record<string, unknown>): Promise<string> {
  const { origin } = houseOf();
  const answer = await request.post('/api/start-links', {
    data: body,
    headers: { origin, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return linkSchema.parse(await answer.json()).url;
}

async function control(request: APIRequestContext, path: string, data: Record<string, unknown>): Promise<void> {
  const answer = await request.post(`${houseOf().simulator}/control${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The record hears of it by webhook; the page is asked again until it shows. */
async function untilShown(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 20_000 });
}

test('the whole journey: start, authorise, sample, ask, accept, full migration, undone', async ({ browser, page }) => {
  test.slow();
  const username = `journey-${Date.now()}@acme.example`;
  await enterAs(page, 'approver');
  const link = await makeLink(page.request, { username, instanceUrl: 'https://northdesk.example/acme' });

  // The customer, on another device, without an account.
  const customer = await (await browser.newContext()).newPage();
  await customer.goto(link);
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('Bring your data to');
  await customer.getByRole('searchbox').fill('Zendesk');
  await customer.getByRole('button', { name: 'Search' }).click();
  await customer.getByText('Zendesk', { exact: true }).click();
  await customer.getByRole('button', { name: 'Start migration' }).click();
  await expect(customer).toHaveURL(/\/migrate\//);

  // At the service: authorise both ends and start the sample.
  await customer.getByRole('button', { name: 'Allow access to Zendesk' }).click();
  await customer.getByRole('button', { name: 'Allow access to your new tool' }).click();
  await customer.getByRole('button', { name: 'Start the sample migration' }).click();

  // Staff look the customer up.
  await page.goto(`/imports?q=${encodeURIComponent(username)}`);
  await page.getByRole('row').filter({ hasText: username }).getByRole('link', { name: username }).first().click();
  await expect(page).toHaveURL(/\/imports\/[^?]+/);
  const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  await control(page.request, `/imports/${id}/advance`, { status: 'Sample migration completed' });
  await untilShown(page, 'Sample migration completed');

  // The customer comes back with the same link and asks for the full migration.
  await customer.goto(link);
  await expect(customer).toHaveURL(/\/m\//);
  await untilShown(customer, 'The sample is there.');
  await customer.getByLabel('Anything we should know?').fill('We switch on Monday.');
  await customer.getByRole('button', { name: 'Ask for the full migration' }).click();
  await expect(customer.getByRole('heading', { name: 'You asked for the full migration' })).toBeVisible();

  // An approver finds it in the queue and accepts.
  await page.goto('/sponsorship');
  const row = page.getByRole('row').filter({ hasText: username });
  await row.getByRole('button', { name: 'Accept' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Your company will pay for the full migration of ${username}, import ${id}.`);
  await dialog.getByLabel('Reason').fill('Annual plan, agreed with sales');
  await dialog.getByLabel('Note to the customer').fill('Welcome aboard!');
  await dialog.getByRole('button', { name: /^Accept sponsorship/ }).click();
  // The button waits for the truth, and the truth may take as long as the call's own deadline.
  await expect(dialog).toBeHidden({ timeout: 40_000 });

  // The customer sees the answer with its note.
  await untilShown(customer, 'Your full migration is on us');
  await expect(customer.getByText('Welcome aboard!')).toBeVisible();

  // It runs, completes, and is undone; the staff timeline has it all, decision included.
  for (const status of ['Migration in progress', 'Migration completed', 'Undo in progress', 'Migration cleaned']) {
    await control(page.request, `/imports/${id}/advance`, { status });
  }
  await page.goto(`/imports/${encodeURIComponent(id)}`);
  await untilShown(page, 'Migration cleaned');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  for (const text of ['Sample migration completed', 'Migration completed', 'Undo in progress']) {
    await expect(timeline.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Sponsorship accepted' })).toBeVisible();

  // The simulator has exactly one import of this customer.
  const history = await (await page.request.get(`${houseOf().simulator}/control/history`)).json();
  const made = z
    .object({ imports: z.array(z.object({ username: z.nullable(z.string()) })) })
    .parse(history)
    .imports.filter((entry) => entry.username === username);
  expect(made).toHaveLength(1);
});

test('the start form works with scripts off, in German, and keeps what was chosen when the service refuses', async ({
  browser,
  page,
}) => {
  await enterAs(page, 'agent');
  const username = `ohne-script-${Date.now()}@acme.example`;
  const link = await makeLink(page.request, { username });
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' });
  const customer = await context.newPage();
  await customer.goto(link);
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('Ihre Daten zu');
  await customer.getByText('Freshdesk', { exact: true }).click();
  await customer.getByRole('button', { name: 'Umzug beginnen' }).click();
  await expect(customer).toHaveURL(/\/migrate\//);
});

test('a tampered link gets a kind page', async ({ page }) => {
  await page.goto('/start/AAAAnot-a-real-link');
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
});

test('the wizard ends in the migration address, and a second click makes no second import', async ({ page }) => {
  await enterAs(page, 'agent');
  const username = `wizard-${Date.now()}@acme.example`;
  await page.goto('/new');
  await page.getByLabel('Source tool').first().fill('Pipedrive');
  await page.getByRole('radio', { name: 'Pipedrive' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Destination username').fill(username);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Create import' }).dblclick();
  await expect(page.getByText('The import is created')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the migration' })).toHaveAttribute('href', /\/migrate\//);
  const history = await (await page.request.get(`${houseOf().simulator}/control/history`)).json();
  const made = z
    .object({ imports: z.array(z.object({ username: z.nullable(z.string()) })) })
    .parse(history)
    .imports.filter((entry) => entry.username === username);
  expect(made).toHaveLength(1);
});
