import type { Page } from '@playwright/test';
import { signInPageAs, testEnvironment } from './fixtures/accounts';
import { expectNoHorizontalScroll, newCustomer } from './fixtures/customer';
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
      const tops = [];
      for (const name of ['Decision', 'Users matched', 'Records', 'Notes'])
        tops.push((await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? name);
      return tops;
    };
    const few = await positionsOf(await place(1));
    const many = await place(60);
    // Fonts and borders round differently, by a pixel or two.
    const moved = (await positionsOf(many)).map((top, at) => Math.abs(Number(top) - Number(few[at])));
    expect(Math.max(...moved)).toBeLessThanOrEqual(3);

    await page.getByRole('button', { name: 'Actions' }).click();
    const menu = page.getByRole('menu', { name: 'Actions' });
    await expect(menu.getByRole('menuitem', { name: 'Download warnings as CSV' })).toBeVisible();
    await expectStateAccessible(page);
    await menu.getByRole('menuitem', { name: 'Correct details' }).click();
    await expect(page.getByRole('dialog', { name: 'Correct details' })).toBeVisible();
  },
);
