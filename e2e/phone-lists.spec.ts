import type { Page } from '@playwright/test';
import { accountOf, signInPageAs } from './fixtures/accounts';
import { placeImport } from './fixtures/place-import';
import { sendWebhook } from './fixtures/send-webhook';
import { expect, test } from './fixtures/test';

const phone = { width: 390, height: 844 };

/** Everything that can be used is on the screen, and the page does not scroll sideways. */
async function expectReachable(page: Page): Promise<void> {
  const cutOff = await page.evaluate((width) => {
    const controls = [...document.querySelectorAll<HTMLElement>('tbody :is(a, button, select, summary)')];
    return controls
      .filter((control) => control.checkVisibility() && !control.closest('.sr-only'))
      .filter((control) => {
        const { left, right } = control.getBoundingClientRect();
        return left < 0 || right > width;
      })
      .map((control) => control.textContent);
  }, phone.width);
  expect(cutOff).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
}

test(
  'on a phone, webhooks, audit and staff are cards with all their actions',
  { tag: '@full' },
  async ({ page, request, baseURL }) => {
    const id = await placeImport(request, { username: 'phone@x.example', status: 'Sample migration completed' });
    await sendWebhook(request, { import_id: id, status: 'Migration completed' }, { secret: 'forger' });
    await page.setViewportSize(phone);
    await signInPageAs(page, 'admin');
    expect((await page.request.get(`/api/imports/${id}`)).status()).toBe(200);
    const note = await page.request.post(`/api/imports/${id}/notes`, {
      data: { text: 'Called' },
      headers: { origin: baseURL ?? '' },
    });
    expect(note.ok()).toBe(true);

    await page.goto('/webhooks?verdict=bad_signature');
    const delivery = page.getByRole('row').filter({ hasText: id });
    await expect(delivery.getByRole('link', { name: id, exact: true })).toHaveAttribute('href', `/imports/${id}`);
    await expectReachable(page);
    await delivery.getByRole('link').first().click();
    await expect(page.getByRole('button', { name: 'Reprocess' })).toBeVisible();

    await page.goto(`/audit?q=${id}&action=note.added`);
    await expect(page.getByRole('combobox', { name: /Search customer/ })).toHaveValue('');
    const entry = page.getByRole('row').filter({ hasText: id });
    await expect(entry.getByRole('cell').filter({ hasText: accountOf('admin').email })).toBeVisible();
    await entry.getByText('Details').click();
    await expectReachable(page);
    await entry.getByRole('link', { name: id, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/imports/${id}$`));

    const { email } = accountOf('viewer');
    await page.goto('/settings/staff');
    await expectReachable(page);
    const person = page.getByRole('row').filter({ hasText: email });
    await expect(person.getByLabel(`Role of ${email}`)).toBeVisible();
    await person.getByRole('button', { name: `More actions: ${email}` }).click();
    await expect(page.getByRole('menuitem', { name: 'Disable' })).toBeInViewport();
  },
);
