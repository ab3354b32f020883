import { signInPageAs } from './fixtures/accounts';
import { expect, test } from './fixtures/test';

// These tests change shared settings, so they run one after another.
test.describe.configure({ mode: 'serial' });

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('branding: a colour is checked while choosing, previewed, and shown to customers after saving', async ({
  page,
}) => {
  await signInPageAs(page, 'admin');
  await page.goto('/settings/branding');
  const save = page.getByRole('button', { name: 'Save branding' });
  await expect(save).toBeDisabled();
  await page.getByLabel('Colour', { exact: true }).fill('#ffe066');
  const contrast = page.getByRole('list', { name: 'Contrast' });
  await expect(contrast).toContainText('Dark text on this colour');
  await expect(contrast).toContainText('too low, so links use');
  await page.getByLabel('Name of your company').fill('Harbour & Sons');
  await page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel });
  await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'The start page of Harbour & Sons in this colour' })).toBeVisible();
  await page.getByLabel('Help').fill('help.harbour.example');
  await save.click();
  await expect(page.getByLabel('Help')).toHaveValue('https://help.harbour.example');
  await expect(page.getByText('Customers see it from now on')).toBeVisible();
  await page.goto('/start');
  await expect(page.getByText('Harbour & Sons').first()).toBeVisible();
});

test('branding: invalid values are rejected at their fields and nothing is saved', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/ 422 .*\/api\/branding/);
  await signInPageAs(page, 'admin');
  await page.goto('/settings/branding');
  await page
    .getByLabel('Logo file')
    .setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(page.getByRole('alert').filter({ hasText: 'Must be a PNG, JPEG or WebP picture' })).toBeVisible();
  await page.getByLabel('Help').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save branding' }).click();
  await expect(page.getByText('Must start with https:// or mailto:')).toBeVisible();
});

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

test('connection: checked on demand, lists questions for the operator and shows no secret', async ({ page }) => {
  await signInPageAs(page, 'admin');
  await page.goto('/settings/connection');
  await page.getByRole('button', { name: 'Check now' }).click();
  for (const name of ['Live', 'Sandbox']) {
    await expect(page.getByRole('region', { name, exact: true })).toContainText('The token is accepted.');
  }
  const message = page.getByRole('group', { name: 'Message to the operator' });
  await expect(message).toContainText('/api/webhooks/migration');
  await expect(message).toContainText('/full-migration');
});

test('settings are for admins only', { tag: '@full' }, async ({ page, consoleErrors }) => {
  consoleErrors.expect(/ 403 .*\/settings/);
  await signInPageAs(page, 'approver');
  for (const section of ['', '/branding', '/sponsorship', '/connection']) {
    expect((await page.goto(`/settings${section}`))?.status(), section).toBe(403);
  }
});
