import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { staffWithLinkSchema } from '@/lib/contract/staff';
import { pageMatrix } from '@/lib/http/access-matrix';
import { signInPageAs, testEnvironment } from '../fixtures/accounts';
import {
  continueToService,
  createConfirmLink,
  createStartLink,
  createUnsubscribeLink,
  newCustomer,
} from '../fixtures/customer';
import { test as demoTest } from '../fixtures/demo';
import { dialogs, lookUp, openQueue } from '../fixtures/dialogs';
import { moveImport, placeImport } from '../fixtures/place-import';
import { emptyDatabase, startSecondApp } from '../fixtures/second-app';
import { expect, testWithoutPages as test } from '../fixtures/test';
import { z } from 'zod';

/** `npm run screenshots` photographs every page, the main dialogs and awkward states. index.html shows all pictures. */
const folder = join('.test', 'screenshots');
const widths = [1440, 1024, 390];
const themes = ['light', 'dark'] as const;

test.beforeAll(() => mkdirSync(folder, { recursive: true }));
test.afterAll(writeIndex);

async function photograph(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => {});
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage });
    }
  }
}

const nameOf = (path: string) => path.replace(/[^a-z]+/gi, '-').replace(/^-|-$/g, '') || 'overview';

const sample = {
  username: 'a-rather-long-name.of-a-department@subsidiary.example.co.uk',
  instanceUrl: 'https://desk.example/acme',
  status: 'Sample migration completed',
  warnings: 12,
  users: { matched: 3, total: 5, unmatched: ['a', 'b'] },
  counts: { tickets: 1200, comments: 48_600 },
};

/** The shared app has no mailbox and is set up. */
const pagesOfOtherApps = ['/mailbox', '/setup'];

for (const { path, auth } of Object.values(pageMatrix)) {
  if ((path.includes('[') && path !== '/imports/[id]') || pagesOfOtherApps.includes(path)) continue;
  test(`${auth} page ${path}`, async ({ page }) => {
    if (auth === 'staff') await signInPageAs(page, 'admin');
    const id = path.includes('[id]') || path === '/customers' ? await placeImport(page.request, sample) : '';
    // The service names the customer only in the answer to a lookup by username.
    if (id !== '') await lookUp(page, sample.username);
    const search = path === '/customers' ? `?username=${encodeURIComponent(sample.username)}` : '';
    await page.goto(path.replace('[id]', id) + search);
    await photograph(page, `${auth}-${nameOf(path)}`);
  });
}

demoTest('staff page /mailbox', async ({ page, context, browser, app }) => {
  await app.signIn(context, 'admin');
  const username = newCustomer('mailbox');
  const customer = await browser.newPage();
  await customer.goto(`${app.origin}/start`);
  await customer.getByLabel('Your username or e-mail address').fill(username);
  await customer.getByText('Zendesk', { exact: true }).click();
  await customer.getByRole('button', { name: 'Start migration' }).click();
  await continueToService(customer);
  await page.goto('/mailbox');
  await page.getByRole('link').filter({ hasText: username }).click({ timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'E-mail', exact: true })).toContainText(username);
  await photograph(page, 'staff-mailbox');
});

test('public page /setup', async ({ page }) => {
  const app = await startSecondApp({ LANDFALL_DEMO: 'off', ...(await emptyDatabase()) });
  await page.goto(app.origin);
  await expect(page.getByLabel('One-time code')).toBeVisible();
  await photograph(page, 'public-setup');
  await app.stop();
});

test('dialog: outcome of several decisions', async ({ page }) => {
  await signInPageAs(page, 'admin');
  await openQueue(page, 2);
  await page.getByLabel('Select all rows').check();
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Reject sponsorship for 2' }).click();
  await expect(page.getByRole('dialog')).toContainText('2 of 2 processed');
  await photograph(page, 'dialog-bulk-run', { fullPage: false });
});

for (const { name, path, open } of dialogs) {
  test(`dialog: ${name}`, async ({ page }) => {
    await signInPageAs(page, 'admin');
    await page.goto(path, { waitUntil: 'networkidle' });
    await open(page);
    await photograph(page, `dialog-${nameOf(name)}`, { fullPage: false });
  });
}

test('customer pages', async ({ page, browser }) => {
  await signInPageAs(page, 'agent');
  const start = await createStartLink(page.request, { username: newCustomer('shots') });
  const id = await placeImport(page.request, { ...sample, username: newCustomer('mine') });
  await page.goto(`/imports/${id}`);
  const { origin } = testEnvironment();
  const answer = await page.request.post(`/api/imports/${id}/customer-link`, {
    headers: { origin, 'sec-fetch-site': 'same-origin' },
    data: {},
  });
  const mine = z.object({ url: z.string() }).parse(await answer.json()).url;
  const customer = await browser.newPage();
  for (const [name, url] of Object.entries({ start, 'start-errors': `${start}?missing=tool`, migration: mine })) {
    await customer.goto(url);
    await photograph(customer, `customer-${name}`);
  }
});

