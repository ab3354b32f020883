import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { signInPageAs, testEnvironment } from './fixtures/accounts';
import { importsOf, injectFault, newCustomer, openCustomerPage, respondWith } from './fixtures/customer';
import { expectStateAccessible } from './fixtures/expect-accessible';
import { placeImport } from './fixtures/place-import';
import { expect, test } from './fixtures/test';

const createdSchema = z.object({ id: z.string() });

async function chooseTool(page: Page, tool: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Source tool' }).fill(tool);
  await page.getByRole('radio', { name: new RegExp(`^${tool}( used recently)?$`) }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Fills in the wizard up to the review step. */
async function fillIn(page: Page, username: string, tool = 'Pipedrive', address = '/new'): Promise<void> {
  await page.goto(address);
  await chooseTool(page, tool);
  await page.getByLabel('Destination username').fill(username);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Check and create' })).toBeFocused();
}

test('a lost response with several candidates waits for a person to choose', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'agent');
  const username = newCustomer('several');
  await fillIn(page, username);
  // The creation succeeds and its response is lost. Slow lookups leave time to create a second candidate.
  await injectFault(page.request, username, { kind: 'reset-after' });
  await injectFault(page.request, username, { kind: 'latency', ms: 3000 }, { method: 'GET', times: 100 });
  await page.getByRole('button', { name: 'Create and share link' }).click();
  await expect(page.getByText('We do not know whether it was created')).toBeVisible();
  const other = await placeImport(page.request, { username, status: 'Collecting credentials' });
  const created = (await importsOf(page.request, username)).map(({ id }) => id);
  expect(created).toHaveLength(2);
  const ours = created.find((id) => id !== other) ?? '';
  const lostAttempt = page
    .getByRole('region', { name: 'Unconfirmed requests' })
    .getByRole('listitem')
    .filter({ hasText: username });
  // The app searches every 15 seconds.
  await expect(lostAttempt.getByRole('button', { name: `It is import ${other}` })).toBeVisible({ timeout: 40_000 });
  await lostAttempt.getByRole('button', { name: `It is import ${ours}` }).click();
  await expect(lostAttempt).toHaveCount(0);
  await page.goto(`/imports/${ours}`);
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Import created');
  expect(await importsOf(page.request, username)).toHaveLength(2);
});

test('an approver chooses the import of a paid creation without a reply', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'approver');
  const username = newCustomer('paid');
  await fillIn(page, username, 'Zendesk');
  await page.getByLabel('Start the full migration at once').check();
  await page.getByLabel('Reason').fill('Agreed with sales');
  await injectFault(page.request, username, { kind: 'reset-after' });
  await injectFault(page.request, username, { kind: 'latency', ms: 3000 }, { method: 'GET', times: 100 });
  await page.getByRole('button', { name: 'Start full migration and share link' }).click();
  await expect(page.getByText('We do not know whether it was created')).toBeVisible();
  const other = await placeImport(page.request, { username, status: 'Collecting credentials' });
  const ours = (await importsOf(page.request, username)).map(({ id }) => id).find((id) => id !== other) ?? '';
  const lostAttempt = page
    .getByRole('region', { name: 'Unconfirmed requests' })
    .getByRole('listitem')
    .filter({ hasText: username });
  await expect(lostAttempt).toContainText('an approver has to settle it under Sponsorship');

  await page.goto('/sponsorship?tab=unknown');
  const unknown = page.getByRole('listitem').filter({ hasText: username });
  await unknown.getByRole('textbox', { name: 'Reason' }).fill('Marta, by phone');
  await unknown.getByRole('button', { name: 'Record outcome' }).click();
  await expect(unknown).toBeHidden();

  await signInPageAs(page, 'agent');
  await page.goto('/new');
  await expect(lostAttempt).toContainText('an approver has to settle it on this page');
  await expect(lostAttempt.getByRole('button')).toHaveCount(0);
  await signInPageAs(page, 'approver');
  await page.goto('/new');
  await expect(lostAttempt.getByRole('button', { name: 'Nothing was created' })).toBeVisible();
  await expect(lostAttempt.getByRole('button', { name: 'Start again' })).toHaveCount(0);
  await lostAttempt.getByRole('button', { name: `It is import ${ours}` }).click({ timeout: 40_000 });
  await expect(lostAttempt).toHaveCount(0);
  await page.goto(`/imports/${ours}`);
  await expect(page.getByRole('main')).toContainText('Marta, by phone');
});

