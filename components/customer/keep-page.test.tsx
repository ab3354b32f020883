import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messagesByLanguage } from '@/lib/messages/messages';
import { KeepPage } from './keep-page';

const render = (
  linkByMail: ComponentProps<typeof KeepPage>['linkByMail'],
  sent: ComponentProps<typeof KeepPage>['sent'],
  { enteringAddress = false, embedded = false } = {},
) =>
  renderToStaticMarkup(
    <KeepPage {...{ linkByMail, sent, enteringAddress, embedded }} linkToken="t" messages={messagesByLanguage.en} />,
  );
const known = { kind: 'known', email: 'o…@acme.example' } as const;
const pleaseConfirm = 'Please check your e-mails and confirm your address.';

it('asks for the confirmation of an address only while it is missing', () => {
  expect(render({ kind: 'waiting' }, 'confirm')).toContain(pleaseConfirm);
  expect(render(known, 'confirm')).not.toContain(pleaseConfirm);
  expect(render(known, 'confirm')).not.toContain('role="status"');
});

it('shows the result of the last request', () => {
  expect(render(known, 'sent')).toContain('The link is on its way to');
  expect(render(known, 'busy')).toContain('Too many e-mails were requested');
  expect(render({ kind: 'unknown' }, 'invalid')).toContain('Enter one e-mail address');
  expect(render(known, undefined)).not.toContain('role="status"');
});

it('says that an address was entered for the customer and waits for confirmation', () => {
  const html = render({ kind: 'entered_by_staff' }, 'confirm');
  expect(html).toContain('We entered an e-mail address for your migration that is not confirmed yet.');
  expect(html).not.toContain('The address you entered');
  expect(html).toContain(pleaseConfirm);
  expect(html).toContain('name="email"');
});

it('asks for the address in our words, never the browser’s', () => {
  const html = render({ kind: 'unknown' }, undefined);
  const message = 'Enter one e-mail address, such as name@example.com.';
  expect(html).toMatch(/<form [^>]*noValidate/i);
  expect(html).toContain(`data-required="${message}" data-email="${message}"`);
  expect(html).not.toMatch(/type="email"|<input [^>]* required/);
});

it('without script, asks for the address where the page does not reload itself', () => {
  const hidden = '[@media(scripting:none)]:hidden';
  const form = /<form [^>]*class="([^"]*)"/;
  for (const kind of ['unknown', 'waiting', 'entered_by_staff'] as const) {
    const closed = render({ kind }, undefined);
    expect(form.exec(closed)?.[1]).toContain(hidden);
    expect(closed).toMatch(/<a href="\/m\/t\?lang=en&amp;keep=1#keep"[^>]*>E-mail me the link<\/a><\/noscript>/);
    expect(/<noscript>.*<\/noscript>/.exec(closed)?.[0].includes('is not confirmed yet')).toBe(kind !== 'unknown');
    const open = render({ kind }, undefined, { enteringAddress: true });
    expect(form.exec(open)?.[1]).not.toContain(hidden);
    expect(open).not.toContain('<noscript>');
  }
  expect(render(known, undefined)).not.toContain(hidden);
});

it('inside the partner’s product, says nothing of a bookmark', () => {
  expect(render(known, undefined)).toContain('Bookmark this page');
  const html = render(known, undefined, { embedded: true });
  expect(html).not.toMatch(/bookmark/i);
  expect(html).toContain('Save the link to this page');
});
