import type { Page } from '@playwright/test';
import { startReceiver, type Receiver } from '@/lib/outbox/testing/start-receiver';
import { accountOf, signInPageAs } from './fixtures/accounts';
import { expectAccessible, expectStateAccessible } from './fixtures/expect-accessible';
import { expect, test } from './fixtures/test';

// These tests change shared settings, so they run one after another.
test.describe.configure({ mode: 'serial' });

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

const phone = { width: 390, height: 844 };
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function openMenu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More actions: ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** The secret that is shown now, after which the dialog is closed. */
async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Save this secret' });
  const secret = await dialog.getByLabel('Secret', { exact: true }).innerText();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  return secret;
}

test(
  'a webhook rule: entered, its secret shown once and rotated, edited, deleted',
  { tag: '@full' },
  async ({ page }) => {
    await signInPageAs(page, 'admin');
    await page.goto('/settings/notifications');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add rule' }).click();
    const add = page.getByRole('dialog', { name: 'Add rule' });
    await add.getByRole('checkbox', { name: /^Request waiting/ }).uncheck();
    await add.getByRole('checkbox', { name: /^Outcome unknown/ }).uncheck();
    await add.getByRole('radio', { name: 'Webhook' }).check();
    await add.getByRole('button', { name: 'Save rule' }).click();
    await expect(add.getByText('Enter a name')).toBeVisible();
    await expect(add.getByText('Choose at least one event')).toBeVisible();
    await expect(add.getByText('Enter the address')).toBeVisible();
    await expect(add.getByLabel('Name')).toBeFocused();
    await expectStateAccessible(page);

    await add.getByLabel('Name').fill('Ticket system');
    await add.getByRole('checkbox', { name: /^Many warnings/ }).check();
    await add.getByLabel('Address of the webhook').fill('http://hooks.company.example/canary-path');
    await add.getByRole('button', { name: 'Save rule' }).click();
    await expect(add.getByText('Must start with https://')).toBeVisible();
    await add.getByLabel('Address of the webhook').fill('hooks.company.example/canary-path?key=canary');
    await add.getByRole('radio', { name: 'Daily' }).check();
    await add.getByLabel('Time', { exact: true }).fill('07:30');
    await expect(add.getByLabel('Time zone')).toHaveValue('UTC');
    await add.getByLabel('Time zone').selectOption('Europe/Berlin');
    await expectStateAccessible(page);
    await add.getByRole('button', { name: 'Save rule' }).click();

    const shown = page.getByRole('dialog', { name: 'Save this secret' });
    await expect(shown).toContainText('standardwebhooks');
    await expectStateAccessible(page);
    const first = await takeSecret(page);
    const row = rowOf(page, 'Ticket system');
    await expect(row).toContainText('hooks.company.example');
    await expect(row).toContainText('Daily at 07:30');
    await expect(row).toContainText('Europe/Berlin');
    await expect(row).toContainText('Many warnings');
    await page.reload();
    await expect(row).toBeVisible();
    expect(await page.content()).not.toMatch(/canary|whsec_/);

    await openMenu(page, 'Ticket system', 'Create new secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Create new secret' }).click();
    await expect(shown).toContainText('The old secret also works until you remove it.');
    const second = await takeSecret(page);
    expect(second).not.toBe(first);
    await expect(row).toContainText('Two secrets are in use.');
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Remove old secret: Ticket system' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove old secret' }).click();
    await expect(row).not.toContainText('Two secrets are in use.');

    await page.getByRole('button', { name: 'Edit: Ticket system' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit rule' });
    await expect(edit.getByLabel('Address of the webhook')).toHaveValue('');
    await expect(edit).toContainText('Sent to hooks.company.example now.');
    await edit.getByRole('checkbox', { name: 'Rule is on' }).uncheck();
    await edit.getByRole('button', { name: 'Save rule' }).click();
    await expect(edit).toHaveCount(0);
    await expect(row.getByText('off', { exact: true })).toBeVisible();

    await openMenu(page, 'Ticket system', 'Delete');
    await page.getByRole('dialog', { name: 'Delete “Ticket system”?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(row).toHaveCount(0);
  },
);

test('a test message is signed with both secrets and its delivery is shown', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'admin');
  await page.goto('/settings/notifications');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByLabel('Name').fill('Own system');
  await page.getByRole('radio', { name: 'Webhook' }).check();
  await page.getByLabel('Address of the webhook').fill(receiver.url);
  await page.getByRole('button', { name: 'Save rule' }).click();
  const first = await takeSecret(page);
  const row = rowOf(page, 'Own system');
  await expect(row).toContainText('None yet');
  await openMenu(page, 'Own system', 'Create new secret');
  await page.getByRole('dialog').getByRole('button', { name: 'Create new secret' }).click();
  const second = await takeSecret(page);
  await row.getByRole('button', { name: 'Send test message: Own system' }).click();
  await expect(row).toContainText('Sent', { timeout: 30_000 });
  const [post] = receiver.received;
  expect([first, second].map((secret) => post?.isSignedWith(secret))).toEqual([true, true]);

  // Its receiver lost it.
  await page.goto('/settings/messages?tab=sent&channel=webhook');
  await page.getByRole('row').filter({ hasText: 'Own system' }).getByRole('link').first().click();
  const panel = page.getByRole('region', { name: 'Message', exact: true });
  await panel.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByRole('dialog')).toContainText('the receiver gets it twice');
  await expectStateAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
  await expect(panel.getByText('status 200')).toHaveCount(2, { timeout: 30_000 });
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
    Array.from({ length: 2 }, () => post?.headers['webhook-id']),
  );

  await page.goto('/settings/notifications');
  receiver.setReply(() => ({ status: 410, body: 'No longer here' }));
  await row.getByRole('button', { name: 'Send test message: Own system' }).click();
  await expect(row).toContainText('Failed', { timeout: 30_000 });
  await expect(row).toContainText('No longer here');
  await expectAccessible(page);
  await openMenu(page, 'Own system', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test(
  'a rule that another admin has changed is not overwritten, and open pages show the change',
  { tag: '@full' },
  async ({ page, browser, consoleErrors }) => {
    consoleErrors.expect(/ 409 .*\/api\/notification-rules/);
    await signInPageAs(page, 'admin');
    await page.goto('/settings/notifications');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByLabel('Name').fill('Support desk');
    await page.getByLabel('E-mail addresses').fill('a@company.example, b@company.example\nc@company.example');
    await page.getByRole('button', { name: 'Save rule' }).click();
    await expect(rowOf(page, 'Support desk')).toContainText('a@company.example, b@company.example and 1 more');

    const other = await (await browser.newContext()).newPage();
    await signInPageAs(other, 'admin');
    await other.goto('/settings/notifications');
    await other.getByRole('button', { name: 'Edit: Support desk' }).click();
    const stale = other.getByRole('dialog', { name: 'Edit rule' });
    await stale.getByLabel('Name').fill('Lost change');

    await page.getByRole('button', { name: 'Edit: Support desk' }).click();
    await page.getByLabel('Name').fill('Support, first line');
    await page.getByRole('button', { name: 'Save rule' }).click();
    await expect(rowOf(other, 'Support, first line')).toHaveCount(1);
    await stale.getByRole('button', { name: 'Save rule' }).click();
    await expect(stale.getByRole('alert')).toContainText('Another admin changed this rule in the meantime.');
    await stale.getByRole('button', { name: 'Cancel' }).click();
    await other.getByRole('button', { name: 'Edit: Support, first line' }).click();
    await expect(stale.getByRole('alert')).toHaveCount(0);
    await stale.getByRole('button', { name: 'Cancel' }).click();

    await openMenu(page, 'Support, first line', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(rowOf(other, 'Support, first line')).toHaveCount(0);
  },
);

test('a rule is added by keyboard on a phone', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize(phone);
  await signInPageAs(page, 'admin');
  await page.goto('/settings/notifications');
  await page.getByRole('button', { name: 'Add rule' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add rule' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('On call');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('checkbox', { name: /^Request waiting/ })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('checkbox', { name: /^Request waiting/ })).not.toBeChecked();
  await dialog.getByRole('radio', { name: 'E-mail' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Slack' })).toBeChecked();
  await dialog.getByLabel('Address of the webhook').fill('https://chat.company.example/services/canary');
  await expectStateAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const row = rowOf(page, 'On call');
  await expect(row).toContainText('chat.company.example');
  await expectAccessible(page);
  await openMenu(page, 'On call', 'Delete');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openMenu(page, 'On call', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('personal choices are made on a phone, and offer what the role sees', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize(phone);
  await signInPageAs(page, 'agent');
  await page.goto('/account');
  const section = page.getByRole('region', { name: 'Notifications' });
  const save = section.getByRole('button', { name: 'Save notifications' });
  await expect(section).toContainText(accountOf('agent').email);
  await expect(section.getByRole('checkbox', { name: /^Webhooks failing/ })).toHaveCount(0);
  await section.getByRole('checkbox', { name: 'Send me e-mails' }).check();
  await save.click();
  await expect(section.getByText('Choose at least one event')).toBeVisible();
  await expect(section.getByRole('checkbox', { name: /^Taking too long/ })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(section.getByText('Choose at least one event')).toHaveCount(0);
  await section.getByRole('radio', { name: 'Daily' }).check();
  await section.getByLabel('Time', { exact: true }).fill('08:15');
  await section.getByLabel('Time zone').selectOption('America/New_York');
  await expectAccessible(page);
  await save.click();
  await expect(page.getByText('Notifications saved')).toBeVisible();
  await page.reload();
  await expect(section.getByRole('checkbox', { name: 'Send me e-mails' })).toBeChecked();
  await expect(section.getByRole('checkbox', { name: /^Taking too long/ })).toBeChecked();
  await expect(section.getByLabel('Time', { exact: true })).toHaveValue('08:15');
  await expect(section.getByLabel('Time zone')).toHaveValue('America/New_York');
  await expect(save).toBeDisabled();
  await section.getByRole('checkbox', { name: 'Send me e-mails' }).uncheck();
  await section.getByRole('radio', { name: 'At once' }).check();
  await save.click();
  await expect(save).toBeDisabled();
});