test('customer pages: e-mail addresses and leaving', async ({ page, browser }) => {
  await signInPageAs(page, 'agent');
  const id = await placeImport(page.request, { ...sample, username: 'no-address' });
  await page.request.get(`/api/imports/${id}`);
  const { origin } = testEnvironment();
  const headers = { origin, 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.post(`/api/imports/${id}/customer-link`, { headers, data: {} });
  const email = newCustomer('contact');
  const migration = z.object({ url: z.string() }).parse(await answer.json()).url;
  const pages = {
    'waiting-for-confirmation': migration,
    unsubscribe: createUnsubscribeLink(id, email),
    confirm: createConfirmLink(id, email),
  };
  const customer = await browser.newPage();
  await customer.goto(migration);
  await photograph(customer, 'customer-without-address');
  await page.request.put(`/api/imports/${id}/contact`, { headers, data: { email } });
  for (const [name, url] of Object.entries(pages)) {
    await customer.goto(url);
    await photograph(customer, `customer-${name}`);
  }
  await customer.goto(await createStartLink(page.request, { username: newCustomer('leaving') }));
  await customer.getByText('Zendesk', { exact: true }).click();
  await customer.getByRole('button', { name: 'Start migration' }).click();
  await customer.waitForURL(/\/go\?/);
  await photograph(customer, 'customer-leaving');
});

test('set a password', async ({ page, browser }) => {
  await signInPageAs(page, 'admin');
  const response = await page.request.post('/api/staff', {
    data: { email: newCustomer('new-person'), name: 'New Person', role: 'viewer', way: 'local' },
    headers: { origin: testEnvironment().origin },
  });
  const { link } = staffWithLinkSchema.parse(await response.json());
  const person = await browser.newPage();
  await person.goto(link?.url ?? '');
  await photograph(person, 'public-set-password');
});

const states: Record<string, (page: Page) => Promise<void>> = {
  'imports-none-found': async (page) => void (await page.goto('/imports?q=no-such-customer')),
  'imports-sandbox': async (page) => void (await page.goto('/imports?env=sandbox')),
  'imports-preview': async (page) => {
    await page.goto('/imports', { waitUntil: 'networkidle' });
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await page.getByRole('complementary', { name: 'Preview' }).getByText('Latest').waitFor();
  },
  'sponsorship-preview': async (page) => {
    await openQueue(page, 1);
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await page.getByRole('complementary', { name: 'Preview' }).getByText('Warnings').first().waitFor();
  },
  'imports-looked-up': async (page) => {
    await page.goto('/imports', { waitUntil: 'networkidle' });
    await page.getByRole('combobox', { name: /Search customer/ }).fill(newCustomer('unknown'));
    await page.getByRole('button', { name: 'Look up at the service' }).click();
    await page.getByText('No imports at the service under exactly this name').waitFor();
  },
  'new-import-address': async (page) => {
    await page.goto('/new?username=no-address', { waitUntil: 'networkidle' });
    await page.getByRole('radio', { name: /^Zendesk/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('E-mail address for updates').fill('ada@customer.example');
  },
  'import-no-longer-available': async (page) => {
    const id = await placeImport(page.request, { ...sample, username: newCustomer('gone') });
    await page.goto(`/imports/${id}`);
    await moveImport(page.request, id, 'archive');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('No longer available at the service.').waitFor();
  },
  'not-found': async (page) => void (await page.goto('/no-such-page')),
  'navigation-collapsed': async (page) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Hide labels' }).click();
  },
};

for (const [name, open] of Object.entries(states)) {
  test(`state: ${name}`, async ({ page }) => {
    await signInPageAs(page, 'admin');
    await open(page);
    await photograph(page, `state-${name}`);
  });
}

test('state: no access', async ({ page }) => {
  await signInPageAs(page, 'viewer');
  await page.goto('/webhooks');
  await expect(page.getByRole('heading', { name: 'No access to this page' })).toBeVisible();
  await photograph(page, 'state-no-access');
});

test('state: sign-in errors', async ({ page }) => {
  await page.goto('/sign-in', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await photograph(page, 'state-sign-in-empty');
  await page.getByLabel('E-mail').fill('wrong@x.example');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').first().waitFor();
  await photograph(page, 'state-sign-in-wrong');
});

function writeIndex(): void {
  const files = readdirSync(folder).filter((file) => file.endsWith('.png'));
  const names = [...new Set(files.map((file) => file.replace(/-\d+-(light|dark)\.png$/, '')))].sort();
  const pictures = (name: string) =>
    themes.flatMap((theme) => widths.map((width) => `${name}-${width}-${theme}.png`)).filter((f) => files.includes(f));
  const sections = names.map(
    (name) =>
      `<h2>${name}</h2><div>${pictures(name)
        .map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`)
        .join('')}</div>`,
  );
  const style =
    'body{font-family:sans-serif;margin:24px}div{display:flex;gap:12px;align-items:start}img{height:320px;border:1px solid #888}';
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screenshots</title><style>${style}</style>${sections.join('')}`,
  );
}
