import { makePng } from '@/lib/start/testing/make-image';
import { signInPageAs } from './fixtures/accounts';
import { expectAccessibleInBothThemes } from './fixtures/expect-accessible';
import { expect, test } from './fixtures/test';

// These tests change shared settings, so they run one after another.
test.describe.configure({ mode: 'serial' });

const logo = { name: 'logo.png', mimeType: 'image/png', buffer: makePng(240, 64) };
const favicon = { name: 'icon.png', mimeType: 'image/png', buffer: makePng(32, 32, { colour: [200, 30, 30] }) };
/** The frame has no scripts, and the browser says so for each one. */
const blockedScript = /Blocked script execution/;

test(
  'unsaved branding is previewed on the real pages, then saved and shown to customers',
  { tag: '@full' },
  async ({ page, consoleErrors }) => {
    consoleErrors.expect(blockedScript);
    await signInPageAs(page, 'admin');
    await page.goto('/settings/branding');
    const save = page.getByRole('button', { name: 'Save branding' });
    await expect(save).toBeDisabled();
    await page.getByLabel('Name of your company').fill('Harbour & Sons');
    await page.getByLabel('Colour', { exact: true }).fill('#ffe066');
    await page.getByLabel('Logo file').setInputFiles(logo);
    await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible();
    await page.getByLabel('Favicon file').setInputFiles(favicon);
    await expect(page.getByRole('img', { name: 'Your favicon' })).toBeVisible();
    await page.getByLabel('Help').fill('help.harbour.example');
    await page.getByLabel('Terms').fill('harbour.example/terms');
    const light = page.getByRole('list', { name: 'Contrast in the light theme' });
    await expect(light).toContainText('Dark text on buttons');
    await expect(light).toContainText('so links and borders use');
    await expect(page.getByRole('list', { name: 'Contrast in the dark theme' })).toContainText('Links and borders: ');

    const preview = page.getByRole('region', { name: 'Preview' });
    const frame = preview.frameLocator('iframe');
    const heading = frame.locator('h1');
    await expect(heading).toHaveText('Bring your data to Harbour & Sons');
    await expect(frame.getByText('Terms', { exact: true })).toBeVisible();
    await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await preview.getByText('Dark', { exact: true }).click();
    await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(14, 17, 20)');
    await preview.getByText('Phone', { exact: true }).click();
    await preview.getByLabel('Page').selectOption('My migration: sample ready');
    await expect(heading).toHaveText('Your migration');
    await preview.getByLabel('Language').selectOption('العربية');
    await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl');
    await preview.getByLabel('Page').selectOption('E-mail: sample ready');
    await expect(frame.locator('body')).toContainText('Harbour & Sons');
    await expectAccessibleInBothThemes(page);

    // Nothing is saved yet.
    const customer = await page.context().browser()?.newContext();
    if (!customer) throw new Error('no browser');
    const visitor = await customer.newPage();
    await visitor.goto('/start');
    await expect(visitor.getByText('Harbour & Sons')).toHaveCount(0);

    await save.click();
    await expect(page.getByText('Customers see it from now on')).toBeVisible();
    await expect(page.getByLabel('Help')).toHaveValue('https://help.harbour.example');
    await visitor.goto('/start');
    await expect(visitor).toHaveTitle('Migration to Harbour & Sons');
    const shown = visitor.locator('header img');
    await expect(shown).toBeVisible();
    expect(await shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
      240, 64,
    ]);
    await expect(visitor.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', 'https://harbour.example/terms');
    const icon = await visitor
      .locator('link[rel=icon]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(icon).toHaveLength(1);
    expect((await visitor.request.get(icon[0] ?? '')).headers()).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await visitor.content()).not.toContain('data:image/png');
    await expectAccessibleInBothThemes(visitor);
    await expect(page.locator('link[rel=icon]').first()).toHaveAttribute('href', /favicon\.ico/);
  },
);

test(
  'wrong files and values are refused at their fields, and everything entered stays',
  { tag: '@full' },
  async ({ page, consoleErrors }) => {
    consoleErrors.expect(blockedScript, / 422 .*\/api\/branding/);
    await signInPageAs(page, 'admin');
    await page.goto('/settings/branding');
    const file = page.getByLabel('Logo file');
    for (const [name, buffer, message] of [
      ['x.svg', Buffer.from('<svg onload="alert(1)"/>'), 'Must be a PNG, JPEG or WebP image'],
      ['half.png', logo.buffer.subarray(0, 90), 'This file is damaged or incomplete.'],
      ['both.png', Buffer.concat([logo.buffer, Buffer.from('<script>')]), 'This file contains more than an image.'],
      ['large.png', Buffer.alloc(150_000), 'Must be at most 100 kB; this one has 150 kB'],
    ] as const) {
      await file.setInputFiles({ name, mimeType: 'image/png', buffer });
      await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    }
    await page.getByLabel('Name of your company').fill('Other name');
    await page.getByLabel('Help').fill('javascript:alert(1)');
    await expect(page.getByText('Correct the entries to update the preview.')).toBeVisible();
    await page.getByRole('button', { name: 'Save branding' }).click();
    await expect(page.getByText('Must start with https:// or mailto:')).toBeVisible();
    await expect(page.getByLabel('Help')).toBeFocused();
    await expect(page.getByLabel('Name of your company')).toHaveValue('Other name');
    // Leaving asks first.
    await page.getByRole('link', { name: 'Staff', exact: true }).first().click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  },
);

test('a preview is for the admin who made it, and runs no scripts', async ({ page, browser, consoleErrors }) => {
  consoleErrors.expect(blockedScript, / 404 /);
  await signInPageAs(page, 'admin');
  await page.goto('/settings/branding');
  const source = await page.locator('iframe').getAttribute('src');
  const response = await page.request.get(source ?? '');
  expect(response.headers()['content-security-policy']).toMatch(
    /frame-ancestors 'self'; sandbox allow-same-origin(;|$)/,
  );
  expect(response.headers()['cache-control']).toBe('no-store');
  const stranger = await browser.newContext();
  const refused = await stranger.request.get(source ?? '', { maxRedirects: 0 });
  expect([refused.status(), refused.headers()['location']]).toEqual([307, expect.stringContaining('/sign-in')]);
  const changed = await page.request.get(`${source?.slice(0, -3)}AAA`);
  expect(changed.status()).toBe(404);
});
