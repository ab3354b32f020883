import type { Locator, Page } from '@playwright/test';
import { signInPageAs, testEnvironment } from './fixtures/accounts';
import { createStartLink, expectNoHorizontalScroll, newCustomer, openCustomerPage } from './fixtures/customer';
import { lookUp } from './fixtures/dialogs';
import { expectStateAccessible } from './fixtures/expect-accessible';
import { moveImport, placeImport } from './fixtures/place-import';
import { expect, test } from './fixtures/test';

const post = async (page: Page, path: string, data: object) => {
  const headers = { origin: testEnvironment().origin, 'sec-fetch-site': 'same-origin' };
  const response = await page.request.post(path, { headers, data });
  expect(response.ok(), await response.text()).toBe(true);
};

test('from an import to the page of its customer and back', async ({ page }) => {
  await signInPageAs(page, 'approver');
  const username = newCustomer('all');
  const decided = await placeImport(page.request, { username, status: 'Sample migration completed' });
  const other = await placeImport(page.request, { username, status: 'Collecting credentials' });
  await page.request.get(`/api/imports?destination_username=${encodeURIComponent(username)}`);
  await post(page, `/api/imports/${decided}/request`, { message: 'They called' });
  await post(page, `/api/imports/${decided}/payment/accept`, {
    reason: 'Long contract',
    note: '',
    overrideBudget: false,
  });
  await post(page, `/api/imports/${other}/notes`, { text: 'Waits for their admin' });

  const row = page.locator(`[data-import="${decided}"]`);
  await page.goto(`/imports?q=${encodeURIComponent(username)}`);
  await row.hover();
  await expect(row.getByRole('link', { name: 'Customer page' })).toHaveAttribute(
    'href',
    `/customers?username=${encodeURIComponent(username)}`,
  );
  await row.getByRole('link', { name: username }).click();
  await expect(page).toHaveURL(`/imports/${decided}`);
  await page.getByRole('heading', { level: 1 }).getByRole('link', { name: username }).click();
  await expect(page).toHaveURL(`/customers?username=${encodeURIComponent(username)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(username);
  await expect(page.getByText('2 imports', { exact: true })).toBeVisible();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const entry = (text: string) => timeline.getByRole('listitem').filter({ hasText: text }).last();
  await expect(entry('Waits for their admin')).toContainText(`Import ${other}`);
  await expect(entry('They called')).toContainText(`Import ${decided}`);
  await expect(entry('Long contract')).toContainText(`Import ${decided}`);
  await expect(entry('Sample migration completed')).toContainText(`Import ${decided}`);
  await expect(page.getByRole('region', { name: 'Imports' }).getByRole('link')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'New import', exact: true }).last()).toHaveAttribute(
    'href',
    `/new?username=${encodeURIComponent(username)}`,
  );
  await expectStateAccessible(page);

  await moveImport(page.request, other, 'advance');
  await expect(entry('Waiting to start sample migration')).toContainText(`Import ${other}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalScroll(page);
  const link = entry('They called').getByRole('link', { name: `Import ${decided}` });
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await link.click();
  await expect(page).toHaveURL(`/imports/${decided}`);
});

test('every mention of a customer links to their page', { tag: '@full' }, async ({ page, browser }) => {
  test.slow();
  await signInPageAs(page, 'admin');
  const username = newCustomer('mentioned');
  const id = await placeImport(page.request, { username, status: 'Sample migration completed' });
  await lookUp(page, username);
  await post(page, `/api/imports/${id}/request`, { message: '' });
  const customer = await openCustomerPage(browser);
  await customer.goto(await createStartLink(page.request, { username }));
  await customer.getByText('My tool is not listed').click();
  await customer.getByLabel('Name of the tool').fill('OldDesk');
  await customer.getByRole('button', { name: 'Send request' }).click();
  await expect(customer.getByText('Thank you, we have received your request')).toBeVisible();
  await customer.goto('/full-migration');
  await customer.getByLabel('Your username or e-mail address').fill(username);
  await customer.getByText('Zendesk', { exact: true }).click();
  await customer.getByRole('button', { name: 'Request the full migration' }).click();
  await expect(customer.getByRole('heading', { name: 'Thank you, we have received your request' })).toBeVisible();

  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('table', { name: 'Sponsorship queue' }).getByRole('row').filter({ hasText: username });
  const openRow = async () => {
    await page.goto(`/sponsorship?find=${encodeURIComponent(username)}`);
    await row.hover();
  };
  const places: Record<string, () => Promise<Locator>> = {
    'queue row': async () => {
      await openRow();
      return row.getByRole('link', { name: 'Customer page' });
    },
    'decide dialog': async () => {
      await openRow();
      await row.getByRole('button', { name: /^Accept/ }).click();
      return dialog.getByRole('link', { name: username });
    },
    'queue preview': async () => {
      await openRow();
      await page.keyboard.press('j');
      await page.keyboard.press(' ');
      return page.getByRole('complementary', { name: 'Preview' }).getByRole('link', { name: username, exact: true });
    },
    'requests to match': async () => {
      await page.goto('/sponsorship');
      return page.getByRole('region', { name: /^Requests to match/ }).getByRole('link', { name: username });
    },
    'tool requests': async () => {
      await page.goto('/tool-requests');
      return main.getByRole('link', { name: username });
    },
    'bulk lookup': async () => {
      await page.goto('/imports');
      await page.getByRole('button', { name: 'Look up', exact: true }).click();
      await dialog.getByRole('radio', { name: 'Many names' }).check();
      await dialog.getByLabel('Destination usernames').fill(username);
      await dialog.getByRole('button', { name: /^Look up 1/ }).click();
      return dialog.getByRole('table').getByRole('link', { name: username });
    },
    'customer data': async () => {
      await page.goto('/settings/data');
      await page.getByLabel('Username').fill(username);
      await page.getByRole('button', { name: 'Find data' }).click();
      return main.getByRole('link', { name: username });
    },
    audit: async () => {
      await page.goto(`/audit?q=${encodeURIComponent(username)}&action=link.made`);
      return main.getByRole('row').filter({ hasText: username }).getByRole('link', { name: username });
    },
  };
  const href = `/customers?${new URLSearchParams({ username }).toString()}`;
  for (const [place, open] of Object.entries(places)) {
    const link = await open();
    await expect(link.first(), place).toBeVisible({ timeout: 30_000 });
    await expect(link.first(), place).toHaveAttribute('href', href);
  }
  // Other customers wait longer.
  await page.goto('/');
  const waiting = page.getByRole('region', { name: 'Needs you' }).locator('a[href^="/customers?"]').first();
  const name = await waiting.innerText();
  await waiting.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  for (const list of [
    `/imports?q=${encodeURIComponent(username)}`,
    `/sponsorship?find=${encodeURIComponent(username)}`,
  ]) {
    await page.goto(list);
    await expectNoHorizontalScroll(page);
    await main.getByRole('row').getByRole('link', { name: 'Customer page' }).click();
    await expect(page).toHaveURL(href);
  }
});

test('an unknown customer can be looked up at the service', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'viewer');
  const username = newCustomer('unknown');
  const id = await placeImport(page.request, { username, status: 'In preparation' });
  await page.goto(`/customers?username=${encodeURIComponent(username)}`);
  await expect(page.getByRole('heading', { name: 'No imports of this customer yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Look up at the service' }).click();
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(`Import ${id}`);
});

