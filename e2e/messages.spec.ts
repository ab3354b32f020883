import { createImportResponseSchema } from '@/lib/contract/imports';
import { savedNotificationRuleSchema } from '@/lib/contract/notification-rules';
import { startReceiver } from '@/lib/outbox/testing/start-receiver';
import { newCustomer } from './fixtures/customer';
import { expectStateAccessible } from './fixtures/expect-accessible';
import type { IsolatedApp } from './fixtures/isolated-app';
import { test } from './fixtures/own-service';
import { expect } from './fixtures/test';

/** Not on the start page, which has a limit that other tests need. */
async function createImport(app: IsolatedApp, username: string): Promise<string> {
  const data = { source_tool: 'Zendesk', destination_username: username, attempt: crypto.randomUUID() };
  const response = await (await app.requestAs('agent')).post('/api/imports', { data });
  expect(response.status()).toBe(201);
  return createImportResponseSchema.parse(await response.json()).id ?? '';
}

test(
  'a message that failed is seen and resent once, also by an admin with an older page',
  { tag: '@full' },
  async ({ context, page, app, mailServer }) => {
    test.slow();
    mailServer.setFaults({ data: () => ({ code: 554, text: 'Message refused by the content filter' }) });
    const username = newCustomer('messages');
    await createImport(app, username);

    await app.signIn(context, 'admin');
    await page.goto('/settings/messages?tab=failed');
    const row = page.getByRole('row').filter({ hasText: username });
    // The list does not move by itself; a click shows what is new.
    await expect(async () => {
      await page.reload();
      await expect(row).toContainText('refused the message', { timeout: 1000 });
    }).toPass({ timeout: 30_000 });
    await expect(page.getByRole('navigation', { name: 'Sections of settings' })).toContainText(/\d+ failed/);

    await expect(row.getByRole('link', { name: username })).toHaveAttribute('href', /^\/customers\?username=messages/);
    await row.getByRole('link').first().click();
    const panel = page.getByRole('region', { name: 'Message', exact: true });
    await expect(panel).toContainText('status 554');
    await expect(panel).toContainText('content filter');
    await expect(panel.getByText('The addresses of links are hidden.')).toBeVisible();
    await expect(panel.locator('iframe').contentFrame().locator('body')).not.toBeEmpty();
    await expectStateAccessible(page);

    const otherTab = await context.newPage();
    await otherTab.goto((await panel.getByRole('link', { name: /^\d+$/ }).getAttribute('href')) ?? '');
    await expect(otherTab.getByText(`Could not be sent to ${username}`)).toBeVisible();
    await otherTab.goto(page.url());
    await otherTab.getByRole('button', { name: 'Resend', exact: true }).click();
    const otherDialog = otherTab.getByRole('dialog', { name: 'Resend this message?' });
    await expect(otherDialog).toContainText(`It is sent to ${username}`);
    await expect(otherDialog).toContainText('It was created');

    mailServer.setFaults({});
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await expectStateAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Resend', exact: true }).click();
    // Without a reload.
    await expect(panel).toContainText('Sent', { timeout: 30_000 });
    await expect(panel).toContainText('status 250');
    await expect(page.getByRole('button', { name: 'Resend', exact: true })).toHaveCount(0);

    // The other tab shows it as sent too; the API refuses what an older page would send.
    await expect(otherTab.getByRole('region', { name: 'Message', exact: true })).toContainText('status 250');
    const id = new URL(page.url()).searchParams.get('message') ?? '';
    const admin = await app.requestAs('admin');
    const again = await admin.post(`/api/messages/${id}/resend`, { data: { nextAt: '2026-11-12T09:00:00.000Z' } });
    expect(again.status()).toBe(409);
    expect(mailServer.received.filter(({ recipients }) => recipients.includes(username))).toHaveLength(1);

    await panel.getByRole('link', { name: /^\d+$/ }).click();
    await page.waitForURL(/\/imports\//);
    await expect(page.getByText('E-mail to the customer: Started')).toBeVisible();
    await expect(page.getByText(`Sent to ${username}`)).toBeVisible();
  },
);

test(
  'an admin resends all failed messages that match the search, then all others',
  { tag: '@full' },
  async ({ context, page, app, mailServer }) => {
    test.slow();
    mailServer.setFaults({ data: () => ({ code: 554, text: 'Message refused by the content filter' }) });
    const [first, second] = [newCustomer('resend-one'), newCustomer('resend-all')];
    for (const username of [first, second]) await createImport(app, username);
    await app.signIn(context, 'admin');
    const rowOf = (username: string) => page.getByRole('row').filter({ hasText: username });
    await expect(async () => {
      await page.goto('/settings/messages?tab=failed');
      for (const username of [first, second]) await expect(rowOf(username)).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 30_000 });
    mailServer.setFaults({});
    const sentTo = () => mailServer.received.flatMap(({ recipients }) => recipients);

    const search = page.getByRole('searchbox', { name: 'Search by address, host or import ID' });
    await search.fill(first);
    await search.press('Enter');
    await expect(rowOf(second)).toHaveCount(0);
    await page.getByRole('button', { name: 'Resend all failed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend all failed messages?' });
    await expect(dialog).toContainText('that match this filter');
    await expectStateAccessible(page);
    await dialog.getByRole('button', { name: 'Resend all failed' }).click();
    await expect(page.getByText('1 message queued')).toBeVisible();
    await expect(rowOf(first)).toHaveCount(0);
    await expect.poll(() => sentTo().includes(first), { timeout: 30_000 }).toBe(true);
    expect(sentTo()).not.toContain(second);

    await page.goto('/settings/messages?tab=failed');
    await page.getByRole('button', { name: 'Resend all failed' }).click();
    await expect(dialog).toContainText('All failed messages are sent again');
    await dialog.getByRole('button', { name: 'Resend all failed' }).click();
    await expect(rowOf(second)).toHaveCount(0);
    await expect.poll(() => sentTo().includes(second), { timeout: 30_000 }).toBe(true);
    await page.goto('/audit');
    await expect(page.getByRole('row').filter({ hasText: 'All failed messages resent' }).first()).toBeVisible();
  },
);

test(
  'an agent adds an address, which is confirmed and then unsubscribes with one click',
  { tag: '@full' },
  async ({ context, page, app, mailServer, consoleErrors }) => {
    consoleErrors.expect(/422.*\/contact/);
    mailServer.setFaults({});
    const id = await app.placeImport(`no-address-${Date.now()}`);
    await app.signIn(context, 'agent');
    await page.goto(`/imports/${id}`);
    const card = page.getByRole('region', { name: 'Customer e-mail' });
    await expect(card).toContainText('No address is known');
    await card.getByRole('button', { name: 'Add address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Customer e-mail' });
    const field = dialog.getByLabel('E-mail address');
    await field.fill('not an address');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(field).toHaveAccessibleDescription(/Enter one e-mail address/);
    await expectStateAccessible(page);
    const email = newCustomer('added');
    await field.fill(email);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(card).toContainText('Not confirmed');
    await expect(card).toContainText('Added by staff');
    const waitForMails = async (count: number) => {
      const mails = () => mailServer.received.filter(({ recipients }) => recipients.includes(email));
      await expect.poll(() => mails().length, { timeout: 30_000 }).toBe(count);
      return mails().at(-1)?.mail;
    };
    const asked = await waitForMails(1);
    // Without a reload.
    await expect(page.getByText(`Sent to ${email}`)).toBeVisible({ timeout: 30_000 });

    const customer = await context.newPage();
    await customer.goto(/\/confirm\/[\w-]+/.exec(asked?.text ?? '')?.[0] ?? '');
    await customer.getByRole('button', { name: 'Confirm address' }).click();
    await expect(card).toContainText('Gets e-mails');
    const started = await waitForMails(2);
    const header = started?.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line.replaceAll(/\s/g, '');
    // As a mail provider does, without cookies and origin.
    const response = await fetch(new URL(/\/api\/unsubscribe\/[\w-]+/.exec(header ?? '')?.[0] ?? '', app.origin), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(response.status).toBe(200);
    await expect(card).toContainText('Unsubscribed');

    // What changes while the dialog is open is kept.
    const other = await app.requestAs('agent');
    const replaced = newCustomer('replaced');
    await card.getByRole('button', { name: 'Change' }).click();
    expect((await other.put(`/api/imports/${id}/contact`, { data: { email: replaced } })).ok()).toBe(true);
    await expect(card).toContainText(replaced);
    await dialog.getByLabel('Language').selectOption('de');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(card).toContainText('E-mails in Deutsch');
    await expect(card).toContainText(replaced);
    await card.getByRole('button', { name: 'Change' }).click();
    expect((await other.put(`/api/imports/${id}/contact`, { data: { language: 'fr' } })).ok()).toBe(true);
    await expect(card).toContainText('E-mails in Français');
    await field.fill(newCustomer('entered'));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(card).toContainText('entered');
    await expect(card).toContainText('E-mails in Français');
  },
);

test(
  'an address that does not exist is named, and gets no further e-mail until it is entered again',
  { tag: '@full' },
  async ({ context, page, app, mailServer }) => {
    test.slow();
    const username = newCustomer('bounced');
    mailServer.setFaults({
      recipient: (address) => (address === username ? { code: 550, text: '5.1.1 No such user' } : undefined),
    });
    const id = await createImport(app, username);
    await app.signIn(context, 'agent');
    await page.goto(`/imports/${id}`);
    const card = page.getByRole('region', { name: 'Customer e-mail' });
    // Without a reload.
    await expect(card).toContainText('Bounced', { timeout: 30_000 });
    await expect(card).toContainText('address does not exist');
    await expect(page.getByText(`Could not be sent to ${username}`)).toBeVisible();
    await expectStateAccessible(page);

    await app.changeStatus(id, 'Sample migration completed');
    await expect(page.getByText('Not sent: This address does not accept e-mail')).toBeVisible({ timeout: 30_000 });
    const countSent = () => mailServer.received.filter(({ recipients }) => recipients.includes(username)).length;
    expect(countSent()).toBe(0);

    mailServer.setFaults({});
    await card.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Customer e-mail' });
    await dialog.getByLabel('E-mail address').fill(username);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(card).not.toContainText('Bounced');
    await expect.poll(countSent, { timeout: 30_000 }).toBeGreaterThan(0);
  },
);

test('a request is posted to the receiver of a rule', { tag: '@full' }, async ({ context, page, app }) => {
  const receiver = await startReceiver();
  const admin = await app.requestAs('admin');
  const rule = { name: 'Own system', events: ['request_waiting'], environment: 'live', enabled: true };
  const target = { channel: 'webhook', addresses: [], url: receiver.url };
  const data = { ...rule, ...target, schedule: 'now', time: null, zone: null };
  const created = await admin.post('/api/notification-rules', { data });
  const { id: ruleId, version } = savedNotificationRuleSchema.parse(await created.json()).rule;
  const id = await app.placeRequest(newCustomer('rule'));
  await expect
    .poll(() => receiver.received.map(({ body }) => body).join(), { timeout: 30_000 })
    .toContain(`"importId":"${id}"`);
  await app.signIn(context, 'admin');
  await page.goto('/settings/messages?channel=webhook');
  await expect(page.getByRole('row').filter({ hasText: 'Own system' }).first()).toContainText('Request waiting');
  expect((await admin.delete(`/api/notification-rules/${ruleId}?version=${version}`)).ok()).toBe(true);
  await receiver.close();
});

test(
  'a rule with a digest collects events and sends one message with links to all of them at its time',
  { tag: '@full' },
  async ({ context, page, app, mailServer }) => {
    test.slow();
    // At the full hour the digest would be sent before all events have happened.
    await expect.poll(() => new Date().getMinutes(), { timeout: 70_000 }).toBeLessThan(59);
    mailServer.setFaults({});
    const address = newCustomer('team');
    await app.signIn(context, 'admin');
    await page.goto('/settings/notifications');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByLabel('Name').fill('Morning digest');
    await page.getByRole('checkbox', { name: /^Many warnings/ }).check();
    await page.getByLabel('E-mail addresses').fill(address);
    await page.getByRole('radio', { name: 'Hourly' }).check();
    await page.getByRole('button', { name: 'Save rule' }).click();
    const rule = page.getByRole('row').filter({ hasText: 'Morning digest' });
    await expect(rule).toContainText('Hourly');

    const usernames = [newCustomer('digest'), newCustomer('digest'), newCustomer('digest')] as const;
    const ids = [
      await app.placeRequest(usernames[0]),
      await app.placeRequest(usernames[1]),
      await app.placeImport(usernames[2], { warnings: 53 }),
    ];
    await page.reload();
    await expect(rule).toContainText('None yet');
    await page.getByRole('button', { name: 'Edit: Morning digest' }).click();
    await page.getByRole('radio', { name: 'Daily' }).check();
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    // The next minute that has not begun when the rule is saved.
    const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Tokyo' });
    const dueMs = Math.ceil((Date.now() + 5000) / 60_000) * 60_000;
    await page.getByLabel('Time', { exact: true }).fill(time.format(dueMs));
    await page.getByRole('button', { name: 'Save rule' }).click();
    await expect(rule).toContainText(`Daily at ${time.format(dueMs)}`);
    const received = () => mailServer.received.filter(({ recipients }) => recipients.includes(address));
    expect(received()).toEqual([]);

    // Without a reload.
    await expect(rule).toContainText('Sent', { timeout: 90_000 });
    expect(Date.now()).toBeGreaterThanOrEqual(dueMs);
    const [digest, ...others] = received();
    expect(others).toEqual([]);
    expect(digest?.mail.subject).toBe('3 events: 2 new requests for a full migration, 1 import with many warnings');
    for (const username of usernames) expect(digest?.mail.text).toContain(username);
    const links = [...String(digest?.mail.html).matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(links).toHaveLength(4);
    for (const link of links) expect(digest?.mail.text).toContain(link);
    for (const [place, username] of usernames.entries()) {
      await page.goto(links[place] ?? '');
      await expect(page).toHaveURL(new RegExp(`/imports/${ids[place]}$`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(username);
    }
    await page.goto(links[3] ?? '');
    await expect(rule).toBeVisible();

    await page.goto(`/settings/messages?q=${encodeURIComponent(address)}`);
    const rows = page.getByRole('table', { name: 'Messages' }).getByRole('row').filter({ hasText: 'Morning digest' });
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Digest');
    await expect(rows).toContainText(digest?.mail.subject ?? '');
    await expect(rows).toContainText('Sent');
  },
);

test('a mail server that refuses the sender is named', { tag: '@full' }, async ({ context, page, app, mailServer }) => {
  mailServer.setFaults({ sender: () => ({ code: 550, text: 'Sender address rejected' }) });
  await createImport(app, newCustomer('refused'));
  await app.signIn(context, 'admin');
  await expect(async () => {
    await page.goto('/settings/customer-emails');
    await expect(page.getByText('The mail server does not accept the sender.')).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByText('Last error:')).toContainText('Sender address rejected');
  mailServer.setFaults({});
});
