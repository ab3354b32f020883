import { importDetailSchema, redirectUrlResponseSchema } from '@/lib/contract/imports';
import { signInPageAs } from './fixtures/accounts';
import { expectStateAccessible } from './fixtures/expect-accessible';
import { moveImport, placeImport } from './fixtures/place-import';
import { sendWebhook } from './fixtures/send-webhook';
import { expect, test } from './fixtures/test';

const unique = () => `import-${Date.now()}-${Math.floor(Math.random() * 1e6)}@x.example`;

test(
  'an import that only the service knows is fetched, shown in full and kept up to date',
  { tag: '@full' },
  async ({ page }) => {
    await signInPageAs(page, 'agent');
    const id = await placeImport(page.request, {
      username: unique(),
      status: 'Sample migration in progress',
      warnings: 12,
      users: { matched: 17, total: 21, unmatched: ['d.osei', 'k.lund', 'night-shift', 'p.haas'] },
      counts: { tickets: 120, comments: 486 },
    });
    let connect = () => undefined as void;
    const mayConnect = new Promise<void>((resolve) => (connect = resolve));
    await page.route('**/api/stream*', async (route) => {
      await mayConnect;
      await route.continue();
    });
    await page.goto(`/imports/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unknown customer');
    const path = page.getByRole('region', { name: 'The usual path' });
    await expect(path.getByRole('listitem').filter({ hasText: '(now)' })).toContainText('Sample migration in progress');
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('when it was first seen');
    await expect(page.getByRole('img', { name: /of \d+ users matched$/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Records' })).toContainText('486');

    await moveImport(page.request, id, 'advance');
    await expect
      .poll(
        async () =>
          importDetailSchema.parse(await (await page.request.get(`/api/imports/${id}`)).json()).row.status?.text,
      )
      .toBe('Sample migration completed');
    const rendered: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === `/imports/${id}`) rendered.push(request.url());
    });
    // The change was committed after the page was read and before it began to listen.
    connect();
    await expect(path.getByRole('listitem').filter({ hasText: '(now)' })).toContainText('Sample migration completed');
    expect(rendered).toEqual([]);
    await expect(page.getByRole('region', { name: 'Timeline' }).getByText('Webhook')).toBeVisible();
  },
);

test(
  'an agent adds values the service does not report, keeps those of another agent, and the timeline names the agent',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    await signInPageAs(page, 'agent');
    const id = await placeImport(page.request, { status: 'Collecting credentials' });
    const username = unique();
    await page.goto(`/imports/${id}`);
    await page.getByRole('button', { name: 'Fill in what you know' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    const headers = { origin: baseURL ?? '' };
    const other = await page.request.patch(`/api/imports/${id}`, { headers, data: { tool: 'Zendesk' } });
    expect(other.ok(), await other.text()).toBe(true);
    await expect(page.locator('dd').filter({ hasText: 'Zendesk' })).toBeVisible();
    await dialog.getByLabel('Customer').fill(username);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(username);
    await expect(page.locator('dd').filter({ hasText: 'Zendesk' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('filled in the customer');
  },
);

test('a note is saved and marked as a note in the timeline', async ({ page }) => {
  await signInPageAs(page, 'agent');
  const id = await placeImport(page.request, { username: unique() });
  await page.goto(`/imports/${id}`);
  const note = 'Called them: they wait for their old admin.\nAgain on Friday.';
  const field = page.getByRole('textbox', { name: 'Note' });
  await page.route('**/notes', async (route) => {
    await field.fill(`${note}\nThe next note`);
    await route.continue();
  });
  await field.fill(note);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toContainText('Again on Friday.');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('noted');
  await expect(field).toHaveValue('The next note');
});

test(
  'tags are added and removed, filter the list, and are shown to staff only',
  { tag: '@full' },
  async ({ page, browser }) => {
    await signInPageAs(page, 'agent');
    const username = unique();
    const id = await placeImport(page.request, { username });
    const tag = `wave ${id}`;
    await page.goto(`/imports/${id}`);
    const other = await page.context().newPage();
    await other.goto(`/imports/${id}`);
    const tags = page.getByRole('group', { name: 'Tags' });
    await tags.getByRole('button', { name: 'Add tag' }).click();
    const field = tags.getByRole('combobox', { name: 'New tag' });
    await field.fill('x'.repeat(41));
    await field.press('Enter');
    await expect(tags).toContainText('At most 40 characters');
    await field.fill('');
    await field.pressSequentially(`VIP ${id},${tag}`);
    await field.press('Enter');
    await field.press('Escape');
    await expect(tags.getByRole('link')).toHaveText([`vip ${id}`, tag]);
    await expect(tags.getByRole('button', { name: 'Add tag' })).toBeFocused();
    // Other pages follow.
    await expect(other.getByRole('group', { name: 'Tags' }).getByRole('link')).toHaveText([`vip ${id}`, tag]);
    await expectStateAccessible(page);
    await other.getByRole('button', { name: `Remove tag vip ${id}` }).click();
    await expect(tags.getByRole('link')).toHaveText([tag]);

    await tags.getByRole('link', { name: tag }).click();
    await expect(page).toHaveURL(new RegExp(`/imports\\?tag=wave\\+${id}`));
    const rows = page.getByRole('table').locator('tr[data-import]');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(tag);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(page.getByRole('checkbox', { name: tag })).toBeChecked();

    const shared = await page.evaluate(async (path) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(path, { method: 'POST', headers, body: '{}' });
      return response.text();
    }, `/api/imports/${id}/customer-link`);
    const customer = await (await browser.newContext()).newPage();
    await customer.goto(redirectUrlResponseSchema.parse(JSON.parse(shared)).url);
    await expect(customer.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await customer.content()).not.toContain(tag);

    await signInPageAs(other, 'viewer');
    await other.goto(`/imports/${id}`);
    await expect(other.getByRole('group', { name: 'Tags' }).getByRole('link')).toHaveText([tag]);
    await expect(other.getByRole('button', { name: /tag/i })).toHaveCount(0);
  },
);

test('warnings are grouped, searchable and exported in their original wording', async ({ page }) => {
  await signInPageAs(page, 'viewer');
  const id = await placeImport(page.request, {
    username: unique(),
    status: 'Sample migration completed',
    warnings: [
      ...Array.from({ length: 41 }, (_, n) => ({
        kind: 'attachment_too_large',
        itemType: 'ticket',
        item: `ticket ${10_000 + n}`,
        text: `Attachment hull-${n}.zip over 20 MB, left out`,
      })),
      { kind: 'html_trimmed', itemType: 'comment', item: 'comment 7', text: '=HTML trimmed to text' },
    ],
  });
  await page.goto(`/imports/${id}`);
  const warnings = page.getByRole('region', { name: 'Warnings' });
  await expect(warnings).toContainText('42 in 2 kinds');
  await expect(warnings.getByText('Attachment too large')).toBeVisible();
  await warnings.getByRole('button', { name: 'Show 38 more' }).click();
  await expect(warnings.getByText('hull-40.zip')).toBeVisible();
  await warnings.getByRole('searchbox', { name: 'Search the warnings' }).fill('hull-17');
  await expect(warnings.getByRole('status')).toHaveText('1 of 42');
  const download = page.waitForEvent('download');
  await warnings.getByRole('link', { name: 'CSV' }).click();
  let csv = '';
  for await (const chunk of await (await download).createReadStream()) csv += String(chunk);
  expect(csv.trim().split('\n')).toHaveLength(43);
  expect(csv).toContain(`'=HTML trimmed to text`);
});

test('an import that is gone keeps its page and says so', async ({ page }) => {
  await signInPageAs(page, 'viewer');
  const id = await placeImport(page.request, { username: unique(), status: 'Migration completed' });
  await page.goto(`/imports/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await moveImport(page.request, id, 'archive');
  await page.getByRole('button', { name: 'Refresh' }).first().click();
  await expect(page.getByText('No longer available at the service.')).toBeVisible();
  const path = page.getByRole('region', { name: 'The usual path' });
  await expect(path.getByRole('listitem').filter({ hasText: '(now)' })).toContainText('No longer available');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Migration completed');
});

test(
  'customer links are shown on demand with a QR code, accessibly, to roles that may share them',
  { tag: '@full' },
  async ({ page }) => {
    await signInPageAs(page, 'agent');
    const id = await placeImport(page.request, { username: unique() });
    await page.goto(`/imports/${id}`);
    await page.getByRole('button', { name: 'Customer link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Customer link' });
    await expect(dialog).toContainText('We do not have the service’s link');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expectStateAccessible(page);
    const url = await dialog.getByRole('group', { name: 'Link: Their migration page' }).textContent();
    const customer = await page.context().browser()?.newContext();
    if (!customer || !url) throw new Error('no browser, or no link');
    expect((await (await customer.newPage()).goto(url))?.status()).toBe(200);
    await customer.close();

    await signInPageAs(page, 'viewer');
    await page.goto(`/imports/${id}`);
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Customer link' })).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveCount(0);
  },
);

test('raw responses are collapsed by default', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'viewer');
  const id = await placeImport(page.request, { username: unique(), status: 'In preparation' });
  await page.goto(`/imports/${id}`);
  await page.getByText('Raw responses from the service').click();
  await expect(page.getByRole('group', { name: 'Response to a lookup, 1' })).toContainText('In preparation');
});

test('where there are no raw responses, the page says why', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'viewer');
  const id = `webhook-${unique()}`;
  const sent = await sendWebhook(page.request, { import_id: id, status: 'In preparation' });
  expect(sent.ok(), await sent.text()).toBe(true);
  await expect.poll(async () => (await page.request.get(`/api/imports/${id}`)).status()).toBe(200);
  await page.goto(`/imports/${id}`);
  await page.getByText('Raw responses from the service').click();
  await expect(page.getByText(/^None yet\. We know this import only from webhooks/)).toBeVisible();
});

test('on a phone the decision comes before the timeline', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'approver');
  const id = await placeImport(page.request, { username: unique(), status: 'Sample migration completed' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/imports/${id}`);
  const decision = await page.getByRole('region', { name: 'Decision' }).boundingBox();
  const timeline = await page.getByRole('region', { name: 'Timeline' }).boundingBox();
  expect(decision && timeline && decision.y < timeline.y).toBe(true);
});

test('an unknown import is not found', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/ 404 .*no-such-import/);
  await signInPageAs(page, 'viewer');
  expect((await page.goto('/imports/no-such-import'))?.status()).toBe(404);
});
