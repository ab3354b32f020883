import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import pg from 'pg';
import { z } from 'zod';
import { startTestPostgres, type TestPostgres } from '@/lib/store/testing/start-test-postgres';
import { startSimulator, type RunningSimulator } from '../simulator/start-simulator';
import { signInAs } from './fixtures/accounts';
import { addAuthenticator } from './fixtures/add-authenticator';
import { expectAccessible, expectStateAccessible } from './fixtures/expect-accessible';
import { type SecondApp, addStaff, startSecondApp } from './fixtures/second-app';
import { sendWebhook } from './fixtures/send-webhook';
import { expect, test } from './fixtures/test';

/** Two instances with one PostgreSQL; accounts are created with `npm run staff`. */
let postgres: TestPostgres;
let service: RunningSimulator;
let instances: [SecondApp, SecondApp];
let databaseUrl: string;
const account = { email: 'ada@company.example', password: randomBytes(18).toString('base64url') };
const secret = randomBytes(24).toString('hex');
const keys = {
  LANDFALL_KEY: randomBytes(32).toString('base64'),
  NEXTAUTH_SECRET: randomBytes(32).toString('base64'),
};

// In one worker, which starts the instances once.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  [postgres, service] = await Promise.all([startTestPostgres(), startSimulator({ port: 0, rate: 1000 })]);
  databaseUrl = await postgres.createDatabase();
  const settings = {
    DATABASE_URL: databaseUrl,
    ...keys,
    SERVICE_URL: service.url,
    SERVICE_TOKEN: service.token,
    WEBHOOK_SECRET: secret,
  };
  // The first one holds decisions for longer than any test takes.
  instances = await Promise.all([
    startSecondApp({ ...settings, DECISION_HOLD_S: '600' }),
    startSecondApp({ ...settings, DECISION_HOLD_S: '3' }),
  ]);
  await addStaff({ ...settings, NEXTAUTH_URL: instances[0].origin }, { ...account, role: 'admin' });
});
test.afterAll(async () => {
  await Promise.all((instances ?? []).map((instance) => instance.stop()));
  await service?.close();
  await postgres?.stop();
});

const idSchema = z.object({ id: z.union([z.string(), z.number()]) });
const decisionSchema = z.object({ id: z.string(), state: z.string(), notBefore: z.string() });
const countSent = (id: string) => service.log().filter(({ path }) => path.includes(`/imports/${id}/payment/`)).length;

/** An import with a completed sample that both instances know. */
async function placeImport(request: APIRequestContext, username: string): Promise<string> {
  const data = { username, status: 'Sample migration completed' };
  const placed = await request.post(`${service.controlUrl}/imports`, { data });
  const id = String(idSchema.parse(await placed.json()).id);
  await request.get(`${instances[0].origin}/api/imports?destination_username=${encodeURIComponent(username)}`);
  return id;
}

test('a webhook received by one instance appears on a page served by the other', async ({ page, playwright }) => {
  const [here, there] = instances;
  await signInAs(page.request, account, here.origin);
  const operator = await playwright.request.newContext({ baseURL: there.origin });
  const control = async (path: string, data: object) =>
    (await operator.post(`${service.controlUrl}${path}`, { data })).json();
  const placed = await control('/imports', { username: 'ops@acme.example', status: 'Collecting credentials' });
  const id = String(idSchema.parse(placed).id);
  const sendStatus = async (status: string) =>
    expect((await sendWebhook(operator, { import_id: id, status }, { secret })).status()).toBe(200);
  await page.goto(`${here.origin}/webhooks`);
  await expect(page.getByText('No messages yet')).toBeVisible();
  await expect(page.getByText('Updating', { exact: true }).filter({ visible: true })).toHaveCount(1);
  await sendStatus('Collecting credentials');
  await expect(page.getByRole('link', { name: id })).toBeVisible();
  await page.goto(`${here.origin}/imports/${id}`);
  await expect(page.getByText('Collecting credentials').first()).toBeVisible();
  await expect(page.getByText('Updating', { exact: true }).filter({ visible: true })).toHaveCount(1);
  await control(`/imports/${id}/advance`, { status: 'In preparation' });
  await sendStatus('In preparation');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText('In preparation').first()).toBeVisible();
  // One session is valid on both instances.
  await page.goto(`${there.origin}/imports/${id}`);
  await expect(timeline.getByText('In preparation').first()).toBeVisible();
  await operator.dispose();
});