test(
  'many warnings leave no hole in the right column, and rare actions are in a menu',
  { tag: '@full' },
  async ({ page }) => {
    await signInPageAs(page, 'agent');
    const place = (warnings: number) =>
      placeImport(page.request, {
        username: newCustomer('layout'),
        status: 'Sample migration completed',
        users: { matched: 3, total: 5, unmatched: ['a', 'b'] },
        counts: { tickets: 120, comments: 486 },
        warnings: Array.from({ length: warnings }, (_, n) => ({
          kind: `kind_${n}`,
          itemType: 'ticket',
          item: `ticket ${n}`,
          text: `Text ${n}`,
        })),
      });
    const positionsOf = async (id: string) => {
      await page.goto(`/imports/${id}`);
      const tops: number[] = [];
      for (const name of ['Decision', 'Users matched', 'Records', 'Notes'])
        tops.push((await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? NaN);
      // What is above the column may take another line.
      return tops.map((top) => top - (tops[0] ?? NaN));
    };
    const few = await positionsOf(await place(1));
    const many = await place(60);
    // Fonts and borders round differently, by a pixel or two.
    const moved = (await positionsOf(many)).map((top, at) => Math.abs(top - (few[at] ?? NaN)));
    expect(Math.max(...moved)).toBeLessThanOrEqual(3);

    await page.getByRole('button', { name: 'Actions' }).click();
    const menu = page.getByRole('menu', { name: 'Actions' });
    await expect(menu.getByRole('menuitem', { name: 'Download warnings as CSV' })).toBeVisible();
    await expectStateAccessible(page);
    await menu.getByRole('menuitem', { name: 'Correct details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct details' });
    const address = dialog.getByLabel('Into');
    await address.fill('desk.example/acme');
    await address.blur();
    await expect(address).toHaveValue('https://desk.example/acme');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('https://desk.example/acme').first()).toBeVisible();
  },
);
