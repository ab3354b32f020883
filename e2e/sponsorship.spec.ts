import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { queueCountSchema } from '@/lib/contract/queue-count';
import { queueSchema } from '@/lib/contract/sponsorship';
import { expectStateAccessible } from './fixtures/expect-accessible';
import { type IsolatedApp, uniqueCustomer } from './fixtures/isolated-app';
import { test } from './fixtures/own-service';
import { expect } from './fixtures/test';

test.describe.configure({ mode: 'default' });

const rowOf = (page: Page, customer: string): Locator =>
  page.getByRole('table', { name: 'Sponsorship queue' }).getByRole('row').filter({ hasText: customer });

/** Opens the dialog of a row. */
async function openDecision(page: Page, customer: string, kind: 'Accept' | 'Reject'): Promise<Locator> {
  await rowOf(page, customer)
    .getByRole('button', { name: new RegExp(`^${kind}`) })
    .click();
  return page.getByRole('dialog');
}

/** Opens the queue filtered by one customer. */
async function openQueue(page: Page, customer: string, tab = ''): Promise<void> {
  await page.goto(`/sponsorship?${tab}find=${encodeURIComponent(customer)}`);
  await expect(rowOf(page, customer).first()).toBeVisible();
}

/** Repeats the key until the page is hydrated; more presses change nothing. */
async function focusFirstRow(page: Page, customer: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('k');
    await expect(rowOf(page, customer).first()).toBeFocused({ timeout: 500 });
  }).toPass();
}

/** The latest decision of this customer, as a freshly loaded queue shows it. */
async function latestDecision(app: IsolatedApp, customer: string): Promise<string | undefined> {
  const queue = queueSchema.parse(await (await (await app.requestAs('approver')).get('/api/sponsorship')).json());
  const items = [...queue.waiting, ...queue.unknown, ...queue.decided];
  return items.find(({ username }) => username === customer)?.decision?.id;
}

const urlSchema = z.object({ url: z.string() });
const problemSchema = z.object({ detail: z.string() });

