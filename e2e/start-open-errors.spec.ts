import { expectNoHorizontalScroll, openCustomerPage } from './fixtures/customer';
import { expectAccessibleInBothThemes } from './fixtures/expect-accessible';
import { test } from './fixtures/own-service';
import { expect } from './fixtures/test';

for (const scripts of [true, false]) {
  test(`${scripts ? 'with' : 'without'} script, errors are beside their fields, the first has focus, and nothing typed is lost`, async ({
    browser,
  }) => {
    const customer = await openCustomerPage(browser, { scripts });
    await customer.goto('/start');
    const username = customer.getByLabel('Your username or e-mail address');
    await username.fill('ada@acme.example');
    await username.press('Enter');
    await expect(customer.getByRole('radiogroup')).toHaveAccessibleDescription('Choose the tool your data is in now.');
    await expect(customer.getByRole('radio').first()).toBeFocused();
    await expect(username).toHaveValue('ada@acme.example');
    await username.fill('');
    await customer.getByText('My tool is not listed').click();
    await customer.getByLabel('Name of the tool').fill('Old CRM');
    await customer.getByText('Zendesk', { exact: true }).click();
    await customer.getByRole('button', { name: 'Start migration' }).click();
    await expect(username).toBeFocused();
    await expect(username).toHaveAccessibleDescription(/Enter the username or e-mail address you sign in with/);
    await expect(customer.getByRole('radio', { name: 'Zendesk' })).toBeChecked();
    await expect(customer.getByText('Choose the tool your data is in now.')).toBeHidden();
    await expect(customer.getByLabel('Name of the tool')).toHaveValue('Old CRM');
    await expectNoHorizontalScroll(customer);
    expect(customer.url()).not.toContain('acme');
    if (scripts) await expectAccessibleInBothThemes(customer);
  });
}
