import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '../simulator/start-simulator';
import { accountOf, signInAs } from './fixtures/accounts';
import { expectAccessible } from './fixtures/expect-accessible';
import { emptyDatabase, startSecondApp } from './fixtures/second-app';
import { expect, test } from './fixtures/test';

const email = 'ada@company.example';
const password = 'chosen by the first admin';
const webhookSecret = 'the webhook secret of the browser test';

test('from an empty database to a connection, in the browser', { tag: '@full' }, async ({ browser, consoleErrors }) => {
  test.slow();
  // The preview of the branding has no scripts.
  consoleErrors.expect(/Blocked script execution/);
  const simulator = await startSimulator({ port: 0, rate: 1000 });
  const app = await startSecondApp({ LANDFALL_DEMO: 'off', ...(await emptyDatabase()) });
  try {
    const page = await (await browser.newContext({ baseURL: app.origin })).newPage();
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Set up Landfall' })).toBeVisible();
    await expectAccessible(page);
    const printed = () => /first admin account: (\S+)/.exec(app.output())?.[1] ?? '';
    await expect.poll(printed).not.toBe('');
    const enter = async (code: string) => {
      await page.getByLabel('One-time code').fill(code);
      await page.getByLabel('Your e-mail address').fill(email);
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await enter('AAAA-AAAA-AAAA');
    await expect(page.getByText('This code is not valid.')).toBeVisible();
    await enter(printed().toLowerCase());
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Repeat the password').fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('No migration service is connected')).toBeVisible();

    await page.goto('/settings/connection');
    const checklist = page.getByRole('region', { name: 'Before you go live' });
    await expect(checklist.getByRole('listitem')).toContainText([
      'To do: Connection checked',
      'To do: Webhook received',
      'Done: No demo data',
      'To do: Second admin added',
      'To do: Branding set',
      'To do: E-mail set up',
      'To do: Backup made',
    ]);
    const address = page.getByLabel('Address', { exact: true });
    await address.fill('service.example/api/v2.1');
    await address.blur();
    await expect(address).toHaveValue('https://service.example/api/v2.1');
    await address.fill(simulator.url);
    await page.getByLabel('API token').fill('a wrong token');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByText('The service does not work yet.')).toBeVisible();
    await page.getByLabel('API token').fill(simulator.token);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByText('The service works with this address and token.')).toBeVisible();
    await page.getByRole('button', { name: 'Send test message' }).click();
    await expect(page.getByText('No webhook secret is set. Enter it first.')).toBeVisible();
    await page.getByLabel('Webhook secret').fill(webhookSecret);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(checklist).toContainText('Done: Connection checked');
    await expect(page.getByText('No webhook secret is set. Enter it first.')).toBeHidden();
    await expect(page.getByLabel('API token')).toHaveValue('');
    await page.getByRole('button', { name: 'Send test message' }).click();
    await expect(page.getByText('reached this address and was verified')).toBeVisible();
    await expectAccessible(page);
    expect(await page.content()).not.toContain(simulator.token);

    const stored = await readFolder(app.dataFolder);
    // Written together with the secrets.
    expect(stored).toContain('connection version 1');
    for (const secret of [simulator.token, webhookSecret]) expect(stored).not.toContain(secret);

    await page.goto('/settings/branding');
    await page.getByLabel('Name of your company').fill('Harbour & Sons');
    await page.getByRole('button', { name: 'Save branding' }).click();
    await expect(page.getByText('Customers see it from now on')).toBeVisible();
    await page.goto('/settings/connection');
    await expect(checklist).toContainText('Done: Branding set');

    const wrongNames = { basedOn: 1, dialect: '{"toolValue":"slug"}' };
    const changed = await page.request.put('/api/connection', { data: wrongNames, headers: { origin: app.origin } });
    expect(changed.status(), await changed.text()).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('button', { name: 'Apply field names' }).click();
    await expect(page.getByText('Field names from a check are applied.')).toBeVisible();
    await expect(page.getByText('accepts the name of a tool')).toBeVisible();

    await page.goto('/new');
    await expect(page.getByRole('searchbox', { name: 'Source tool' })).toBeVisible();
    expect(app.output()).not.toContain(webhookSecret);
    await page.close();
  } finally {
    await app.stop();
    await simulator.close();
  }
});

/** All files, with the embedded database. */
async function readFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
  return contents.join('\n');
}

test('goes live from the demo with an empty database', { tag: '@full' }, async ({ browser }) => {
  test.slow();
  const LANDFALL_DATA = await mkdtemp(join(tmpdir(), 'landfall-go-live-'));
  const simulator = await startSimulator({ port: 0, rate: 1000 });
  const running = { app: await startSecondApp({ LANDFALL_DATA, LANDFALL_SIMULATOR: simulator.origin }) };
  try {
    const demo = await browser.newContext({ baseURL: running.app.origin });
    const demoAdmin = accountOf('admin', LANDFALL_DATA);
    await signInAs(demo.request, demoAdmin, running.app.origin);
    const page = await demo.newPage();
    await page.goto('/settings/connection');
    await expect(page.getByText('This is the demo.')).toBeVisible();
    const checklist = page.getByRole('region', { name: 'Before you go live' });
    await expect(checklist.getByRole('listitem')).toContainText(['To do: Connection checked', 'To do: No demo data']);
    await expect(page.getByRole('button', { name: 'Go live' })).toBeHidden();
    await page.getByLabel('Address', { exact: true }).fill(simulator.url);
    await page.getByLabel('API token').fill(simulator.token);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Go live' }).click();
    const dialog = page.getByRole('dialog', { name: 'Go live?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Go live' }).click();
    // Only `npm start` restarts by itself.
    await expect(dialog.getByText('Restart it to finish.')).toBeVisible({ timeout: 60_000 });
    await demo.close();
    await running.app.stop();

    running.app = await startSecondApp({ LANDFALL_DATA });
    await expect.poll(() => running.app.output()).toContain('One-time code for the first admin account: ');
    const live = await (await browser.newContext({ baseURL: running.app.origin })).newPage();
    await live.goto('/sign-in');
    await expect(live.getByRole('heading', { name: 'Set up Landfall' })).toBeVisible();
    await expect(signInAs(live.request, demoAdmin, running.app.origin)).rejects.toThrow(demoAdmin.email);
    await live.close();
  } finally {
    await running.app.stop();
    await simulator.close();
    await rm(LANDFALL_DATA, { recursive: true, force: true });
  }
});
