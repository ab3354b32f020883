import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { signInPageAs } from './fixtures/accounts';
import { expectStateAccessible } from './fixtures/expect-accessible';
import { moveImport, placeImport } from './fixtures/place-import';
import { expect, test } from './fixtures/test';

const unique = () => `list-${Date.now()}-${Math.floor(Math.random() * 1e6)}`;

/** The list is ready once it shows which rows are visible. */
async function openList(page: Page, address = '/imports'): Promise<void> {
  await page.goto(address);
  await expect(page.getByText(/^Rows \d+ to \d+ of |^No rows$/)).toBeVisible();
}

const table = (page: Page) => page.getByRole('table', { name: 'Imports' });
const search = (page: Page) => page.getByRole('combobox', { name: /Search customer/ });
const previewPanel = (page: Page) => page.getByRole('complementary', { name: 'Preview' });

/** Creates imports of one customer at the service and looks them up, so that the app knows them. */
async function knownCustomer(page: Page, status = 'Collecting credentials') {
  const username = `${unique()}@acme.example`;
  const id = await placeImport(page.request, { username, status });
  let show = () => undefined as void;
  const isShown = new Promise<void>((resolve) => (show = resolve));
  const list = /\/api\/imports\?.*limit=/;
  // The row comes from the answer to the lookup. Changes by other tests may load the list, which has it as well.
  await page.route(list, async (route) => {
    await isShown;
    await route.continue();
  });
  await openList(page, `/imports?q=${encodeURIComponent(username)}`);
  await expect(page.getByText('The service has 1 import under exactly')).toBeVisible();
  await expect(table(page).getByRole('link', { name: username })).toBeVisible();
  show();
  await page.unrouteAll({ behavior: 'wait' });
  return { username, id };
}

