import { signInPageAs } from './fixtures/accounts';
import { placeImport } from './fixtures/place-import';
import { expect, test } from './fixtures/test';

/** The record begins empty: one import at least is known before the numbers are read. */
test.beforeEach(async ({ page }) => {
  await signInPageAs(page, 'viewer');
  const id = await placeImport(page.request, { username: 'overview@x.example', status: 'Sample migration completed' });
  expect((await page.request.get(`/api/imports/${id}`)).status()).toBe(200);
});

test('a number of the funnel opens the list behind it, with as many rows and a chip that says why', async ({
  page,
}) => {
  await page.goto('/?period=30d');
  const step = page.getByRole('link', { name: /^Sample completed: \d+/ });
  const told = Number(/\d+/.exec((await step.getAttribute('aria-label')) ?? '')?.[0]);
  expect(told).toBeGreaterThan(0);
  await step.click();
  await expect(page).toHaveURL(/reached=sample/);
  await expect(page.getByRole('link', { name: /Sample completed once/ })).toBeVisible();
  // Other tests make imports meanwhile; that both count the same is proven where nobody else counts (lib/insights).
  const rows = page.getByRole('table').first();
  await expect(rows).toHaveAttribute('aria-rowcount', /^\d+$/);
  expect(Number(await rows.getAttribute('aria-rowcount')) - 1).toBeGreaterThanOrEqual(told);
});

test('the chart says its numbers in a table as well', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('img', { name: /Started and completed, each week: \d+ started/ })).toBeVisible();
  await page.getByText('As a table').click();
  await expect(page.getByRole('table', { name: 'Started and completed, each week' }).getByRole('row')).toHaveCount(13);
});

test('the period is in the address', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('group', { name: 'Period' }).getByRole('link', { name: '30 days' }).click();
  await expect(page).toHaveURL(/period=30d/);
  await expect(page.getByRole('heading', { name: 'Started and completed, each day' })).toBeVisible();
});

test('counts by status lead to that status', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('region', { name: 'Now, by status' })
    .getByRole('link', { name: /Sample migration completed/ })
    .click();
  await expect(page).toHaveURL(/status=Sample/);
});