test('without the demo there is no mailbox', { tag: '@full' }, async ({ page, consoleErrors }) => {
  consoleErrors.expect(/404.*\/mailbox/);
  const [{ origin }] = instances;
  await signInAs(page.request, account, origin);
  expect((await page.goto(`${origin}/mailbox`))?.status()).toBe(404);
  await expect(page.getByRole('link', { name: 'Imports', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mailbox' })).toHaveCount(0);
});

test(
  'the connection is set by the environment: the page says so and cannot change it',
  { tag: '@full' },
  async ({ page }) => {
    const [{ origin }] = instances;
    await signInAs(page.request, account, origin);
    await page.goto(`${origin}/settings/connection`);
    for (const names of ['SERVICE_URL and SERVICE_TOKEN', 'WEBHOOK_SECRET'])
      await expect(page.getByText(`Set by ${names} in the environment.`)).toBeVisible();
    for (const field of ['Address', 'API token', 'Webhook secret'])
      await expect(page.getByRole('textbox', { name: field })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    for (const change of [
      { service: { url: 'https://other.example/api/v2.1', sandboxUrl: '', token: 'other' } },
      { webhookSecret: 'another webhook secret' },
    ]) {
      const response = await page.request.put(`${origin}/api/connection`, {
        headers: { origin },
        data: { basedOn: 0, ...change },
      });
      expect([response.status(), await response.text()]).toEqual([422, expect.stringContaining('in the environment')]);
    }
  },
);

test(
  'a change long after the sign-in is confirmed with the password or a passkey, and nothing entered is lost',
  { tag: '@full' },
  async ({ page, context, consoleErrors }) => {
    test.slow();
    // Meant to be refused; and only a window that a script opened can close itself.
    consoleErrors.expect(/ 403 .*\/api\/staff/, / 422 .*\/api\/account\//, /Scripts may close only/);
    const [{ origin }] = instances;
    const admin = { email: 'grace@company.example', password: account.password };
    await addStaff({ DATABASE_URL: databaseUrl, ...keys, NEXTAUTH_URL: origin }, { ...admin, role: 'admin' });
    await addAuthenticator(context, page);
    await signInAs(page.request, admin, origin);
    await page.goto(`${origin}/account`);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('dialog', { name: 'Add a passkey' }).getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog', { name: 'Save your recovery codes' }).getByRole('button', { name: 'Done' }).click();

    await page.goto(`${origin}/settings/staff`);
    await page.getByRole('button', { name: 'Add person' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a person' });
    await dialog.getByLabel('E-mail address').fill('later@x.example');
    await makeSessionsOlder();
    await dialog.getByRole('button', { name: 'Add person' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm it is you' });
    await confirm.getByLabel('Password').fill('wrong');
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await expect(confirm.getByText('This is not your password')).toBeVisible();
    await expectStateAccessible(page);
    await confirm.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(confirm).toBeHidden();
    await expect(page.getByLabel('Link', { exact: true })).toContainText('/set-password/');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'later@x.example' })).toBeVisible();

    await makeSessionsOlder();
    await page.getByRole('button', { name: 'More actions: later@x.example' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await confirm.getByLabel('Password').fill(admin.password);
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('row').filter({ hasText: 'later@x.example' })).toContainText('disabled');

    // Where the company account leads to.
    await page.goto(`${origin}/account/confirmed`);
    await expect(page.getByRole('heading', { name: 'Confirmed' })).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'a held decision is undone after a reload, in another tab, at the other instance',
  { tag: '@full' },
  async ({ page, context }) => {
    const [here, there] = instances;
    await signInAs(page.request, account, here.origin);
    const id = await placeImport(page.request, 'undo@acme.example');
    await page.goto(`${here.origin}/imports/${id}`);
    const panel = page.getByRole('region', { name: 'Decision', exact: true });
    await panel.getByRole('button', { name: 'Accept sponsorship' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Accept sponsorship/ })
      .click();
    const toasts = page.getByRole('region', { name: 'Status messages' });
    await expect(toasts.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.reload();
    await expect(panel.getByRole('heading', { name: 'Acceptance about to be sent' })).toBeVisible();

    const other = await context.newPage();
    await signInAs(other.request, account, there.origin);
    await other.goto(`${there.origin}/imports/${id}`);
    await other.getByRole('region', { name: 'Decision', exact: true }).getByRole('button', { name: /^Undo/ }).click();
    await expect(other.getByText('Nothing was sent.')).toBeVisible();
    // The first page follows.
    await expect(panel.getByRole('button', { name: 'Accept sponsorship' })).toBeVisible();
    expect(countSent(id)).toBe(0);
  },
);

test(
  'on a phone a request is a card: accepted, undone in time, accepted again and sent once',
  { tag: '@full' },
  async ({ page, context }) => {
    const [here, there] = instances;
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAs(page.request, account, here.origin);
    const customer = 'a-long-name.of-the-support-team@northwind-logistics.example';
    const id = await placeImport(page.request, customer);
    const headers = { origin: here.origin, 'sec-fetch-site': 'same-origin' };
    const requested = await page.request.post(`${here.origin}/api/imports/${id}/request`, { headers, data: {} });
    expect(requested.ok(), await requested.text()).toBe(true);
    const cardOn = (on: Page) =>
      on.getByRole('table', { name: 'Sponsorship queue' }).getByRole('row').filter({ hasText: customer });
    const accept = async (on: Page) => {
      await cardOn(on)
        .getByRole('button', { name: /^Accept/ })
        .click();
      const dialog = on.getByRole('dialog');
      await expect(dialog).toContainText(`Your company will pay for the full migration of ${customer}, import ${id}.`);
      await dialog.getByRole('button', { name: /^Accept sponsorship/ }).click();
      await expect(dialog).toBeHidden();
    };

    await page.goto(`${here.origin}/sponsorship`);
    const card = cardOn(page);
    for (const fact of ['Sample migration completed', 'Records', 'Users', 'Within policy', 'Undecided', 'Waiting']) {
      await expect(card.getByText(fact).filter({ visible: true }).first()).toBeVisible();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const boxOf = async (name: RegExp) => {
      const box = await card.getByRole('button', { name }).boundingBox();
      return box ?? { x: 0, y: 0, width: 0, height: 0 };
    };
    for (const name of [/^Accept/, /^Reject/])
      await expect(card.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    const [acceptBox, rejectBox] = [await boxOf(/^Accept/), await boxOf(/^Reject/)];
    for (const { x, width, height } of [acceptBox, rejectBox]) {
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(390);
    }
    expect(rejectBox.x - acceptBox.x - acceptBox.width).toBeGreaterThanOrEqual(16);

    await accept(page);
    await expect(card).toContainText(/Acceptance by .+: about to be sent/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const toasts = page.getByRole('region', { name: 'Status messages' });
    await expect(toasts).toContainText('Acceptance about to be sent');
    await card.getByRole('button', { name: /^Undo/ }).click();
    await expect(card.getByRole('button', { name: /^Accept/ })).toBeEnabled();
    await expect(toasts).toContainText('Nothing was sent.');
    await expect(toasts).not.toContainText('Acceptance about to be sent');
    expect(countSent(id)).toBe(0);

    // The other instance sends after three seconds.
    const other = await context.newPage();
    await other.setViewportSize({ width: 390, height: 844 });
    await signInAs(other.request, account, there.origin);
    await other.goto(`${there.origin}/sponsorship`);
    await accept(other);
    await expect(cardOn(other)).toBeHidden();
    await expect(card).toBeHidden();
    expect(countSent(id)).toBe(1);
  },
);

test('while PostgreSQL is unavailable every page says so with 503, and works again afterwards without a restart', async ({
  page,
  playwright,
  consoleErrors,
}) => {
  consoleErrors.expect(/503/, /ERR_INCOMPLETE_CHUNKED_ENCODING/);
  const [here] = instances;
  await signInAs(page.request, account, here.origin);
  await page.goto(`${here.origin}/imports`);
  const anonymous = await playwright.request.newContext({ baseURL: here.origin });
  const csrfToken = z.object({ csrfToken: z.string() }).parse(await (await anonymous.get('/api/auth/csrf')).json());
  await postgres.halt();

  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('heading', { name: 'The database is not available' })).toBeVisible();
  await expectAccessible(page);
  const signIn = () =>
    anonymous.post('/api/auth/callback/credentials', {
      form: { ...csrfToken, ...account, callbackUrl: '/' },
      maxRedirects: 0,
    });
  const answers = {
    page: await page.request.get(`${here.origin}/imports`),
    'customer page': await anonymous.get('/start/some-link'),
    'sign-in page': await anonymous.get('/sign-in'),
    'sign-in': await signIn(),
    api: await page.request.get(`${here.origin}/api/import-counts`),
    readiness: await anonymous.get('/api/health/ready'),
  };
  for (const [what, answer] of Object.entries(answers)) {
    expect([what, answer.status(), answer.headers()['retry-after']]).toEqual([what, 503, '5']);
  }
  expect((await anonymous.get('/api/health')).status()).toBe(200);

  await postgres.resume();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();

  // Reads work while writes fail. Without an open page: it would refresh itself while the connections are cut.
  await page.goto('about:blank');
  await setReadOnly(true);
  await expect.poll(async () => (await page.request.get(`${here.origin}/imports`)).status()).toBe(200);
  expect((await signIn()).status()).toBe(503);
  await setReadOnly(false);
  await expect.poll(async () => (await signIn()).status()).toBe(302);
  await anonymous.dispose();
});

test(
  'a page that fails on a query leaves one line with its request id, and no parameters',
  { tag: '@full' },
  async ({ page }) => {
    const [here] = instances;
    await signInAs(page.request, account, here.origin);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('alter table saved_views rename to hidden_views');
    const before = here.output().length;
    try {
      await (await page.request.get(`${here.origin}/imports`)).text();
    } finally {
      await client.query('alter table hidden_views rename to saved_views');
    }
    const failed = () =>
      here
        .output()
        .slice(before)
        .split('\n')
        .filter((line) => line.includes('saved_views'));
    await expect.poll(() => failed().length).toBe(1);
    const line = z
      .object({ msg: z.literal('request failed'), route: z.literal('/imports'), requestId: z.uuid() })
      .safeParse(JSON.parse(failed()[0] ?? ''));
    expect([line.success, failed()[0]]).toEqual([true, failed()[0]]);
    const { rows } = await client.query('select id from staff where email = $1', [account.email]);
    expect(failed()[0]).not.toContain(z.object({ id: z.string() }).parse(rows[0]).id);
    await client.end();
  },
);

async function makeSessionsOlder(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`update sessions set authenticated_at = authenticated_at - interval '10 minutes'`);
  await client.end();
}

/** Also ends all other connections, because the setting holds for new ones. */
async function setReadOnly(readOnly: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('set default_transaction_read_only = off');
  const name = client.escapeIdentifier(new URL(databaseUrl).pathname.slice(1));
  await client.query(`alter database ${name} set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`);
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await client.end();
}

test('a held decision is sent once by the other instance if its own is killed', async ({ page }) => {
  const [there, here] = instances;
  await signInAs(page.request, account, here.origin);
  const id = await placeImport(page.request, 'killed@acme.example');
  const headers = { origin: here.origin, 'sec-fetch-site': 'same-origin' };
  const response = await page.request.post(`${here.origin}/api/imports/${id}/payment/accept`, { data: {}, headers });
  const decision = decisionSchema.parse(await response.json());
  expect(decision.state).toBe('approved');
  await here.kill();
  expect(countSent(id)).toBe(0);
  await expect.poll(() => countSent(id)).toBe(1);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(decision.notBefore));
  await signInAs(page.request, account, there.origin);
  await page.goto(`${there.origin}/imports/${id}`);
  await expect(page.getByRole('heading', { name: 'Sponsorship accepted' })).toBeVisible();
  expect(countSent(id)).toBe(1);
});