test.describe('search', () => {
  test(
    'matches stored imports while typing and looks up a full name at the service on request',
    { tag: '@full' },
    async ({ page }) => {
      await signInPageAs(page, 'viewer');
      const { username } = await knownCustomer(page);
      await openList(page);
      await search(page).pressSequentially(username.slice(0, -9));
      await expect(table(page).getByRole('link', { name: username })).toBeVisible();
      await expect(page.getByText('These are stored imports')).toBeVisible();
      await expect(search(page)).toBeFocused();
      await search(page).fill(username);
      await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(username)}$`));
      await page.getByRole('button', { name: 'Look up at the service' }).click();
      await expect(page.getByText('The service has 1 import under exactly')).toBeVisible();
      await expect(page.getByText(/^Checked (now|\d+ s ago)$/)).toBeVisible();
      await expect(page).toHaveURL(/\?q=list-/);
    },
  );

  test('filters by text that was typed before hydration', { tag: '@full' }, async ({ page }) => {
    await signInPageAs(page, 'viewer');
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/_next/static/**/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/imports', { waitUntil: 'commit' });
    await search(page).pressSequentially('no-such-customer');
    await search(page).press('Home');
    release();
    await expect(page).toHaveURL(/\?q=no-such-customer$/);
    await expect(page.getByText(/^No rows$/)).toBeVisible();
    await expect(search(page)).toHaveValue('no-such-customer');
    expect(await search(page).evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(0);
  });

  test('text typed on another page does not stay in the field', { tag: '@full' }, async ({ page }) => {
    await signInPageAs(page, 'viewer');
    await page.goto('/account');
    await search(page).fill('no-such-customer');
    await search(page).press('Escape');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Imports' }).click();
    await expect(page.getByText(/^Rows 1 to/)).toBeVisible();
    await expect(search(page)).toHaveValue('');
  });

  test('a long text does not make the page wider than the window', { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 900 });
    await signInPageAs(page, 'viewer');
    await openList(page, `/imports?q=${'long'.repeat(50)}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
    const title = page.getByRole('heading', { name: /^No stored import/ });
    expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  test('reports an unknown name and suggests similar spellings', { tag: '@full' }, async ({ page }) => {
    await signInPageAs(page, 'viewer');
    const { username } = await knownCustomer(page);
    await openList(page, `/imports?q=${encodeURIComponent(username.replace('acme', 'amce'))}`);
    await expect(page.getByText('No imports at the service under exactly this name')).toBeVisible();
    await page.getByRole('link', { name: username, exact: true }).click();
    await expect(page.getByText('The service has 1 import under exactly')).toBeVisible();
    await expect(search(page)).toHaveValue(username);
  });
});

test.describe('filters', () => {
  test('are part of the URL, which shows the same list to everyone', { tag: '@full' }, async ({ page }) => {
    await signInPageAs(page, 'viewer');
    await openList(page);
    const filters = page.getByRole('group', { name: 'Filters' });
    await filters.getByRole('link', { name: /^Collecting credentials/ }).click();
    await expect(page).toHaveURL(/status=Collecting/);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const zendesk = page
      .getByRole('group', { name: 'More filters' })
      .getByRole('checkbox', { name: 'Zendesk', exact: true });
    // Not `check`, which asserts immediately: the box follows the URL, which changes in a transition.
    await zendesk.click();
    await expect(zendesk).toBeChecked();
    await page.keyboard.press('Escape');
    await table(page).getByRole('link', { name: 'In status' }).click();
    await expect(page).toHaveURL('/imports?status=Collecting+credentials&tool=Zendesk&sort=since&direction=asc');
    await expect(table(page).getByRole('columnheader', { name: 'In status' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    // The old rows stay until the new ones arrive.
    const rows = async () => (await table(page).getByRole('row').allInnerTexts()).slice(1);
    await expect.poll(async () => (await rows()).filter((text) => !text.includes('Zendesk'))).toEqual([]);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    // Sorted by age, so that imports of other tests come last.
    const oldest = () =>
      page
        .locator('[data-import]')
        .evaluateAll((shown) => shown.slice(0, 3).map((row) => row.getAttribute('data-import')));
    const before = await oldest();
    expect(before).toHaveLength(3);
    await openList(page, page.url());
    await expect(filters.getByRole('link', { name: /^From Zendesk/ })).toBeVisible();
    await expect.poll(oldest).toEqual(before);
    await page.getByRole('link', { name: 'Clear all' }).click();
    await page.goBack();
    await expect(filters.getByRole('link', { name: /^From Zendesk/ })).toBeVisible();
  });

  test('the number on a filter chip equals the number of rows', { tag: '@full' }, async ({ page }) => {
    await signInPageAs(page, 'viewer');
    await openList(page);
    const chip = page.getByRole('group', { name: 'Filters' }).getByRole('link', { name: /^In preparation/ });
    const count = /(\d+)$/.exec((await chip.innerText()).trim())?.[1];
    await chip.click();
    await expect(page.getByText(new RegExp(`^Rows 1 to \\d+ of ${count}$`))).toBeVisible();
  });

  test('an empty result says what to do', { tag: '@full' }, async ({ page }) => {
    await signInPageAs(page, 'viewer');
    await openList(page, '/imports?tool=No+such+tool');
    await expect(page.getByRole('heading', { name: 'No import matches these filters' })).toBeVisible();
    await page.getByRole('link', { name: 'Show all imports' }).click();
    await expect(table(page)).toBeVisible();
  });
});

test('a view is saved, shared with another person and deleted', { tag: '@full' }, async ({ page, browser }) => {
  const name = unique();
  await signInPageAs(page, 'agent');
  await openList(page, '/imports?warnings=some&tool=Zendesk');
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog.getByText('Enter a name for the view')).toBeVisible();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('checkbox', { name: /Share with all staff/ }).check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
  await expect(tab).toHaveAttribute('aria-current', 'page');

  const other = await browser.newPage();
  await signInPageAs(other, 'viewer');
  await openList(other);
  await other.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();
  await expect(other).toHaveURL(/tool=Zendesk&warnings=some/);
  await expect(other.getByRole('button', { name: 'Save view' })).toBeVisible();
  await other.close();

  await page.getByRole('button', { name: 'Edit view' }).click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await expect(tab).toHaveCount(0);
});

test.describe('rows', () => {
  test('are sent only as far as a screen shows them, in a page of at most 90 kB', async ({ page }) => {
    await signInPageAs(page, 'admin');
    // The oldest rows, which other tests do not change.
    const html = await (await page.request.get('/imports?sort=created&direction=asc')).text();
    expect(html.match(/data-import=/g)).toHaveLength(18);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(90_000);
  });

  test('scroll through all pages while only a few are rendered', { tag: '@full' }, async ({ page }) => {
    await signInPageAs(page, 'viewer');
    // Sorted by customer, because opening an import changes the default order.
    await openList(page, '/imports?sort=username&direction=asc&gone=show');
    const total = Number(/of ([\d,]+)$/.exec(await page.getByText(/^Rows/).innerText())?.[1]?.replace(',', ''));
    expect(total).toBeGreaterThan(200);
    await table(page).getByRole('row').nth(3).hover();
    await expect(async () => {
      await page.mouse.wheel(0, 20_000);
      // Other tests may add imports meanwhile.
      await expect(page.getByText(/^Rows/)).toHaveText(/ to ([\d,]+) of \1$/, { timeout: 500 });
    }).toPass();
    const last = Number(/of ([\d,]+)$/.exec(await page.getByText(/^Rows/).innerText())?.[1]?.replace(',', ''));
    expect(last).toBeGreaterThanOrEqual(total);
    expect(await table(page).getByRole('row').count()).toBeLessThan(80);
    await expect(table(page)).toHaveAttribute('aria-rowcount', /\d+/);
  });

  test('can be selected, refreshed and exported', async ({ page }) => {
    await signInPageAs(page, 'agent');
    const { username, id } = await knownCustomer(page);
    const checkbox = table(page).getByRole('checkbox', { name: `Select ${username}` });
    await checkbox.check({ force: true });
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar).toContainText('1 selected');
    // The file also arrives if the selection is cleared meanwhile.
    await page.route('**/api/import-export', async (route) => {
      await page.keyboard.press('Escape');
      await expect(bar).toHaveCount(0);
      await route.continue();
    });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${id},${username}`);
    await moveImport(page.request, id, 'advance', { status: 'In preparation' });
    await checkbox.check({ force: true });
    await bar.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Refreshing 1 import')).toBeVisible();
    await expect(bar).toHaveCount(0);
  });

  test('are selected only while they are shown, in one environment', { tag: '@full' }, async ({ page }) => {
    await signInPageAs(page, 'agent');
    const { username } = await knownCustomer(page);
    await table(page)
      .getByRole('checkbox', { name: `Select ${username}` })
      .check({ force: true });
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar).toContainText('1 selected');
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Stuck' }).click();
    await expect(bar).toHaveCount(0);
    await page.goBack();
    await expect(bar).toContainText('1 selected');
    const environments = page.getByRole('group', { name: 'Environment' });
    await environments.getByRole('link', { name: 'Sandbox' }).click();
    await expect(bar).toHaveCount(0);
    await environments.getByRole('link', { name: 'Live' }).click();
    await expect(table(page).getByRole('link', { name: username })).toBeVisible();
    await expect(bar).toHaveCount(0);
  });

  test('the link of a customer is copied although the preview was closed', { tag: '@full' }, async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInPageAs(page, 'agent');
    await knownCustomer(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await page.route('**/customer-link', async (route) => {
      await page.keyboard.press('Escape');
      await expect(previewPanel(page)).toHaveCount(0);
      await route.continue();
    });
    await previewPanel(page).getByRole('button', { name: 'Copy customer link' }).click();
    await expect(page.getByText('Customer link copied')).toBeVisible();
  });

  test('exports the whole filter, without formulas in cells', { tag: '@full' }, async ({ page }) => {
    await signInPageAs(page, 'viewer');
    const username = `=${unique()}@acme.example`;
    await placeImport(page.request, { username });
    await openList(page, `/imports?q=${encodeURIComponent(username)}`);
    await expect(page.getByText('The service has 1 import under exactly')).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^landfall-imports-\d{4}-\d\d-\d\d\.csv$/);
    expect(await readFile(await file.path(), 'utf8')).toContain(`"'${username}"`);
  });

  test('do not move while reading: changes are announced and shown on request', async ({ page }) => {
    await signInPageAs(page, 'viewer');
    const { id } = await knownCustomer(page);
    const line = table(page).getByRole('row').filter({ hasText: 'Collecting credentials' });
    await expect(line).toHaveCount(1);
    await moveImport(page.request, id, 'advance', { status: 'In preparation' });
    const pill = page.getByRole('button', { name: /\d+ updates?, show/ });
    await expect(pill).toBeVisible();
    await expect(line).toHaveCount(1);
    await expect(async () => {
      if (await pill.isVisible()) await pill.click();
      await expect(table(page).getByRole('row').filter({ hasText: 'In preparation' })).toHaveCount(1, {
        timeout: 1000,
      });
    }).toPass();
  });
});

test('the list works with the keyboard only: look up, filter, preview, select, open and return', async ({ page }) => {
  await signInPageAs(page, 'viewer');
  const { username } = await knownCustomer(page);
  const unknown = `${unique()}@acme.example`;
  await openList(page);
  await page.keyboard.press('/');
  await page.keyboard.type(unknown);
  // Without a row to open, Enter looks the name up.
  await page.keyboard.press('Enter');
  await expect(page.getByText('No imports at the service under exactly this name')).toBeVisible();
  await search(page).fill(username);
  await page.keyboard.press('Escape');
  await expect(search(page)).not.toBeFocused();
  await expect(search(page)).toHaveValue(username);
  const line = table(page).getByRole('row').filter({ hasText: username });
  await expect(line).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(line).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected');
  await page.keyboard.press('Space');
  await expect(previewPanel(page).getByRole('heading', { name: username })).toBeVisible();
  await expect(previewPanel(page).getByText('Next step.')).toBeVisible();
  const decision = table(page).getByRole('columnheader', { name: 'Decision' });
  await expect(decision).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(previewPanel(page)).toHaveCount(0);
  await expect(decision).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0);

  const chip = page.getByRole('group', { name: 'Filters' }).getByRole('link', { name: /^Collecting credentials/ });
  await chip.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/status=Collecting/);
  await expect(line).toBeVisible();
  // In another view the focus stays on the same import.
  await expect(page.getByText(/^Rows 1 to \d+ of/)).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(line).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/imports\/[^?]+$/);
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
  await page.goBack();
  await expect(line).toBeVisible();
});

test(
  'looks up many names at once, with progress, one result per name and a URL to return to',
  { tag: '@full' },
  async ({ page }) => {
    test.slow();
    await signInPageAs(page, 'agent');
    const found = `${unique()}@acme.example`;
    const missing = `${unique()}@nowhere.example`;
    await placeImport(page.request, { username: found });
    await openList(page);
    await page.keyboard.press('l');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Many names' }).check();
    await dialog.getByRole('button', { name: 'Look up' }).click();
    await expect(dialog.getByText('Enter at least one name')).toBeVisible();
    await dialog.getByLabel('Upload a list').setInputFiles({
      name: 'names.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`email\r\n"${found}"\r\n${missing}\r\n${found}\r\n`),
    });
    await expect(dialog.getByText('2 names, 1 repeated')).toBeVisible();
    // Cancelling a second file choice fires a `cancel` event that bubbles; it must not close the dialog.
    await dialog.getByLabel('Upload a list').dispatchEvent('cancel', { bubbles: true });
    await dialog.getByRole('button', { name: 'Look up 2 names' }).click();
    await expect(page).toHaveURL(/lookup=/);
    await expect(dialog.getByText('2 of 2 names')).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByRole('row').filter({ hasText: missing })).toContainText(
      'No imports with exactly this name',
    );
    await page.reload();
    await dialog.getByRole('row').filter({ hasText: found }).getByRole('link', { name: '1 import' }).click();
    await expect(table(page).getByRole('link', { name: found })).toBeVisible();
  },
);

test.describe('lookups on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the choice between one and many names has one line', { tag: '@full' }, async ({ page }) => {
    await signInPageAs(page, 'agent');
    await page.goto('/imports');
    await page.getByRole('button', { name: 'Look up', exact: true }).click();
    const choice = page.getByRole('dialog').getByRole('group', { name: 'How many names' });
    for (const name of ['One name', 'Many names']) {
      await choice.getByRole('radio', { name }).check();
      const text = await choice.getByText(name, { exact: true }).evaluate((label) => {
        const range = document.createRange();
        range.selectNode(label.lastChild ?? label);
        const { left, right, height } = range.getBoundingClientRect();
        const box = label.getBoundingClientRect();
        const lineHeight = parseFloat(getComputedStyle(label).lineHeight);
        return { lines: Math.round(height / lineHeight), inside: left >= box.left && right <= box.right };
      });
      expect(text, name).toEqual({ lines: 1, inside: true });
    }
  });

  test('the button of a lookup stays at the end of its line', { tag: '@full' }, async ({ page }) => {
    await signInPageAs(page, 'agent');
    const username = `${unique()}@acme.example`;
    await placeImport(page.request, { username });
    await page.goto('/imports');
    await search(page).fill(username);
    const status = page.getByRole('status').filter({ has: page.getByRole('button') });
    const gapAfter = async (name: string) => {
      const button = status.getByRole('button', { name });
      await expect(button).toBeVisible();
      const [frame, box] = [await status.boundingBox(), await button.boundingBox()];
      return frame && box && frame.x + frame.width - box.x - box.width;
    };
    const gapPx = await gapAfter('Look up at the service');
    expect(gapPx).toBeLessThanOrEqual(16);
    await status.getByRole('button').click();
    await expect(page.getByText('The service has 1 import under exactly')).toBeVisible();
    expect(await gapAfter('Refresh')).toBe(gapPx);
  });

  test('results of many names fit and have labels', { tag: '@full' }, async ({ page }) => {
    test.slow();
    await signInPageAs(page, 'agent');
    const found = `a-rather-long-name.of-a-department-${unique()}@subsidiary.example.co.uk`;
    await placeImport(page.request, { username: found });
    await page.goto('/imports');
    await page.getByRole('button', { name: 'Look up', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Many names' }).check();
    await dialog.getByLabel('Destination usernames').fill(`${found}, ${unique()}@nowhere.example`);
    await dialog.getByRole('button', { name: 'Look up 2 names' }).click();
    await expect(dialog.getByText('2 of 2 names')).toBeVisible({ timeout: 60_000 });
    const results = dialog.getByRole('region', { name: 'Results' });
    await expect(results.getByRole('link', { name: '1 import' })).toBeInViewport({ ratio: 1 });
    const result = results.getByRole('cell').filter({ has: page.getByRole('link', { name: '1 import' }) });
    expect(await result.evaluate((cell) => getComputedStyle(cell, '::before').content)).toContain('Result');
    for (const box of [page.locator('html'), dialog, results, dialog.getByRole('group', { name: 'Which names' })]) {
      expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    }
  });
});

test('a viewer can look up one name only', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'viewer');
  const username = `${unique()}@acme.example`;
  await placeImport(page.request, { username });
  await openList(page);
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Look up a customer' });
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await dialog.getByLabel('Destination username').fill(username);
  await dialog.getByRole('button', { name: 'Look up' }).click();
  await expect(page.getByText('The service has 1 import under exactly')).toBeVisible();
  await expect(table(page).getByRole('link', { name: username })).toBeVisible();
});

test(
  'search from any page: suggestions, arrow keys, Enter, Esc, and the best hit of the palette',
  { tag: '@full' },
  async ({ page }) => {
    await signInPageAs(page, 'agent');
    const { username, id } = await knownCustomer(page);
    const opened = () => expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
    const selected = page.getByRole('option', { selected: true });
    await page.goto('/');
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
    await page.keyboard.type(username.slice(0, -8));
    await expect(selected).toContainText(id);
    await page.keyboard.press('ArrowDown');
    await expect(selected).toContainText('Customer, all imports');
    await page.keyboard.press('ArrowUp');
    await expect(search(page)).toHaveAttribute('aria-activedescendant', (await selected.getAttribute('id')) ?? 'none');
    await expectStateAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(search(page)).not.toBeFocused();
    await expect(search(page)).toHaveValue(username.slice(0, -8));
    // Enter before the answer opens the hit for what is typed now.
    await page.keyboard.press('/');
    await page.keyboard.type(username);
    await page.keyboard.press('Enter');
    await opened();
    await expect(search(page)).toHaveValue('');

    // No hit: the list with the query, which looks the name up.
    const unknown = `${unique()}@acme.example`;
    await page.keyboard.press('/');
    await page.keyboard.type(unknown);
    await expect(page.getByRole('option', { name: `Look up “${unknown}” at the service` })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('No imports at the service under exactly this name')).toBeVisible();
    await expect(search(page)).toHaveValue(unknown);
    // Also from the palette, on the list itself.
    const unknown2 = `${unique()}@acme.example`;
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: /Search pages/ }).fill(unknown2);
    await page.getByRole('option', { name: `Look up “${unknown2}” at the service` }).click();
    await expect(page.getByText('No imports at the service under exactly this name')).toContainText(unknown2);

    // On the list, Enter opens the top row for what is typed now.
    await page.keyboard.press('/');
    await page.keyboard.type(username);
    await page.keyboard.press('Enter');
    await opened();

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: /Search pages/ }).fill(username);
    await expect(selected).toContainText(id);
    await page.getByRole('combobox', { name: /Search pages/ }).fill('overv');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  },
);

test('no column of the list is cut at 1920, and no customer or tool at 1024', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'viewer');
  /** Cells in which something is wider or higher than its place. */
  const cutCells = (columns: string) =>
    page.locator(`tr[data-import] > td:is(${columns})`).evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const parts = [cell, ...cell.querySelectorAll('*')].filter(
          // Texts for screen readers only are 1 px wide.
          (part) => part.clientWidth > 1 && getComputedStyle(part).overflowX === 'hidden',
        );
        const isCut = (part: Element) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight;
        return parts.some(isCut) ? [cell.textContent] : [];
      }),
    );
  await page.setViewportSize({ width: 1920, height: 900 });
  await openList(page, '/imports?sort=created&direction=asc');
  expect(await cutCells('*')).toEqual([]);
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(page.getByRole('columnheader', { name: 'Seen' })).toBeHidden();
  expect(await cutCells(':nth-child(2), :nth-child(3)')).toEqual([]);
});

test.describe('states', () => {
  test(
    'a list that fails to load shows the reason and the request id, and can be retried',
    { tag: '@full' },
    async ({ page, consoleErrors }) => {
      consoleErrors.expect(/ 500 .*\/api\/imports\?status/);
      // Next renders its own alert outside main, which announces the page.
      const alert = page.getByRole('main').getByRole('alert');
      await signInPageAs(page, 'viewer');
      await openList(page);
      // Not the list that is shown, which changes by other tests may reload.
      const filtered = /api\/imports\?status/;
      await page.route(filtered, (route) => route.fulfill({ status: 500, headers: { 'x-request-id': 'r-1' } }));
      await page
        .getByRole('group', { name: 'Filters' })
        .getByRole('link', { name: /^In preparation/ })
        .click();
      await expect(alert).toContainText('Something went wrong', { timeout: 20_000 });
      await expect(alert).toContainText('r-1');
      await page.unroute(filtered);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText(/^Rows 1 to/)).toBeVisible();
      await expect(alert).toHaveCount(0);
    },
  );

  test(
    'on a phone a row has three lines, and all of it opens the import',
    { tag: '@full' },
    async ({ page, request }) => {
      const username = `${unique()}-with-a-long-name@and-a-long-company.example`;
      await placeImport(request, { username, status: 'Sample migration completed' });
      await page.setViewportSize({ width: 390, height: 844 });
      await signInPageAs(page, 'viewer');
      await page.goto(`/imports?q=${encodeURIComponent(username)}`);
      // A second line would cover the status.
      await expect(table(page).getByText(username, { exact: true })).toHaveCSS('height', '20px');
      await page.goto('/imports');
      const line = table(page).getByRole('row').nth(1);
      // During hydration a row may be rendered again and briefly has no box.
      await expect.poll(async () => (await line.boundingBox())?.height ?? 0).toBeGreaterThan(80);
      await expect.poll(async () => (await line.boundingBox())?.width ?? Infinity).toBeLessThanOrEqual(390);
      await line.click({ position: { x: 200, y: 80 } });
      await expect(page).toHaveURL(/\/imports\/[^?]+$/);
    },
  );
});

test.describe('accessibility', () => {
  test.slow();
  test('the list with preview panel and selection has no violations', { tag: '@full' }, async ({ page }) => {
    await signInPageAs(page, 'agent');
    await openList(page);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Space');
    await expect(previewPanel(page).getByText('Latest')).toBeVisible();
    await expectStateAccessible(page);
  });

  test('the result of a lookup has no violations', { tag: '@full' }, async ({ page }) => {
    await signInPageAs(page, 'agent');
    await openList(page, `/imports?q=${unique()}`);
    await expect(page.getByText('No imports at the service under exactly this name')).toBeVisible();
    await expectStateAccessible(page);
  });

  test('the filters and the lookup of many names have no violations', { tag: '@full' }, async ({ page }) => {
    await signInPageAs(page, 'agent');
    await openList(page);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(page.getByRole('group', { name: 'More filters' }).getByRole('checkbox').first()).toBeVisible();
    await expectStateAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Look up', exact: true }).click();
    await page.getByRole('radio', { name: 'Many names' }).check();
    await expectStateAccessible(page);
  });
});