test('sharing shows customer, import and what to send; a double click and a reload create no second import', async ({
  page,
}) => {
  await signInPageAs(page, 'agent');
  const username = newCustomer('wizard');
  await fillIn(page, username);
  await page.getByRole('button', { name: 'Create and share link' }).dblclick();
  await expect(page.getByText('The import was created')).toBeVisible();
  const [created] = await importsOf(page.request, username);
  const address = created?.redirectUrl ?? '';
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: username })).toHaveAttribute(
    'href',
    `/customers?${new URLSearchParams({ username }).toString()}`,
  );
  await expect(main.getByRole('link', { name: created?.id ?? '', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the migration' })).toHaveAttribute('href', address);
  const text = page.getByRole('group', { name: 'Text to send' });
  await expect(text).toContainText('Your migration from Pipedrive is ready to start.');
  await expect(text).toContainText(address);
  await expect(page.getByRole('img', { name: 'QR code of the link: Migration' })).toBeVisible();
  await page.getByLabel('Language of the text').selectOption('Deutsch');
  await expect(text).toContainText('Ihre Migration von Pipedrive kann beginnen.');
  await expect(page.getByRole('link', { name: 'E-mail' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${encodeURIComponent(username)}\\?subject=Ihre%20Migration&body=Guten%20Tag`),
  );
  await expectStateAccessible(page);
  // A reload shows the same result; Back starts over and sends nothing.
  await page.reload();
  await expect(text).toContainText(`Your migration from Pipedrive`);
  await expect(main.getByRole('link', { name: username })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Source tool' })).toBeVisible();
  expect(await importsOf(page.request, username)).toHaveLength(1);
  // Not always the first one, because other tests use the same account.
  await page.goto('/new');
  await expect(page.getByRole('radio', { name: 'Pipedrive used recently' })).toBeVisible();
});

test('links to share end with a whole line', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInPageAs(page, 'agent');
  const username = newCustomer('lines');
  /** How much of the last line is visible, per text that is clipped or scrolls. */
  const lastLinesOf = (box: Locator) =>
    box.evaluate((element) => {
      const clipped = [element, ...element.querySelectorAll('*')].filter(
        (inner) => getComputedStyle(inner).overflowY !== 'visible',
      );
      return clipped.map((inner) => {
        const { lineHeight, paddingBlockStart, paddingBlockEnd } = getComputedStyle(inner);
        const textPx = inner.clientHeight - parseFloat(paddingBlockStart) - parseFloat(paddingBlockEnd);
        const lines = textPx / parseFloat(lineHeight);
        // Heights are whole pixels, line heights may not be.
        return Math.abs(lines - Math.round(lines)) < 0.1 ? 'whole' : `${lines} lines`;
      });
    });
  await fillIn(page, username);
  await page.getByRole('button', { name: 'Create and share link' }).click();
  const text = page.getByRole('group', { name: 'Text to send' });
  await expect(text).toContainText('http');
  expect(await lastLinesOf(text)).toEqual(['whole']);

  const [created] = await importsOf(page.request, username);
  await page.goto(`/imports/${created?.id}`);
  await page.getByRole('button', { name: 'Customer link', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = dialog.getByRole('group', { name: /^Link: / });
  await expect(link).toContainText('/m/');
  expect(await lastLinesOf(link)).toEqual(['whole']);
});

test(
  'continuing opens the migration in the same tab without asking; Back shows what was created',
  { tag: '@full' },
  async ({ page }) => {
    await signInPageAs(page, 'agent');
    const username = newCustomer('continue');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await fillIn(page, username);
    await page.getByRole('button', { name: 'Create and continue' }).click();
    await page.waitForURL((url) => url.origin === testEnvironment().simulator);
    const [created, ...more] = await importsOf(page.request, username);
    expect(more).toEqual([]);
    expect(page.url()).toBe(created?.redirectUrl);
    expect(dialogs).toEqual([]);
    await page.goBack();
    await expect(page.getByText('The import was created')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to the migration' })).toBeVisible();
    expect(page.url()).toContain('/new?attempt=');
    expect(await importsOf(page.request, username)).toHaveLength(1);
  },
);

test('a form whose answer never reached the browser creates one import, even if it is corrected and sent again', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_FAILED .*api\/imports/);
  await signInPageAs(page, 'agent');
  const username = newCustomer('cut-off');
  await fillIn(page, username);
  await page.route(
    (url) => url.pathname === '/api/imports',
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      return route.abort();
    },
  );
  await page.getByRole('button', { name: 'Create and continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Landfall cannot be reached' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: '2. Destination' }).click();
  await page.getByLabel(/^Instance address/).fill('desk.example/acme');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Create .*continue$/ }).click();
  await page.waitForURL((url) => url.origin === testEnvironment().simulator);
  const [created, ...more] = await importsOf(page.request, username);
  expect(more).toEqual([]);
  expect(page.url()).toBe(created?.redirectUrl);
});

test(
  'the first field of each step has focus, errors are at their field and the summary follows',
  { tag: '@full' },
  async ({ page }) => {
    await signInPageAs(page, 'agent');
    await page.goto('/imports');
    await page.getByRole('link', { name: 'New import' }).first().click();
    const search = page.getByRole('searchbox', { name: 'Source tool' });
    await expect(search).toBeFocused();
    await page.reload();
    await expect(search).toBeFocused();
    // The page scrolls, not a box inside it.
    const zendesk = page.getByRole('radio', { name: /^Zendesk/ });
    await expect(zendesk).toBeVisible();
    const scrollers = await zendesk.evaluate((element) => {
      const found: string[] = [];
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(box).overflowY)) found.push(box.className);
      }
      return found;
    });
    expect(scrollers).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(search).toHaveAccessibleDescription('Choose a tool from the list.');
    await expect(search).toBeFocused();
    const summary = page.getByRole('complementary', { name: 'Summary' });
    await expect(summary).toContainText('Not chosen yet');
    await chooseTool(page, 'Zendesk');
    await expect(summary).toContainText('Zendesk');
    const username = page.getByLabel('Destination username');
    const address = page.getByLabel(/^Instance address/);
    await expect(username).toBeFocused();
    await address.fill('no address');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(username).toHaveAccessibleDescription(/Enter the customer’s username/);
    await expect(username).toBeFocused();
    await expect(address).toHaveAccessibleDescription(/Enter a web address/);
    await expectStateAccessible(page);
    await address.fill('desk.example/acme');
    await username.fill(newCustomer('focus'));
    await expect(address).toHaveValue('https://desk.example/acme');
    await expect(summary).toContainText('https://desk.example/acme');
    await username.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check and create' })).toBeFocused();
  },
);

test(
  'a username in the URL is filled in and does not replace the draft of another customer',
  { tag: '@full' },
  async ({ page }) => {
    await signInPageAs(page, 'agent');
    const [first, second] = [newCustomer('first'), newCustomer('second')];
    await page.goto(`/new?username=${encodeURIComponent(first)}`);
    await chooseTool(page, 'Zendesk');
    await expect(page.getByLabel('Destination username')).toHaveValue(first);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`/new?username=${encodeURIComponent(second)}`);
    await expect(page.getByText(`You have an unfinished import for ${first}.`)).toBeVisible();
    await expectStateAccessible(page);
    await page.getByRole('button', { name: 'Finish it' }).click();
    await expect(page.getByRole('heading', { name: 'Check and create' })).toBeFocused();
    await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText(first);
    await page.goto(`/new?username=${encodeURIComponent(second)}`);
    await page.getByRole('button', { name: 'Discard and start new' }).click();
    await chooseTool(page, 'Pipedrive');
    await expect(page.getByLabel('Destination username')).toHaveValue(second);
  },
);

test('a start link comes with a text, a QR code and an e-mail', { tag: '@full' }, async ({ page, browser }) => {
  await signInPageAs(page, 'agent');
  const username = newCustomer('start-link');
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.type());
    void question.dismiss();
  });
  await page.goto('/new');
  await page.getByRole('radio', { name: /^Zendesk/ }).check();
  await page.getByRole('button', { name: 'Create start link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start link' });
  await expect(dialog.getByLabel('Customer’s username')).toBeFocused();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByLabel('Customer’s username')).toHaveAccessibleDescription('Enter the customer’s username.');
  await dialog.getByLabel('Customer’s username').fill(username);
  await dialog.getByLabel(/^Customer’s instance address/).fill('desk.example/acme');
  await dialog.getByLabel(/^Language/).selectOption('Deutsch');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const text = dialog.getByRole('group', { name: 'Text to send' });
  await expect(text).toContainText('mit diesem Link starten Sie Ihre Migration');
  await expect(dialog.getByRole('img', { name: 'QR code of the link: Start link' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'E-mail' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${encodeURIComponent(username)}\\?subject=`),
  );
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expectStateAccessible(page);
  // An e-mail does not leave the page.
  await dialog.getByRole('link', { name: 'E-mail' }).click();
  await dialog.getByRole('button', { name: 'Copy link' }).focus();
  expect(questions).toEqual([]);
  const link = /https?:\S+\/start\/\S+/.exec((await text.textContent()) ?? '')?.[0] ?? '';
  const customer = await openCustomerPage(browser);
  await customer.goto(link);
  await expect(customer.getByText(username)).toBeVisible();
});

test(
  'each step has a URL; Back and reload keep the input except the token; leaving asks first',
  { tag: '@full' },
  async ({ page }) => {
    await signInPageAs(page, 'agent');
    const username = newCustomer('steps');
    await page.goto('/new');
    await chooseTool(page, 'Zendesk');
    await page.getByLabel('Destination username').fill(username);
    await page.getByLabel('Destination API token').fill('canary-destination-token');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/step=review/);
    const summary = page.getByRole('complementary', { name: 'Summary' });
    await expect(summary).toContainText('Entered, sent once');
    await page.goBack();
    await expect(page.getByLabel('Destination username')).toHaveValue(username);
    await expect(page.getByLabel('Destination API token')).toHaveValue('canary-destination-token');
    await expectStateAccessible(page);
    await page.goForward();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('canary');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(summary).toContainText(username);
    await expect(summary).not.toContainText('Entered, sent once');
    await page.getByRole('button', { name: '2. Destination' }).click();
    await expect(page.getByLabel('Destination API token')).toHaveValue('');

    await page.getByRole('link', { name: 'Overview' }).first().click();
    const leaving = page.getByRole('dialog', { name: 'Leave without creating the import?' });
    await leaving.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('Destination username')).toHaveValue(username);
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await leaving.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await page.goto('/new?step=review');
    await expect(page.getByRole('searchbox', { name: 'Source tool' })).toBeVisible();
  },
);

