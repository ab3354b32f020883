import { signInPageAs } from './fixtures/accounts';
import {
  createStartLink,
  expectNoHorizontalScroll,
  injectFault,
  newCustomer,
  openCustomerPage,
  respondWith,
} from './fixtures/customer';
import { expectAccessibleInBothThemes } from './fixtures/expect-accessible';
import { expect, test } from './fixtures/test';

test('the search filters while typing, announces the number, and keeps the chosen tool', async ({ browser, page }) => {
  await signInPageAs(page, 'agent');
  const customer = await openCustomerPage(browser);
  await customer.goto(await createStartLink(page.request, { username: newCustomer('search') }));
  const radios = customer.getByRole('radio');
  await expect(radios).toHaveCount(12);
  await customer.getByText('Freshdesk', { exact: true }).click();
  const search = customer.getByRole('searchbox');
  await search.pressSequentially('PÍPE');
  await expect(customer.getByRole('status').filter({ hasText: 'Matching tools: 1' })).toBeVisible();
  await expect(customer.getByRole('radio', { name: 'Pipedrive' })).toBeVisible();
  await expect(customer.getByRole('radio', { name: 'Freshdesk' })).toBeChecked();
  await search.press('Enter');
  await expect(customer).not.toHaveURL(/q=/);
  await search.fill('no such tool');
  await expect(customer.getByText('No tool matches “no such tool”.')).toBeVisible();
  await expect(radios).toHaveCount(1);
  await search.fill('');
  await customer.getByRole('button', { name: /^Show all/ }).click();
  expect(await radios.count()).toBeGreaterThan(12);
  await expect(customer.getByRole('radio', { name: 'Freshdesk' })).toBeChecked();
  await expect(customer).not.toHaveURL(/all=/);
  // Arrow keys move through the group.
  await customer.getByRole('radio', { name: 'Freshdesk' }).focus();
  await customer.keyboard.press('ArrowDown');
  await expect(customer.getByRole('radio', { name: 'Freshdesk' })).not.toBeChecked();
  await expectAccessibleInBothThemes(customer);
});

test(
  'among more tools than the browser gets, the server searches and keeps what was typed',
  { tag: '@full' },
  async ({ browser, page }) => {
    await signInPageAs(page, 'agent');
    const family = newCustomer('many');
    const tools = Array.from({ length: 1500 }, (_, n) => ({ name: `Tool ${n + 1}`, slug: `tool-${n + 1}` }));
    // The tools of a family that the service does not name are not stored.
    await injectFault(page.request, family, respondWith(200, tools), { method: 'GET', path: '/tools', times: 9 });
    const customer = await openCustomerPage(browser);
    await customer.goto(await createStartLink(page.request, { username: newCustomer('search'), family }));
    const chosen = customer.getByRole('radio', { name: 'Tool 3', exact: true });
    await customer.getByText('Tool 3', { exact: true }).click();
    await customer.getByText('My tool is not listed').click();
    await customer.getByLabel('Name of the tool').fill('Old CRM');
    const search = customer.getByRole('searchbox');
    await search.fill('tool 1234');
    await search.press('Enter');
    await expect(customer.getByText('Matching tools: 1')).toBeVisible();
    await expect(customer.getByRole('radio', { name: 'Tool 1234' })).toBeVisible();
    await expect(chosen).toBeChecked();
    await search.fill('');
    await customer.getByRole('button', { name: 'Search', exact: true }).click();
    await customer.getByRole('button', { name: 'Show all 1,500 tools' }).click();
    await expect(customer.getByRole('radio')).toHaveCount(300);
    await expect(chosen).toBeChecked();
    await expect(customer.getByLabel('Name of the tool')).toHaveValue('Old CRM');
  },
);

