import { defaultBranding } from '@/lib/contract/branding';
import { languages, type Language } from '@/lib/contract/languages';
import { customerEvents } from '@/lib/contract/outbox';
import { defaultMailTemplates } from '@/lib/messages/messages';
import { renderConfirmation } from '@/lib/outbox/contacts/render-confirmation';
import { renderMail } from '@/lib/outbox/customers/render-mail';
import { sampleMailFacts } from '@/lib/outbox/customers/sample-mail-facts';
import { renderLinks } from '@/lib/outbox/links/render-links';
import { accountOf, signInPageAs } from './fixtures/accounts';
import { expectAccessible, expectMailAccessible, expectStateAccessible } from './fixtures/expect-accessible';
import { fullSize } from './fixtures/full-size';
import { expect, test } from './fixtures/test';

// These tests change shared settings, so they run one after another.
test.describe.configure({ mode: 'serial' });

test(
  'an e-mail is edited with a preview, saved, and a stale page cannot overwrite it',
  { tag: '@full' },
  async ({ page, context, consoleErrors }) => {
    consoleErrors.expect(/ 409 .*\/api\/customer-mails/);
    await signInPageAs(page, 'admin');
    await page.goto('/settings/customer-emails');
    const stale = await context.newPage();
    await stale.goto('/settings/customer-emails');
    const list = page.getByRole('region', { name: 'Customer e-mails' });
    const preview = page.getByRole('region', { name: 'Preview' });
    const mail = preview.frameLocator('iframe');
    await list.getByRole('button', { name: /^Completed/ }).click();
    const editor = page.getByRole('region', { name: 'Completed' });
    await expect(mail.getByText('12,480')).toBeVisible();
    await expect(mail.getByRole('link', { name: 'Open your migration page' })).toBeVisible();
    await expectAccessible(page);

    const subject = editor.getByLabel('Subject');
    const text = editor.getByLabel('Text', { exact: true });
    await subject.fill('All done at {partner} {link}');
    await expect(editor.getByText('{link} is not allowed here. Allowed: {partner}, {tool}')).toBeVisible();
    await expect(preview.getByText('Correct the entries to see the preview.')).toBeVisible();
    await editor.getByRole('button', { name: 'Save e-mails' }).click();
    await expect(subject).toBeFocused();
    await subject.fill('All done at {partner}');
    await text.fill('Ahoy <b>crew</b>,\n\n{status}\n\n{summary}\n\n{link}');
    await expect(mail.getByText('Ahoy <b>crew</b>,')).toBeVisible();
    await expect(preview.getByText(/^All done at (?!\{)/)).toBeVisible();
    await preview.getByRole('radio', { name: 'Plain text' }).check();
    await expect(preview.locator('pre')).toContainText('Records: 12,480');
    await expectStateAccessible(page);
    await editor.getByLabel('Language').selectOption('Deutsch');
    await expect(preview.locator('pre')).toContainText('Datensätze: 12.480');
    await expect(text).toHaveValue(/^Guten Tag,/);

    // Leaving asks first.
    await page.getByRole('link', { name: 'Branding' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    await editor.getByRole('button', { name: 'Save e-mails' }).click();
    await expect(page.getByText('E-mails saved')).toBeVisible();
    await expect(list.getByRole('button', { name: /^Completed/ })).toContainText('Edited');
    await page.reload();
    await list.getByRole('button', { name: /^Completed/ }).click();
    await expect(subject).toHaveValue('All done at {partner}');

    await stale.getByRole('checkbox', { name: 'Send: Undone' }).click();
    await expect(stale.getByRole('alert').filter({ hasText: 'Another admin changed the e-mails' })).toBeVisible();
    await expect(stale.getByRole('checkbox', { name: 'Send: Undone' })).toBeChecked();

    await editor.getByRole('button', { name: 'Restore default' }).click();
    await expect(subject).toHaveValue(/is complete$/);
    await editor.getByRole('button', { name: 'Save e-mails' }).click();
    await expect(list.getByRole('button', { name: /^Completed/ })).not.toContainText('Edited');
  },
);

test('a switch is saved at once', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'admin');
  await page.goto('/settings/customer-emails');
  const undone = page.getByRole('checkbox', { name: 'Send: Undone' });
  await undone.click();
  await expect(page.getByText('Customers no longer get “Undone”')).toBeVisible();
  await page.reload();
  await expect(undone).not.toBeChecked();
  await undone.click();
  await expect(page.getByText('Customers get “Undone” from now on')).toBeVisible();
});

test('a test message goes to the admin only, if e-mails are on', async ({ page }) => {
  await signInPageAs(page, 'admin');
  await page.goto('/settings/customer-emails');
  const send = page.getByRole('button', { name: 'Send test message' });
  // With the embedded database of the full size, the app is a demo. Otherwise it has no mail server.
  if (!fullSize) {
    await expect(page.getByText('Set SMTP_URL and MAIL_FROM in the environment')).toBeVisible();
    await expect(send).toBeDisabled();
    return;
  }
  await expect(page.getByRole('link', { name: 'demo mailbox' })).toHaveAttribute('href', /\/mailbox/);
  const { email } = accountOf('admin');
  await expect(page.getByText(`Only to you, ${email}.`)).toBeVisible();
  await send.click();
  await expect(page.getByText('Test message queued for the demo mailbox')).toBeVisible();
  await expect(page.getByText(`To ${email}.`)).toBeVisible();
});

function renderAllMails(language: Language) {
  const page = 'https://partner.example';
  const branding = {
    ...defaultBranding,
    helpUrl: page,
    privacyUrl: `${page}/privacy`,
    termsUrl: `${page}/terms`,
    texts: {},
  };
  const link = `${page}/link`;
  return [
    ...customerEvents.map((event) => {
      const facts = sampleMailFacts({ publicOrigin: page, whoPays: 'partner' }, branding, event, language);
      return renderMail({ facts, branding, template: defaultMailTemplates[language][event] });
    }),
    renderConfirmation({ branding, language, askedBy: 'customer', link }),
    renderLinks({ branding, language, migrations: [{ tool: 'Zendesk', link }] }),
  ];
}

test('every e-mail to a customer is accessible and fits a phone', async ({ page }) => {
  test.slow();
  for (const language of fullSize ? languages : (['ar'] as const)) {
    for (const { html } of renderAllMails(language)) await expectMailAccessible(page, html);
  }
});