test('Back out of the wizard asks first', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'agent');
  await page.goto('/imports');
  await page.getByRole('link', { name: 'New import' }).first().click();
  await chooseTool(page, 'Zendesk');
  await expect(page).toHaveURL(/step=destination/);
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Zendesk' })).toBeChecked();
  const leaving = page.getByRole('dialog', { name: 'Leave without creating the import?' });
  await expect(leaving).toBeHidden();
  await page.goBack();
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('radio', { name: 'Zendesk' })).toBeChecked();
  await page.goBack();
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
});

test('the wizard warns about an existing import of the same customer and tool', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'agent');
  const username = newCustomer('second');
  const created = await page.request.post('/api/imports', {
    headers: { origin: testEnvironment().origin, 'sec-fetch-site': 'same-origin' },
    data: { source_tool: 'Zendesk', destination_username: username, attempt: crypto.randomUUID() },
  });
  const { id } = createdSchema.parse(await created.json());
  await fillIn(page, username, 'Zendesk');
  await expect(page.getByText('This customer already has an import from Zendesk')).toBeVisible();
  await expect(page.getByRole('link', { name: `Import ${id}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'All imports of this customer' })).toBeVisible();
  await page.getByRole('button', { name: 'Create another and share link' }).click();
  await expect(page.getByText('The import was created')).toBeVisible();
  expect(await importsOf(page.request, username)).toHaveLength(2);
  // An import from another tool causes no warning.
  await fillIn(page, username, 'Pipedrive');
  await expect(page.getByRole('button', { name: 'Create and share link' })).toBeVisible();
  await expect(page.getByText('the migration opens in this tab')).toBeVisible();
  // Each visit of the step looks the customer up again.
  await page.getByRole('button', { name: 'Back' }).click();
  await placeImport(page.request, { username });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This customer already has imports from an unknown tool')).toBeVisible();
});

test(
  'every validation error is shown at its field, and fixing one keeps the others',
  { tag: '@full' },
  async ({ page, consoleErrors }) => {
    consoleErrors.expect(/422 .*api\/imports/);
    await signInPageAs(page, 'agent');
    const username = newCustomer('errors');
    await fillIn(page, username, 'Zendesk');
    await injectFault(
      page.request,
      username,
      respondWith(422, {
        errors: {
          source_tool: ['is not offered any more'],
          family: ['is not for this tool'],
          destination_username: ['is not known there'],
          destination_instance_url: ['is missing'],
          destination_token: ['has expired'],
          phase_of_the_moon: ['is wrong'],
          base: ['and something else'],
        },
      }),
    );
    await page.getByRole('button', { name: 'Create and share link' }).click();
    await expect(page).toHaveURL(/step=tool/);
    const summary = page.getByRole('alert').filter({ hasText: 'did not accept the entries' });
    await expect(summary).toContainText('phase_of_the_moon: is wrong');
    await expect(summary).toContainText('and something else');
    await expect(page.getByRole('searchbox', { name: 'Source tool' })).toHaveAccessibleDescription(
      /not offered any more/,
    );
    await expect(page.getByLabel('Family')).toHaveAccessibleDescription(/not for this tool/);
    await expectStateAccessible(page);
    await summary.getByRole('button', { name: /Destination username: is not known there/ }).click();
    await page.getByLabel('Destination username').fill(`${username}x`);
    await expect(page.getByText('is not known there')).toHaveCount(0);
    await expect(page.getByLabel(/^Instance address/)).toHaveAccessibleDescription(/is missing/);
    await expect(page.getByLabel('Destination API token')).toHaveAccessibleDescription(/has expired/);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Create and share link' }).click();
    await expect(page.getByText('The import was created')).toBeVisible();
    expect(await importsOf(page.request, `${username}x`)).toHaveLength(1);
  },
);

test(
  'rate limiting and a rejected token are shown, and the same form then creates one import',
  { tag: '@full' },
  async ({ page, consoleErrors }) => {
    consoleErrors.expect(/(429|502|503) .*api\/imports/);
    await signInPageAs(page, 'agent');
    const username = newCustomer('fault');
    await fillIn(page, username);
    for (const [effect, words] of [
      [{ kind: 'rate-limited', retryAfter: 1 }, 'Too many requests to the migration service'],
      [respondWith(401, {}), 'The migration service refuses our API token'],
    ] as const) {
      await injectFault(page.request, username, effect);
      await page.getByRole('button', { name: 'Create and share link' }).click();
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Create and share link' }).click();
    await expect(page.getByText('The import was created')).toBeVisible();
    expect(await importsOf(page.request, username)).toHaveLength(1);
  },
);

test(
  'after a lost response a person must explicitly start again, which replaces the first attempt',
  { tag: '@full' },
  async ({ page, consoleErrors }) => {
    consoleErrors.expect(/409 .*api\/imports/);
    await signInPageAs(page, 'agent');
    const username = newCustomer('lost');
    await fillIn(page, username);
    // Nothing was created, and the lookups that would show that take a minute.
    await injectFault(page.request, username, { kind: 'reset-before' });
    await page.getByRole('button', { name: 'Create and share link' }).click();
    await expect(page.getByText('We do not know whether it was created')).toBeVisible();
    const lostAttempt = page
      .getByRole('region', { name: 'Unconfirmed requests' })
      .getByRole('listitem')
      .filter({ hasText: username });
    await expect(lostAttempt).toContainText('from Pipedrive');

    await fillIn(page, username);
    await page.getByRole('button', { name: 'Create and share link' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'no reply arrived' })).toBeVisible();
    await lostAttempt.getByRole('button', { name: 'Start again' }).click();
    await expect(page.getByText('You are starting again')).toBeVisible();
    await page.getByRole('button', { name: 'Create and share link' }).click();
    await expect(page.getByText('The import was created')).toBeVisible();
    await expect(lostAttempt).toHaveCount(0);
    expect(await importsOf(page.request, username)).toHaveLength(1);
  },
);

test('the sandbox says that nothing was created', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'approver');
  const username = newCustomer('sandbox');
  await fillIn(page, username, 'Zendesk', '/new?env=sandbox');
  await expect(page.getByText('Nothing will be created.')).toBeVisible();
  await page.getByLabel('Start the full migration at once').check();
  await expect(page.getByText('In the sandbox, no one pays')).toBeVisible();
  await page.getByLabel('Start the full migration at once').uncheck();
  await page.getByRole('button', { name: 'Send to the sandbox' }).click();
  await expect(page.getByText('The sandbox accepted it; nothing was created')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the migration' })).toHaveCount(0);
  expect(await importsOf(page.request, username)).toHaveLength(0);
});

test(
  'an approver can start the full migration immediately and sees the cost; an agent cannot',
  { tag: '@full' },
  async ({ page }) => {
    await signInPageAs(page, 'agent');
    const username = newCustomer('full');
    await fillIn(page, username, 'Zendesk');
    await expect(page.getByLabel('Start the full migration at once')).toHaveCount(0);
    await signInPageAs(page, 'approver');
    await fillIn(page, username, 'Zendesk');
    await page.getByLabel('Start the full migration at once').check();
    await expect(page.getByText(`Your company will pay for the full migration of ${username}`)).toBeVisible();
    await page.getByLabel('Reason').fill('Agreed with sales');
    await expectStateAccessible(page);
    await page.getByRole('button', { name: 'Start full migration and share link' }).click();
    await expect(page.getByText('The import was created')).toBeVisible();
    expect(await importsOf(page.request, username)).toMatchObject([{ startFull: true }]);
  },
);
