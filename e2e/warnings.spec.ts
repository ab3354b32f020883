import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { signInPageAs, testEnvironment } from './fixtures/accounts';
import { newCustomer, openCustomerPage } from './fixtures/customer';
import { lookUp } from './fixtures/dialogs';
import { expectAccessible, expectStateAccessible } from './fixtures/expect-accessible';
import { placeImport } from './fixtures/place-import';
import { expect, test } from './fixtures/test';

// These tests change shared settings, so they run one after another.
test.describe.configure({ mode: 'serial' });

/** Letters only: a label leaves out words with numbers. */
const newWord = () => Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join('');

test(
  'a kind without explanation is explained, previewed, and shown in all four places',
  { tag: '@full' },
  async ({ page, browser }) => {
    test.slow();
    await signInPageAs(page, 'admin');
    const word = newWord();
    const label = `Sail ${word}`;
    const username = newCustomer('warnings');
    const id = await placeImport(page.request, {
      username,
      status: 'Sample migration completed',
      warnings: [
        ...[1, 2, 3].map((n) => ({
          kind: `sail_${word}`,
          itemType: 'ticket',
          item: `ticket ${n}`,
          text: `Sail ${n} torn ${word}`,
        })),
        { kind: 'attachment_too_large', itemType: 'ticket', item: 'ticket 9', text: 'Attachment a.zip over 20 MB' },
      ],
    });
    await page.goto(`/imports/${id}`);
    const warnings = page.getByRole('region', { name: 'Warnings' });
    await expect(warnings).toContainText('4 in 2 kinds');

    await page.goto('/settings/warnings');
    const unmatched = page.getByRole('region', { name: 'Without explanation' });
    const explanations = page.getByRole('region', { name: 'Explanations' });
    await unmatched.getByRole('button', { name: `Add explanation: ${label}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Add explanation' });
    const preview = dialog.getByRole('region', { name: 'Warnings seen so far' });
    await expect(dialog.getByLabel('Name')).toHaveValue(label);
    await expect(preview.getByRole('status')).toContainText('Matches 3 of');
    await dialog.getByLabel('Kinds').fill('');
    await expect(preview.getByRole('status')).toContainText('Nothing matches yet');
    await dialog.getByLabel('Words in the text').fill(`${word} sail`);
    await expect(preview.getByRole('status')).toContainText('Matches 3 of');
    await dialog.getByLabel('Words in the text').fill('');
    await dialog.getByRole('button', { name: 'Save explanation' }).click();
    await expect(dialog.getByText('Enter a kind, or words from the text', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Enter an explanation')).toBeVisible();
    await dialog.getByLabel('Kinds').fill(`sail_${word}\nattachment_too_large`);
    await expect(preview).toContainText('use an earlier explanation: Attachment too large');
    await dialog.getByLabel('Kinds').fill(`SAIL ${word}`);
    await expect(preview.getByRole('status')).toContainText('Matches 3 of');
    const staff = dialog.getByRole('group', { name: 'For staff' });
    const customers = dialog.getByRole('group', { name: 'For customers' });
    await staff.getByLabel('What it means').fill(`For staff only: ${word}`);
    await staff.getByLabel('What to do').fill('Mend it <b>quickly</b>.');
    await customers.getByLabel('What it means').fill(`Your sail <i>${word}</i> is torn.`);
    await customers.getByLabel('Language').selectOption('Deutsch');
    await customers.getByLabel('What it means').fill(`Ihr Segel ${word} ist gerissen.`);
    await customers.getByLabel('What to do').fill('Bitte flicken.');
    await expect(preview).toContainText(`Ihr Segel ${word} ist gerissen.`);
    await dialog.getByRole('radio', { name: 'Action needed' }).check();
    await expectStateAccessible(page);
    await dialog.getByRole('button', { name: 'Save explanation' }).click();
    await expect(dialog).toHaveCount(0);
    const row = explanations.getByRole('listitem').filter({ hasText: label });
    await expect(row).toContainText('3 warnings');
    await expect(unmatched).not.toContainText(label);

    await page.goto(`/imports/${id}`);
    await expect(warnings.getByText(`For staff only: ${word}`)).toBeVisible();
    await expect(warnings.getByText('Mend it <b>quickly</b>.')).toBeVisible();
    await expect(warnings.getByRole('listitem').first()).toContainText('Action needed');
    await expectStateAccessible(page);
    const csv = await (await page.request.get(`/api/imports/${id}/warnings`)).text();
    expect(csv).toContain(`,action,For staff only: ${word},Mend it <b>quickly</b>.`);

    await page.goto(`/imports?q=${id}`);
    await page.keyboard.press('j');
    await page.keyboard.press(' ');
    const panel = page.getByRole('complementary', { name: 'Preview' });
    await expect(panel.getByRole('region', { name: 'Warnings' })).toContainText(`For staff only: ${word}`);
    await expectStateAccessible(page);

    const requested = await page.request.post(`/api/imports/${id}/request`, {
      data: {},
      headers: { origin: testEnvironment().origin, 'sec-fetch-site': 'same-origin' },
    });
    expect(requested.ok(), await requested.text()).toBe(true);
    await lookUp(page, username);
    await page.goto(`/sponsorship?find=${encodeURIComponent(username)}`);
    await page.keyboard.press('j');
    await page.keyboard.press(' ');
    await expect(panel.getByRole('region', { name: 'Warnings' })).toContainText(`For staff only: ${word}`);

    const shared = await page.request.post(`/api/imports/${id}/customer-link`, {
      data: {},
      headers: { origin: testEnvironment().origin, 'sec-fetch-site': 'same-origin' },
    });
    const { url } = z.object({ url: z.string() }).parse(await shared.json());
    const customer = await openCustomerPage(browser, { scripts: false });
    await customer.goto(url);
    await expect(customer.getByText(`Your sail <i>${word}</i> is torn.`)).toBeVisible();
    await customer.goto(`${url}?lang=de`);
    await expect(customer.getByText(`Ihr Segel ${word} ist gerissen.`)).toBeVisible();
    await expect(customer.getByText('Handlungsbedarf')).toBeVisible();
    expect(await customer.content()).not.toMatch(/For staff only|Mend it/);

    await page.goto('/settings/warnings');
    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toContainText('3 warnings seen so far');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(row).toHaveCount(0);
    await expect(unmatched).toContainText(label);
  },
);

test(
  'defaults are reordered, changed, reset, deleted and added back, and a stale page cannot overwrite them',
  { tag: '@full' },
  async ({ page, context, consoleErrors }) => {
    consoleErrors.expect(/ 409 .*\/api\/warning-rules/);
    await signInPageAs(page, 'admin');
    await page.goto('/settings/warnings');
    const stale = await context.newPage();
    await stale.goto('/settings/warnings');
    const explanations = page.getByRole('region', { name: 'Explanations' });
    const row = (name: string) => explanations.getByRole('listitem').filter({ hasText: name });
    const first = explanations.getByRole('listitem').first();

    for (const name of [
      'Missing permission',
      'Attachment too large',
      'Unsupported type',
      'Field without a match',
      'Missing owner',
      'Invalid e-mail address',
      'Shortened text',
      'Duplicate',
    ])
      await expect(page.getByRole('button', { name: `Edit: ${name}`, exact: true })).toHaveCount(1);
    await expect(first).toContainText('Missing permission');
    await page.getByRole('button', { name: 'Move down: Missing permission' }).click();
    await expect(first).toContainText('Attachment too large');
    await expect(page.getByRole('button', { name: 'Move down: Missing permission' })).toBeFocused();
    await page.getByRole('button', { name: 'Move up: Missing permission' }).click();
    await expect(first).toContainText('Missing permission');
    await expect(page.getByRole('button', { name: 'Move down: Missing permission' })).toBeFocused();

    await page.getByRole('button', { name: 'Edit: Duplicate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Found twice');
    await dialog.getByRole('button', { name: 'Save explanation' }).click();
    await expect(row('Found twice')).toContainText('Changed');
    await page.reload();
    await page.getByRole('button', { name: 'More actions: Found twice' }).click();
    await page.getByRole('menuitem', { name: 'Reset to default' }).click();
    await dialog.getByRole('button', { name: 'Reset to default' }).click();
    await expect(row('Duplicate')).toContainText('Default');

    await page.getByRole('button', { name: 'More actions: Duplicate' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Add back: Duplicate' }).click();
    await expect(row('Duplicate')).toContainText('Default');
    await expectAccessible(page);

    await stale.getByRole('button', { name: 'Move down: Missing permission' }).click();
    await expect(stale.getByRole('alert').filter({ hasText: 'Another admin changed the explanations' })).toBeVisible();
  },
);
