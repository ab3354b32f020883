import { signInPageAs } from './fixtures/accounts';
import { expect, test } from './fixtures/test';

// What is saved here is everybody's: one after the other.
test.describe.configure({ mode: 'serial' });

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('branding: a colour is checked as it is chosen, previewed, and shown to customers once saved', async ({
  page,
}) => {
  await signInPageAs(page, 'admin');
  await page.goto('/settings/branding');
  await page.getByLabel('Colour', { exact: true }).fill('#ffe066');
  const contrast = page.getByRole('list', { name: 'Contrast' });
  await expect(contrast).toContainText('Dark text on it');
  await expect(contrast).toContainText('too little, so links use');
  await page.getByLabel('Name of your company').fill('Harbour & Sons');
  await page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel });
  await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'The start page of Harbour & Sons in this colour' })).toBeVisible();
  await page.getByRole('button', { name: 'Save branding' }).click();
  await expect(page.getByText('Customers see it from now on')).toBeVisible();
  await page.goto('/start');
  await expect(page.getByText('Harbour & Sons').first()).toBeVisible();
});

test('branding: what cannot be used is refused at its field, and nothing is saved', async ({ page }) => {
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

test('policy: a version is saved and listed; whoever saves on an old one is told', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.expect(/ 409 .*\/api\/sponsorship\/policy/);
  await signInPageAs(page, 'admin');
  await page.goto('/settings/sponsorship');
  const late = await context.newPage();
  await late.goto('/settings/sponsorship');
  await page.getByLabel('Budget').fill('120');
  await page.getByLabel('A decision needs a reason').check();
  await page.getByRole('button', { name: /^Save as version/ }).click();
  await expect(page.getByText(/Policy version \d+ is in force/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Versions of the policy' })).toContainText('budget of 120 a month');

  // The other tab may have been redrawn by the change already; then its save is based on what is there.
  await late.getByLabel('Budget').fill('7');
  const answer = late.waitForResponse((response) => response.url().endsWith('/api/sponsorship/policy'));
  await late.getByRole('button', { name: /^Save as version/ }).click();
  if ((await answer).status() === 409) {
    await expect(late.getByRole('alert').filter({ hasText: 'changed the policy in between' })).toBeVisible();
  }
  await page.goto('/settings/sponsorship');
  await page.getByLabel('Budget').fill('');
  await page.getByLabel('A decision needs a reason').uncheck();
  await page.getByRole('button', { name: /^Save as version/ }).click();
  await expect(page.getByText(/Policy version \d+ is in force/)).toBeVisible();
});

test('connection: checked on demand, with what to ask the operator, and no secret', async ({ page }) => {
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

test('settings are for admins', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/ 404 .*\/settings/);
  await signInPageAs(page, 'approver');
  for (const section of ['', '/branding', '/sponsorship', '/connection']) {
    expect((await page.goto(`/settings${section}`))?.status(), section).toBe(404);
  }
});
