import { writeSentParam } from '@/lib/contract/sent-param';
import { signInPageAs, testEnvironment } from './fixtures/accounts';
import {
  openCustomerPage,
  expectNoHorizontalScroll,
  importsOf,
  createStartLink,
  newCustomer,
} from './fixtures/customer';
import { expectAccessible } from './fixtures/expect-accessible';
import { moveImport, placeImport } from './fixtures/place-import';
import { expect, test } from './fixtures/test';

test(
  'the start page is accessible, also with every error shown, and fits 320 px',
  { tag: '@full' },
  async ({ browser, page }) => {
    await signInPageAs(page, 'agent');
    const link = await createStartLink(page.request, {
      username: newCustomer('axe'),
      instanceUrl: 'https://desk.example/a',
    });
    const customer = await openCustomerPage(browser, { locale: 'de-DE', width: 320 });
    const request = writeSentParam('invalid', new Date());
    await customer.goto(`${link}?missing=tool&busy=1&request=${request}&problem=tool,url,email`);
    await expect(customer.getByText('Wählen Sie das Tool')).toBeVisible();
    await expect(customer.getByText('Geben Sie den Namen des Tools ein.')).toBeVisible();
    await expectNoHorizontalScroll(customer);
    await expectAccessible(customer);
  },
);

test(
  'the migration page is accessible with all its content, and shows the decision with its note',
  { tag: '@full' },
  async ({ browser, page }) => {
    await signInPageAs(page, 'approver');
    const username = newCustomer('mine');
    const id = await placeImport(page.request, {
      username,
      instanceUrl: 'https://desk.example/mine',
      status: 'Sample migration completed',
      warnings: [
        ...Array.from({ length: 3 }, (_, n) => ({
          kind: 'big',
          itemType: 'ticket',
          item: `ticket ${n}`,
          text: 'Too big',
        })),
        {
          kind: 'trimmed',
          itemType: 'comment',
          item: 'comment 7',
          text: 'A-very-long-word-without-any-place-to-break-it-'.repeat(4),
        },
      ],
    });
    await page.goto(`/imports/${id}`);
    await page.getByRole('button', { name: 'Customer link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByRole('group', { name: 'Link: Their migration page' }).innerText();
    expect(link).toContain('/m/');

    const customer = await openCustomerPage(browser, { width: 320 });
    await customer.goto(link.trim());
    await expect(customer.getByText('Your sample is ready')).toBeVisible();
    await expect(customer.getByRole('heading', { name: '4 items need attention' })).toBeVisible();
    await expectNoHorizontalScroll(customer);
    await customer.getByRole('button', { name: 'Request the full migration' }).click();
    await expect(customer.getByRole('heading', { name: 'You requested the full migration' })).toBeVisible();
    await expectAccessible(customer);
  },
);

test('the invalid link page and the page that redirects to the service are accessible', async ({ browser, page }) => {
  await signInPageAs(page, 'agent');
  const customer = await openCustomerPage(browser, { width: 320 });
  await customer.goto('/start/AAAAnot-a-real-link');
  await expect(customer.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expectAccessible(customer);
  await customer.goto(await createStartLink(page.request, { username: newCustomer('leaving') }));
  await customer.getByText('Zendesk', { exact: true }).click();
  await customer.getByRole('button', { name: 'Start migration' }).click();
  await expect(customer).toHaveURL(/\/go/);
  const { host } = new URL(testEnvironment().simulator);
  await expect(customer.getByRole('link', { name: `Continue to ${host}` })).toHaveAttribute('rel', 'noreferrer');
  await expectNoHorizontalScroll(customer);
  await expectAccessible(customer);
  // The way back is a page of its own, which does not lead away again.
  await customer.getByRole('link', { name: 'your migration page' }).click();
  await expect(customer.getByRole('heading', { name: 'Your migration', exact: true })).toBeVisible();
});

test(
  'an unexpected form error ends on a page in the language of the customer',
  { tag: '@full' },
  async ({ browser, page }) => {
    await signInPageAs(page, 'agent');
    const customer = await openCustomerPage(browser, { locale: 'de-DE', width: 320 });
    await customer.goto(await createStartLink(page.request, { username: newCustomer('trouble') }));
    await customer.getByText('Zendesk', { exact: true }).click();
    await customer.locator('input[name="attempt"]').evaluate((input) => input.setAttribute('value', 'not an attempt'));
    await customer.getByRole('button', { name: 'Migration starten' }).click();
    await expect(customer.getByRole('heading', { name: 'Bei uns ist ein Fehler aufgetreten' })).toBeVisible();
    await expect(customer.getByText('geben Sie bitte diese Kennung an')).toBeVisible();
    await expectNoHorizontalScroll(customer);
    await expectAccessible(customer);
  },
);

test('the full migration page reveals nothing to someone guessing', async ({ browser, page }) => {
  await signInPageAs(page, 'approver');
  const username = newCustomer('guess');
  const id = await placeImport(page.request, { username, status: 'Sample migration completed' });
  const file = async (address: string, name: string) => {
    // A browser sees its own earlier requests.
    const customer = await openCustomerPage(browser, { scripts: false, width: 320 });
    await customer.goto(address);
    await expect(customer.getByText(username)).toHaveCount(0);
    await customer.getByLabel('Your username or e-mail address').fill(name);
    await customer.getByText('Zendesk', { exact: true }).click();
    await customer.getByRole('button', { name: 'Request the full migration' }).click();
    await expect(customer.getByRole('heading', { name: 'Thank you, we have received your request' })).toBeVisible();
    return customer.getByRole('main').innerText();
  };
  const known = await file(`/full-migration?token=${id}`, username);
  const unknown = await file('/full-migration?token=no-such-token', newCustomer('unknown'));
  expect(known).toBe(unknown);
  expect((await importsOf(page.request, username))[0]?.id).toBe(id);
});

test('the full migration page is accessible', { tag: '@full' }, async ({ page }) => {
  await page.goto('/full-migration?busy=1');
  await expect(page.getByRole('heading', { name: 'Request the full migration' })).toBeVisible();
  await expect(page.getByText('We received many requests in a short time.')).toBeVisible();
  await expectAccessible(page);
});

test('each status is shown in plain words with the next step', { tag: '@full' }, async ({ browser, page }) => {
  await signInPageAs(page, 'agent');
  const username = newCustomer('statuses');
  const customer = await openCustomerPage(browser, { scripts: false });
  const link = await createStartLink(page.request, { username, instanceUrl: 'https://desk.example/w' });
  await customer.goto(link);
  await customer.getByText('Zendesk', { exact: true }).click();
  await customer.getByRole('button', { name: 'Start migration' }).click();
  await customer.waitForURL(/\/go\?/);
  const [made] = await importsOf(page.request, username);
  const id = made?.id ?? '';
  await customer.goto(link);
  const expectations: [string, string, string][] = [
    ['Waiting to start sample migration', 'Both tools are connected', 'Continue at our migration partner'],
    ['Sample migration completed', 'Your sample is ready', 'Review the sample'],
    ['In preparation', 'Your full migration is ready to start', 'Continue at our migration partner'],
    ['Migration completed', 'Your full migration is complete', 'Open your new tool'],
  ];
  for (const [status, says, act] of expectations) {
    await moveImport(page.request, id, 'advance', { status });
    await expect(async () => {
      await customer.reload();
      await expect(customer.getByText(says)).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(customer.getByRole('main').getByRole('link', { name: act })).toBeVisible();
  }
});