test('accepts with the keyboard only and sends the decision once', async ({ page, context, app }) => {
  await app.signIn(context, 'approver');
  const customer = uniqueCustomer('keys');
  const id = await app.placeRequest(customer);
  await openQueue(page, customer);
  await focusFirstRow(page, customer);
  await page.keyboard.press(' ');
  const previewPanel = page.getByRole('complementary', { name: 'Preview' });
  await expect(previewPanel).toContainText('None for this customer or their domain.');
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Your company will pay for the full migration of ${customer}, import ${id}.`);
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.type('Two-year contract');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  let showQueue = () => undefined as void;
  const mayShowQueue = new Promise<void>((resolve) => (showQueue = resolve));
  await page.route('**/api/sponsorship', async (route) => {
    await mayShowQueue;
    await route.continue();
  });
  await page.keyboard.press('Control+Enter');
  // All of this is in the answer to the decision; the queue is not fetched before.
  await expect(page.getByText(/Confirmed by the service at \d\d:\d\d:\d\d UTC\./).first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, customer)).toBeHidden();
  // Neither the page nor the import is read again.
  expect(sent.filter((path) => /^GET \/(sponsorship|api\/import)/.test(path))).toEqual([]);
  showQueue();
  expect(await app.countDecisions(id)).toBe(1);
  await openQueue(page, customer, 'tab=decided&');
  await expect(rowOf(page, customer)).toContainText('Accepted');
});

test('a double click on a slow computer sends one request', async ({ page, context, app }) => {
  await app.signIn(context, 'approver');
  const customer = uniqueCustomer('twice');
  const id = await app.placeRequest(customer);
  await openQueue(page, customer);
  const dialog = await openDecision(page, customer, 'Accept');
  const accept = dialog.getByRole('button', { name: /^Accept sponsorship/ });
  await expect(accept).toBeEnabled();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await accept.dblclick();
  await expect(dialog).toBeHidden();
  expect(sent.filter((path) => path.includes('/payment/'))).toEqual([`/api/imports/${id}/payment/accept`]);
});

test(
  'a session that ended while a decision is open: signing in again in another tab keeps what was typed',
  { tag: '@full' },
  async ({ page, context, app, consoleErrors }) => {
    consoleErrors.expect(/401/);
    await app.signIn(context, 'approver');
    const customer = uniqueCustomer('away');
    const id = await app.placeRequest(customer);
    await openQueue(page, customer);
    const dialog = await openDecision(page, customer, 'Accept');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two-year contract');
    await context.clearCookies();
    const accept = dialog.getByRole('button', { name: /^Accept sponsorship/ });
    await accept.click();
    await expect(dialog.getByRole('alert')).toContainText('Your session has ended.');
    await expectStateAccessible(page);
    const opening = context.waitForEvent('page');
    await dialog.getByRole('link', { name: 'Sign in again' }).click();
    const signIn = await opening;
    const { email, password } = app.accountOf('approver');
    await signIn.getByLabel('E-mail').fill(email);
    await signIn.getByLabel('Password').fill(password);
    await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(rowOf(signIn, customer)).toBeVisible();
    await expect(signIn).toHaveURL(page.url());

    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Two-year contract');
    await accept.click();
    await expect(dialog).toBeHidden();
    expect(await app.countDecisions(id)).toBe(1);
  },
);

test(
  'rejects with a reason and a note that the customer sees; reversing it requires an admin',
  { tag: '@full' },
  async ({ page, context, browser, app }) => {
    await app.signIn(context, 'approver');
    const customer = uniqueCustomer('sorry');
    const id = await app.placeRequest(customer);
    await openQueue(page, customer);
    const dialog = await openDecision(page, customer, 'Reject');
    await expect(dialog).toContainText(
      `Your company will not pay for the full migration of ${customer}, import ${id}; they can buy it from the service.`,
    );
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Trial account');
    await dialog.getByLabel('Note to the customer').fill('Yours to buy, with our best wishes.');
    await dialog.getByRole('button', { name: /^Reject sponsorship/ }).click();
    await expect(dialog).toBeHidden();
    expect(await app.countDecisions(id)).toBe(1);

    const link = await (await app.requestAs('agent')).post(`/api/imports/${id}/customer-link`);
    const customerPage = await (await browser.newContext()).newPage();
    await customerPage.goto(urlSchema.parse(await link.json()).url);
    await expect(customerPage.getByText('Yours to buy, with our best wishes.')).toBeVisible();
    await expect(customerPage.getByText('Trial account')).toHaveCount(0);
    await customerPage.context().close();

    await page.goto(`/imports/${id}`);
    const panel = page.getByRole('region', { name: 'Decision', exact: true });
    await expect(panel.getByRole('heading', { name: 'Sponsorship rejected' })).toBeVisible();
    await expect(panel).toContainText('Only an admin may change a confirmed decision.');
    const decisionId = await latestDecision(app, customer);
    const refused = await (
      await app.requestAs('approver')
    ).post(`/api/imports/${id}/payment/accept`, { data: { decisionId } });
    expect(refused.status()).toBe(403);

    // Requested again, it can be rejected again.
    await panel.getByRole('button', { name: 'Record customer request' }).click();
    await panel.getByRole('button', { name: 'Reject sponsorship' }).click();
    await expect(dialog).toContainText('It was rejected before, so nothing is sent again.');
    await dialog.getByRole('button', { name: /^Reject sponsorship/ }).click();
    await expect(panel).toContainText('Nothing was sent, because a rejection is already in effect.');
    await expect(panel.getByRole('button', { name: 'Record customer request' })).toBeVisible();
    expect(await app.countDecisions(id)).toBe(1);
  },
);

test(
  'shows a newer confirmed decision to an admin with a stale page before overturning it',
  { tag: '@full' },
  async ({ page, context, app, consoleErrors }) => {
    consoleErrors.expect(/409 .*payment/);
    await app.signIn(context, 'admin');
    const customer = uniqueCustomer('stale');
    const id = await app.placeRequest(customer);
    await openQueue(page, customer);
    const dialog = await openDecision(page, customer, 'Accept');
    await expect(dialog).toBeVisible();
    const rejected = await (await app.requestAs('approver')).post(`/api/imports/${id}/payment/reject`, { data: {} });
    expect(rejected.ok()).toBe(true);

    await expect(dialog).toContainText('This has changed since you opened it:');
    await dialog.getByRole('button', { name: /^Accept sponsorship/ }).click();
    await expect(dialog.getByRole('alert')).toContainText('rejection was confirmed by the service.');
    expect(await app.countDecisions(id)).toBe(1);
    await expect(dialog).toContainText('This was decided before.');
    await dialog.getByRole('button', { name: /^Accept sponsorship/ }).click();
    await expect(dialog).toBeHidden();
    expect(await app.countDecisions(id)).toBe(2);
  },
);

test(
  'a missing response is an unknown outcome: the opposite decision is blocked until a person resolves it with a reason',
  { tag: '@full' },
  async ({ page, context, app }) => {
    await app.signIn(context, 'approver');
    const customer = uniqueCustomer('fog');
    const id = await app.placeRequest(customer);
    await app.injectFault(id, { kind: 'reset-after' });
    await openQueue(page, customer);
    await openDecision(page, customer, 'Accept');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Accept sponsorship/ })
      .click();
    await expect(page.getByText('Outcome unknown', { exact: true }).last()).toBeVisible();

    const blocked = await (await app.requestAs('admin')).post(`/api/imports/${id}/payment/reject`, { data: {} });
    expect(blocked.status()).toBe(409);
    expect(problemSchema.parse(await blocked.json()).detail).toContain('is unknown');

    await openQueue(page, customer, 'tab=unknown&');
    await focusFirstRow(page, customer);
    await page.keyboard.press(' ');
    const panel = page.getByRole('region', { name: 'Decision', exact: true });
    await expect(panel.getByRole('heading', { name: 'Acceptance: outcome unknown' })).toBeVisible();
    await expect(panel).toContainText('The connection to the migration service was lost before it replied.');
    await expect(panel).toContainText('Reject sponsorship is blocked until this is settled.');
    await expect(panel.getByRole('button', { name: 'Reject sponsorship' })).toHaveCount(0);
    await expect(panel.getByRole('button', { name: 'Record outcome' })).toBeDisabled();
    await panel.getByLabel(/^Carried out/).check();
    await panel.getByRole('textbox', { name: 'Reason' }).fill('Marta at the operator, by phone');
    await panel.getByRole('button', { name: 'Record outcome' }).click();
    await expect(rowOf(page, customer)).toBeHidden();
    await page.goto(`/imports/${id}`);
    await expect(panel.getByRole('heading', { name: 'Acceptance settled: carried out' })).toBeVisible();
    await expect(panel).toContainText('Marta at the operator, by phone');
    expect(await app.countDecisions(id)).toBe(1);
  },
);

test('bulk decisions show a dry run and each outcome, and continue when the page is closed', async ({
  page,
  context,
  app,
}) => {
  await app.signIn(context, 'approver');
  const group = uniqueCustomer('').slice(1);
  const [first, slow, lost] = [
    await app.placeRequest(`first@${group}`),
    await app.placeRequest(`slow@${group}`),
    await app.placeRequest(`lost@${group}`),
  ];
  await app.injectFault(slow, { kind: 'latency', ms: 1500 });
  await app.injectFault(lost, { kind: 'error-500' });
  // One more request came from our page without a known customer and was matched by an agent.
  const unverified = await app.placeImport(`who@${group}`);
  await page.goto('/full-migration');
  await page.getByLabel('Your username or e-mail address').fill(`who@${group}`);
  await page.getByText('Zendesk', { exact: true }).click();
  await page.getByRole('button', { name: 'Request the full migration' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you, we have received your request' })).toBeVisible();
  await page.goto('/sponsorship');
  const unmatched = page
    .getByRole('region', { name: /^Requests to match/ })
    .getByRole('listitem')
    .filter({ hasText: group });
  await unmatched.getByLabel('Import').fill(unverified);
  await unmatched.getByRole('button', { name: 'Match' }).click();
  await expect(rowOf(page, `who@${group}`)).toContainText('Not verified');

  await openQueue(page, group);
  await page.getByLabel('Select all rows').check();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('4 selected');
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Your company will pay for the full migration of 3 customers.');
  await expect(dialog).toContainText('1 is blocked and left out.');
  const dryRun = dialog.getByRole('list', { name: 'What would happen to each' });
  await expect(dryRun.getByRole('listitem').filter({ hasText: `who@${group}` })).toContainText(
    'The sender of the request is not verified.',
  );
  for (const id of [first, slow, lost, unverified]) expect(await app.countDecisions(id)).toBe(0);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Spring offer');
  await dialog.getByRole('button', { name: 'Accept sponsorship for 3' }).click();
  await expect(dialog.getByRole('list', { name: 'Outcome of each' })).toBeVisible();
  await page.close();

  const later = await context.newPage();
  await later.goto('/sponsorship');
  await later
    .getByRole('list', { name: 'Bulk decisions' })
    .getByRole('listitem')
    .filter({ hasText: '3 imports' })
    .getByRole('link', { name: 'Show details' })
    .click();
  const outcomes = later.getByRole('list', { name: 'Outcome of each' }).getByRole('listitem');
  await expect(outcomes.filter({ hasText: `first@${group}` })).toContainText('Confirmed');
  await expect(outcomes.filter({ hasText: `slow@${group}` })).toContainText('Confirmed');
  await expect(outcomes.filter({ hasText: `lost@${group}` })).toContainText('Outcome unknown');
  await expect(later.getByRole('dialog')).toContainText('3 of 3 processed: 2 confirmed, 1 unknown.');
  for (const id of [first, slow, lost]) expect(await app.countDecisions(id)).toBe(1);
  expect(await app.countDecisions(unverified)).toBe(0);
});

test(
  'four-eyes policy: a proposer cannot confirm, another admin approves',
  { tag: '@full' },
  async ({ page, context, browser, app, consoleErrors }) => {
    consoleErrors.expect(/422 .*payment/);
    const admin = await browser.newContext({ baseURL: app.origin });
    await app.signIn(admin, 'admin');
    const adminPage = await admin.newPage();
    await adminPage.goto('/settings/sponsorship');
    await adminPage.getByLabel('Always a second person').check();
    await adminPage.getByLabel('A decision needs a reason').check();
    await adminPage.getByRole('button', { name: /^Save as version/ }).click();
    await expect(adminPage.getByText(/Policy version \d+ is in force/)).toBeVisible();

    await app.signIn(context, 'approver');
    const customer = uniqueCustomer('pair');
    const id = await app.placeRequest(customer);
    await openQueue(page, customer);
    await expect(rowOf(page, customer)).toContainText('Needs a second person');
    await focusFirstRow(page, customer);
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('A second person has to approve before anything is sent.');
    await page.keyboard.press('Control+Enter');
    await expect(dialog.getByText('Enter a reason')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Promised in the offer');
    const proposing = page.waitForRequest('**/payment/accept*');
    await dialog.getByRole('button', { name: /^Propose: accept sponsorship/ }).click();
    expect((await proposing).postDataJSON()).toMatchObject({ needsSecond: true });
    await expect(rowOf(page, customer)).toContainText('Acceptance by Demo approver: waiting for someone else');
    await expect(rowOf(page, customer).getByRole('button', { name: /^Accept/ })).toBeDisabled();
    const decisionId = await latestDecision(app, customer);
    const own = await (
      await app.requestAs('approver')
    ).post(`/api/imports/${id}/payment/accept`, { data: { reason: 'me', decisionId } });
    expect(own.status()).toBe(409);
    expect(problemSchema.parse(await own.json()).detail).toMatch(/^A different person has to approve this\./);
    expect(await app.countDecisions(id)).toBe(0);

    // The other admin has the queue open and sees the proposal appear.
    await openQueue(adminPage, customer);
    await expect(rowOf(adminPage, customer)).toContainText('Acceptance by Demo approver: waiting for your approval');
    const second = await openDecision(adminPage, customer, 'Accept');
    await expect(second).toContainText('Promised in the offer');
    await expect(second).toContainText('You approve as the second person');
    await second.getByRole('textbox', { name: 'Reason' }).fill('Checked the offer');
    await second.getByRole('button', { name: /^Accept sponsorship/ }).click();
    await expect(second).toBeHidden();
    // The proposer sees it disappear without a reload.
    await expect(rowOf(page, customer)).toBeHidden();
    expect(await app.countDecisions(id)).toBe(1);
    await admin.close();
    await app.savePolicy({});
  },
);

test(
  'an admin cannot weaken the policy alone: another admin sees the change and confirms it',
  { tag: '@full' },
  async ({ page, context, browser, app }) => {
    await app.savePolicy({ secondPerson: { when: 'always' } });
    await app.signIn(context, 'admin');
    await page.goto('/settings/sponsorship');
    await page.getByRole('radio', { name: /^One person decides/ }).check();
    await page.getByRole('button', { name: /^Save as version/ }).click();
    await expect(
      page.getByText(/^Takes effect when another admin confirms it, or on \d+ \w+, \d\d:\d\d UTC\.$/),
    ).toBeVisible();
    const change = (on: Page) => on.getByRole('region', { name: 'Pending change' });
    await expect(change(page)).toContainText('One person decides (now: always a second person)');
    await expect(page.getByLabel('Always a second person')).toBeChecked();
    await expect(change(page).getByRole('button', { name: 'Cancel change' })).toBeVisible();
    await expect(change(page).getByRole('button', { name: 'Confirm change' })).toBeHidden();

    const other = await browser.newContext({ baseURL: app.origin });
    await app.signIn(other, 'viewer');
    const otherPage = await other.newPage();
    await app.withSecondAdmin(async () => {
      await otherPage.goto('/sponsorship');
      await otherPage.getByRole('link', { name: 'Review change' }).click();
      await change(otherPage).getByRole('button', { name: 'Confirm change' }).click();
      await expect(otherPage.getByText('The change is in force')).toBeVisible();
      await expect(change(otherPage)).toBeHidden();
      await expect(otherPage.getByRole('table', { name: 'Versions of the policy' })).toContainText(/, confirmed by /);
      await other.close();
    });
  },
);

test(
  'the budget warns at 80 % and stops at 100 %; an admin with a reason and a second person can exceed it',
  { tag: '@full' },
  async ({ page, context, browser, app, consoleErrors }) => {
    consoleErrors.expect(/(409|422) .*payment/);
    await app.signIn(context, 'approver');
    const approver = await app.requestAs('approver');
    const group = uniqueCustomer('').slice(1);
    const queue = await (await approver.get('/api/sponsorship')).json();
    const counts = z.object({ confirmed: z.number(), unknown: z.number(), sending: z.number() });
    const spent = z.object({ budget: counts }).parse(queue).budget;
    let used = spent.confirmed + spent.unknown + spent.sending;
    while (used < 4) {
      const id = await app.placeRequest(`spent${used}@${group}`);
      expect((await approver.post(`/api/imports/${id}/payment/accept`, { data: {} })).ok()).toBe(true);
      used += 1;
    }
    await app.savePolicy({ monthlyBudget: used + 1 });
    const last = await app.placeRequest(`last@${group}`);
    const over = await app.placeRequest(`over@${group}`);

    await openQueue(page, `last@${group}`);
    const month = page.getByRole('region', { name: /^Sponsored in/ });
    await expect(month).toContainText(`${used} of ${used + 1}`);
    await expect(month).toContainText('of the budget is used; 1 is left this month.');
    const dialog = await openDecision(page, `last@${group}`, 'Accept');
    await expect(dialog).toContainText('The budget is nearly used up');
    await dialog.getByRole('button', { name: /^Accept sponsorship/ }).click();
    await expect(month).toContainText('The budget is used up');
    // A decision counts from the moment it is being sent.
    await expect(dialog).toBeHidden();
    expect(await app.countDecisions(last)).toBe(1);

    await openQueue(page, `over@${group}`);
    await expect(rowOf(page, `over@${group}`)).toContainText('Budget used up');
    await openDecision(page, `over@${group}`, 'Accept');
    await expect(dialog).toContainText('Only an admin can exceed it, with a reason and a second person.');
    await expect(dialog.getByRole('button', { name: /^Propose: accept sponsorship/ })).toBeDisabled();
    expect(
      (
        await approver.post(`/api/imports/${over}/payment/accept`, { data: { overrideBudget: true, reason: 'x' } })
      ).status(),
    ).toBe(403);
    expect(await app.countDecisions(over)).toBe(0);

    const admin = await browser.newContext({ baseURL: app.origin });
    await app.signIn(admin, 'admin');
    const adminPage = await admin.newPage();
    await openQueue(adminPage, `over@${group}`);
    const override = await openDecision(adminPage, `over@${group}`, 'Accept');
    await override.getByLabel('Exceed the budget, for the reason below').check();
    await override.getByRole('button', { name: /^Propose: accept sponsorship/ }).click();
    await expect(override.getByText('Enter why the budget may be exceeded')).toBeVisible();
    await override.getByRole('textbox', { name: 'Reason' }).fill('The board agreed');
    await override.getByRole('button', { name: /^Propose: accept sponsorship/ }).click();
    await expect(override).toBeHidden();
    expect(await app.countDecisions(over)).toBe(0);

    await openQueue(page, `over@${group}`);
    await openDecision(page, `over@${group}`, 'Accept');
    await expect(dialog).toContainText('This exceeds the month’s budget.');
    await dialog.getByRole('button', { name: /^Accept sponsorship/ }).click();
    await expect(dialog).toBeHidden();
    expect(await app.countDecisions(over)).toBe(1);
    await admin.close();
    await app.savePolicy({});
  },
);

/** Goes through the wizard to the review step for this customer. */
async function openReviewStep(page: Page, customer: string): Promise<void> {
  await page.goto('/new');
  await page.getByLabel('Source tool').first().fill('Zendesk');
  await page.getByRole('radio', { name: 'Zendesk' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Destination username').fill(customer);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test(
  'a sponsored creation stops at the budget and says what to do instead',
  { tag: '@full' },
  async ({ page, context, app, consoleErrors }) => {
    consoleErrors.expect(/422/);
    await app.signIn(context, 'admin');
    await app.savePolicy({ monthlyBudget: 0 });
    await openReviewStep(page, uniqueCustomer('beyond'));
    await page.getByLabel('Start the full migration at once').check();
    await page.getByRole('button', { name: 'Start full migration and continue' }).click();
    await expect(page.getByText('Create the sample and propose to accept it instead.').first()).toBeVisible();
    await app.savePolicy({});
  },
);

test(
  'an odd status is shown in queue, dialog and dry run, and accepting it needs a confirmation',
  { tag: '@full' },
  async ({ page, context, app }) => {
    await app.signIn(context, 'approver');
    const customer = uniqueCustomer('odd');
    const id = await app.placeRequest(customer);
    await app.changeStatus(id, 'Undo in progress');
    await openQueue(page, customer);
    await expect(rowOf(page, customer)).toContainText('Undo in progress');
    await expect(rowOf(page, customer)).toContainText('Being undone');
    const approver = await app.requestAs('approver');
    const preview = await approver.post('/api/sponsorship/bulk/preview', { data: { kind: 'accept', importIds: [id] } });
    expect(await preview.json()).toMatchObject({
      items: [{ state: 'blocked', says: 'Undo in progress. The migration is being undone. Accept it individually.' }],
    });
    const blind = await approver.post(`/api/imports/${id}/payment/accept`, { data: {} });
    expect(blind.status()).toBe(409);
    expect(await blind.json()).toMatchObject({ errors: [{ field: 'confirmStatus' }] });

    const dialog = await openDecision(page, customer, 'Accept');
    const accept = dialog.getByRole('button', { name: /^Accept sponsorship/ });
    await expect(dialog).toContainText('The migration is being undone.');
    await expect(accept).toBeDisabled();
    await dialog.getByLabel('Accept sponsorship although the status is “Undo in progress”').check();
    await accept.click();
    await expect(dialog).toBeHidden();
    expect(await app.countDecisions(id)).toBe(1);
  },
);

test('only approvers see and send a sponsored creation', { tag: '@full' }, async ({ page, context, app }) => {
  await app.signIn(context, 'agent');
  const body = {
    source_tool: 'Zendesk',
    destination_username: uniqueCustomer('sneaky'),
    start_full: true,
    attempt: crypto.randomUUID(),
    reason: 'please',
  };
  expect((await (await app.requestAs('agent')).post('/api/imports', { data: body })).status()).toBe(403);
  await openReviewStep(page, body.destination_username);
  await expect(page.getByRole('button', { name: 'Create and continue' })).toBeVisible();
  await expect(page.getByText('paid by your company')).toHaveCount(0);
  const made = await (
    await app.requestAs('approver')
  ).post('/api/imports', { data: { ...body, attempt: crypto.randomUUID() } });
  expect(made.status()).toBe(201);
});

test('a sponsored creation without a response stays in the queue until a person resolves it', async ({
  page,
  context,
  app,
}) => {
  await app.signIn(context, 'approver');
  const customer = uniqueCustomer('nameless');
  await app.dropNextCreation();
  const lost = await (
    await app.requestAs('approver')
  ).post('/api/imports', {
    data: {
      source_tool: 'Zendesk',
      destination_username: customer,
      start_full: true,
      attempt: crypto.randomUUID(),
      reason: 'Promised in the offer',
    },
  });
  expect(await lost.json()).toMatchObject({ outcome: 'unknown', id: null });
  await page.goto('/sponsorship?tab=unknown');
  const entry = page
    .getByRole('region', { name: /^May have been created and paid for/ })
    .getByRole('listitem')
    .filter({ hasText: customer });
  await expect(entry).toContainText('The connection to the migration service was lost before it replied.');
  await expect(entry.getByLabel('Send again')).toHaveCount(0);
  await entry.getByLabel(/^Not carried out/).check();
  await entry.getByRole('textbox', { name: 'Reason' }).fill('The operator found nothing');
  await entry.getByRole('button', { name: 'Record outcome' }).click();
  await expect(entry).toBeHidden();
});

test(
  'badge and overview follow requests and decisions of other people, in the environment shown',
  { tag: '@full' },
  async ({ page, context, app }) => {
    await app.signIn(context, 'approver');
    const approver = await app.requestAs('approver');
    const { waiting } = queueCountSchema.parse(await (await approver.get('/api/sponsorship/count')).json());
    const badge = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Sponsorship/ });
    const attention = page.getByRole('region', { name: 'Needs you' });
    await page.goto('/?env=sandbox');
    await expect(badge).toHaveAccessibleName('Sponsorship');
    await page.getByRole('group', { name: 'Environment' }).getByRole('link', { name: 'Live' }).click();
    await expect(page.getByText('Updating', { exact: true }).filter({ visible: true })).toHaveCount(1);

    const customer = uniqueCustomer('badge');
    const id = await app.placeRequest(customer);
    await expect(badge).toHaveAccessibleName(`Sponsorship ${waiting + 1} waiting`);
    await expect(attention).toContainText(/wait(s)? for a sponsorship decision/);
    expect((await approver.post(`/api/imports/${id}/payment/reject`, { data: {} })).ok()).toBe(true);
    await expect(badge).toHaveAccessibleName(waiting === 0 ? 'Sponsorship' : `Sponsorship ${waiting} waiting`);
  },
);

test('opening a URL decides nothing, and roles below approver cannot decide', async ({ app }) => {
  const id = await app.placeRequest(uniqueCustomer('link'));
  const path = `/api/imports/${id}/payment/accept`;
  const approver = await app.requestAs('approver');
  for (const method of ['GET', 'HEAD', 'PUT'])
    expect((await approver.fetch(path, { method })).status(), method).toBe(405);
  for (const role of ['viewer', 'agent'] as const) {
    expect((await (await app.requestAs(role)).post(path, { data: {} })).status(), role).toBe(403);
  }
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  expect((await approver.post(path, { data: {}, headers: foreign })).status()).toBe(403);
  expect(await app.countDecisions(id)).toBe(0);
});

test(
  'at 1024 px status, policy, records and users are visible and nothing is cut',
  { tag: '@full' },
  async ({ page, context, app }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await app.signIn(context, 'approver');
    const customer = uniqueCustomer('a-long-name.of-the-support-team');
    await app.savePolicy({ secondPerson: { when: 'always' } });
    await app.placeRequest(customer, { warnings: 3 });
    await openQueue(page, customer);
    const table = page.getByRole('table', { name: 'Sponsorship queue' });
    for (const name of ['Status', 'Records', 'Users', 'Policy and decision', 'Decide']) {
      await expect(table.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 });
    }
    const row = rowOf(page, customer);
    for (const text of [customer, 'Sample migration completed', 'Needs a second person', 'Undecided']) {
      await expect(row.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 });
    }
    // No visible text is wider than its cell.
    const cut = await row.getByRole('cell').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const right = cell.getBoundingClientRect().right + 1;
        const shown = [...cell.querySelectorAll('*')].filter((inner) => !inner.closest('.sr-only'));
        return shown.flatMap((inner) => (inner.getBoundingClientRect().right > right ? [inner.textContent] : []));
      }),
    );
    expect(cut).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024);
    await app.savePolicy({});
  },
);

test('filters narrow the queue and are part of the URL', { tag: '@full' }, async ({ page, context, app }) => {
  await app.signIn(context, 'approver');
  const group = uniqueCustomer('').slice(1);
  await app.placeRequest(`calm@${group}`);
  await app.placeRequest(`noisy@${group}`, { warnings: 3 });
  await openQueue(page, group);
  await expect(rowOf(page, group)).toHaveCount(2);
  await page
    .getByRole('group', { name: 'Filters' })
    .getByRole('button', { name: /^With warnings/ })
    .click();
  await expect(rowOf(page, group)).toHaveCount(1);
  await expect(page).toHaveURL(/show=warnings/);
  await page.reload();
  await expect(rowOf(page, `noisy@${group}`)).toBeVisible();
  await expect(rowOf(page, group)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(rowOf(page, group)).toHaveCount(2);
  // A request that arrives now appears without a reload.
  await app.placeRequest(`later@${group}`);
  await expect(rowOf(page, `later@${group}`)).toBeVisible();
});

test(
  'a long queue begins with what a screen shows, and the rest follows',
  { tag: '@full' },
  async ({ page, context, app }) => {
    await app.signIn(context, 'approver');
    const group = uniqueCustomer('').slice(1);
    for (let number = 0; number < 32; number += 1) await app.placeRequest(`c${number}@${group}`);
    const rowsIn = (html: string) => html.match(/<tr[^>]+data-import=/g)?.length ?? 0;
    expect(rowsIn(await (await context.request.get('/sponsorship')).text())).toBe(30);
    expect(rowsIn(await (await context.request.get(`/sponsorship?find=${group}`)).text())).toBe(32);
    await page.goto('/sponsorship');
    await expect(rowOf(page, group)).toHaveCount(32);

    // More than a bulk decision takes.
    await page.route('**/api/sponsorship?*', async (route) => {
      const response = await route.fetch();
      const queue = queueSchema.parse(await response.json());
      const many = queue.waiting
        .slice(0, 1)
        .flatMap((item) => Array.from({ length: 201 }, (_, number) => ({ ...item, importId: `many-${number}` })));
      await route.fulfill({ response, json: { ...queue, waiting: many } });
    });
    await page.reload();
    await page.getByLabel('Select all rows').check();
    const selection = page.getByRole('region', { name: 'Selection' });
    await expect(selection).toContainText('201 selected');
    await expect(selection).toContainText('Select at most 200');
    await expect(selection.getByRole('button', { name: 'Accept sponsorship' })).toBeDisabled();
    await page.keyboard.press('a');
    await expect(page.getByText('Not possible now')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  },
);

test('approvers can make bulk decisions from the list of imports', { tag: '@full' }, async ({ page, context, app }) => {
  await app.signIn(context, 'approver');
  const group = uniqueCustomer('').slice(1);
  const ids = [await app.placeImport(`here@${group}`), await app.placeImport(`there@${group}`)];
  const decidedElsewhere = await app.placeImport(`elsewhere@${group}`);
  await page.goto(`/imports?q=${group}`);
  await page.getByLabel('Select all loaded rows').check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Reject sponsorship' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Your company will not pay for the full migration of 3 customers');
  const other = await app.requestAs('approver');
  expect((await other.post(`/api/imports/${decidedElsewhere}/payment/reject`, { data: {} })).ok()).toBe(true);
  await expect(dialog).toContainText('Your company will not pay for the full migration of 2 customers');
  await expect(dialog).toContainText('1 is blocked and left out.');
  await dialog.getByRole('button', { name: 'Reject sponsorship for 2' }).click();
  await expect(page).toHaveURL(/\/sponsorship\?run=/);
  await expect(dialog).toContainText('2 of 2 processed: 2 confirmed.');
  await expect(dialog.getByRole('list', { name: 'Outcome of each' })).toBeVisible();
  await expectStateAccessible(page);
  for (const id of [...ids, decidedElsewhere]) expect(await app.countDecisions(id)).toBe(1);
});

test(
  'the queue with preview panel, the confirmation and the bulk dry run have no accessibility violations',
  { tag: '@full' },
  async ({ page, context, app }) => {
    test.slow();
    const group = uniqueCustomer('').slice(1);
    await app.signIn(context, 'approver');
    await app.placeRequest(`one@${group}`, { warnings: 2 });
    await app.placeRequest(`two@${group}`);
    await openQueue(page, group);
    await focusFirstRow(page, group);
    await page.keyboard.press(' ');
    await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
    await expectStateAccessible(page);

    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectStateAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await page.getByLabel('Select all rows').check();
    await page.keyboard.press('r');
    await expect(dialog.getByText('Would be sent').first()).toBeVisible();
    await expectStateAccessible(page);
  },
);