for (const scripts of [true, false]) {
  const name = `${scripts ? 'with' : 'without'} script, a tool that is not listed reaches staff, who handle it`;
  test(name, { tag: scripts ? ['@full'] : [] }, async ({ browser, page }) => {
    await signInPageAs(page, 'agent');
    const username = newCustomer('tool');
    const tool = `Old CRM ${username}`;
    const customer = await openCustomerPage(browser, { scripts });
    await customer.goto(await createStartLink(page.request, { username }));
    await customer.getByText('Freshdesk', { exact: true }).click();
    await customer.getByText('My tool is not listed').click();
    await customer.getByLabel('Anything we should know?').fill('We have 40 users.');
    await customer.getByLabel('Its website').fill('not a website');
    await customer.getByLabel('Its website').press('Enter');
    if (!scripts) {
      // Only a button says what is meant.
      await expect(customer).toHaveURL(/#tool-request$/);
      await customer.getByRole('button', { name: 'Send request' }).click();
    }
    await expect(customer.getByLabel('Name of the tool')).toBeFocused();
    await expect(customer.getByLabel('Name of the tool')).toHaveAccessibleDescription('Enter the name of the tool.');
    await expect(customer.getByLabel('Its website')).toHaveAccessibleDescription(/Enter a web address/);
    await expect(customer.getByLabel('Anything we should know?')).toHaveValue('We have 40 users.');
    await expectNoHorizontalScroll(customer);
    if (scripts) await expectAccessibleInBothThemes(customer);
    await customer.getByLabel('Name of the tool').fill(tool);
    await customer.getByLabel('Its website').fill('oldcrm.example');
    await customer.getByRole('button', { name: 'Send request' }).click();
    await expect(customer.getByText('Thank you, we have received your request')).toBeVisible();
    await expect(customer.getByLabel('Name of the tool')).toHaveCount(0);
    await expect(customer.getByRole('radio', { name: 'Freshdesk' })).toBeChecked();

    await page.goto('/');
    await page.getByRole('link', { name: /requested a tool that is not in the list/ }).click();
    const row = page.getByRole('listitem').filter({ hasText: tool });
    await expect(row).toContainText('“We have 40 users.”');
    await expect(row).toContainText('https://oldcrm.example');
    await expect(row.getByRole('link', { name: username })).toHaveAttribute('href', /^\/customers\?username=tool/);
    if (scripts) await expectAccessibleInBothThemes(page);
    await row.getByLabel('Note for your team').fill('Answered by phone.');
    await row.getByRole('button', { name: `Mark as handled: ${tool}` }).click();
    await expect(row).toHaveCount(0);
    await page.getByRole('link', { name: 'Handled', exact: true }).click();
    await expect(row).toContainText('Answered by phone.');
    await row.getByRole('link', { name: username }).click();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline).toContainText(
      `Customer requested a tool that is not in the list: ${tool}“We have 40 users.”`,
    );
    await expect(timeline).toContainText('Answered by phone.');
  });

  test(`${scripts ? 'with' : 'without'} script, the full-migration page names missing fields and keeps the others`, async ({
    browser,
  }) => {
    const customer = await openCustomerPage(browser, { scripts });
    await customer.goto('/full-migration');
    await expect(customer.getByText('Sending this request costs nothing.')).toBeVisible();
    await customer.getByLabel('Anything we should know?').fill('Before Friday, please.');
    await customer.getByRole('button', { name: 'Request the full migration' }).click();
    const tools = customer.getByRole('radiogroup', { name: 'The tool you are migrating from' });
    await expect(tools.getByRole('radio').first()).toBeFocused();
    await expect(tools).toHaveAccessibleDescription('Choose the tool your data is in now.');
    await expect(customer.getByLabel('Your username or e-mail address')).toHaveAccessibleDescription(
      /Enter the username/,
    );
    await expect(customer.getByLabel('Anything we should know?')).toHaveValue('Before Friday, please.');
    await expectNoHorizontalScroll(customer);
    if (scripts) await expectAccessibleInBothThemes(customer);
  });

  test(`${scripts ? 'with' : 'without'} script, the full-migration page finds a tool and takes an unlisted one`, async ({
    browser,
    page,
  }) => {
    const customer = await openCustomerPage(browser, { scripts });
    await customer.goto('/full-migration?reference=x');
    await customer.getByLabel('Anything we should know?').fill('Before Friday, please.');
    await customer.getByRole('searchbox', { name: 'Search source tools' }).fill('zende');
    await customer.getByRole('button', { name: 'Search' }).click();
    await expect(customer.getByText('Matching tools: 1')).toBeVisible();
    await expect(customer.getByLabel('Anything we should know?')).toHaveValue('Before Friday, please.');
    await customer.getByText('Zendesk', { exact: true }).click();
    await customer.getByText('My tool is not listed').click();
    const tool = newCustomer('OldDesk');
    await customer.getByLabel('Name of the tool').fill(tool);
    await customer.getByRole('button', { name: 'Request the full migration' }).click();
    // Kept although the username is missing.
    await expect(customer.getByLabel('Name of the tool')).toHaveValue(new RegExp(`${tool}$`));
    await customer.getByLabel('Your username or e-mail address').fill(newCustomer('unlisted'));
    await customer.getByRole('button', { name: 'Request the full migration' }).click();
    await expect(customer.getByRole('heading', { name: 'Thank you, we have received your request' })).toBeVisible();
    await signInPageAs(page, 'approver');
    await page.goto('/sponsorship');
    await expect(page.getByRole('region', { name: /^Requests to match/ })).toContainText(`Zendesk, ${tool}`);
  });
}

test('a tool request needs an agent', async ({ page }) => {
  await signInPageAs(page, 'viewer');
  expect((await page.request.get('/tool-requests')).status()).toBe(403);
});
