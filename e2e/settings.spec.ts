import { signInPageAs } from './fixtures/accounts';
import { expect, test } from './fixtures/test';

// These tests change shared settings, so they run one after another.
test.describe.configure({ mode: 'serial' });

// Stays far above what other tests sponsor, because a weaker policy would need a second admin.
test('policy: a stricter version is in force at once, a weaker one is pending and can be cancelled', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.expect(/ 409 .*\/api\/sponsorship\/policy/);
  await signInPageAs(page, 'admin');
  await page.goto('/settings/sponsorship');
  const otherTab = await context.newPage();
  await otherTab.goto('/settings/sponsorship');
  const save = page.getByRole('button', { name: /^Save as version/ });
  await expect(save).toBeDisabled();
  await expect(page.getByText('No changes')).toBeVisible();
  await page.getByLabel('Budget').fill('12 or so');
  await expect(page.getByText('Enter a whole number, or leave it empty.')).toBeVisible();
  await expect(page.getByText('No changes')).toBeHidden();
  await page.getByLabel('Budget').fill('120000');
  await save.click();
  await expect(page.getByText(/Policy version \d+ is in force/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Versions of the policy' })).toContainText('budget of 120000 a month');

  await otherTab.getByLabel('Budget').fill('70000');
  await otherTab.getByRole('button', { name: /^Save as version/ }).click();
  await expect(otherTab.getByRole('alert').filter({ hasText: 'changed the policy in the meantime' })).toBeVisible();

  await page.getByLabel('Budget').fill('');
  await page.getByRole('button', { name: /^Save as version/ }).click();
  const change = page.getByRole('region', { name: 'Pending change' });
  await expect(change).toContainText('No budget (now: budget of 120000 a month)');
  await expect(page.getByLabel('Budget')).toHaveValue('120000');
  await change.getByRole('button', { name: 'Cancel change' }).click();
  await expect(change).toBeHidden();
});

test(
  'connection: checked on demand, lists questions for the operator and shows no secret',
  { tag: '@full' },
  async ({ page }) => {
    await signInPageAs(page, 'admin');
    await page.goto('/settings/connection');
    await page.getByRole('button', { name: 'Check now' }).click();
    for (const name of ['Live', 'Sandbox']) {
      await expect(page.getByRole('region', { name, exact: true })).toContainText('The token is accepted.');
    }
    const message = page.getByRole('group', { name: 'Message to the operator' });
    await expect(message).toContainText('/api/webhooks/migration');
    await expect(message).toContainText('/full-migration');
  },
);

test('nothing can be saved while there are no changes', { tag: '@full' }, async ({ page, consoleErrors }) => {
  // The preview of the branding has no scripts.
  consoleErrors.expect(/Blocked script execution/);
  await signInPageAs(page, 'admin');
  const forms = {
    '/settings/branding': 'Save branding',
    '/settings/sponsorship': /^Save as version/,
    '/settings/connection': 'Save',
    '/settings/customer-emails': /^Save/,
    '/settings/data': 'Show what would be deleted',
    '/account': /^Save/,
  };
  for (const [path, name] of Object.entries(forms)) {
    await page.goto(path);
    const form = page.locator('form').filter({ hasText: 'No changes' });
    await expect(form.getByText('No changes', { exact: true }), path).toBeVisible();
    await expect(form.getByRole('button', { name, exact: true }), path).toBeDisabled();
  }
});

test('settings are for admins only', { tag: '@full' }, async ({ page, consoleErrors }) => {
  consoleErrors.expect(/ 403 .*\/settings/);
  await signInPageAs(page, 'approver');
  for (const section of ['', '/branding', '/sponsorship', '/connection']) {
    expect((await page.goto(`/settings${section}`))?.status(), section).toBe(403);
  }
});
