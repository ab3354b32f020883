import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messagesByLanguage } from '@/lib/messages/messages';
import { SendLink } from './send-link';

const render = (result: ComponentProps<typeof SendLink>['result'], typed?: string) =>
  renderToStaticMarkup(<SendLink messages={messagesByLanguage.en} result={result} typed={typed} />);

it('says at the field that the address is invalid, and keeps it', () => {
  const html = render('invalid', 'ada@localhost');
  expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]*value="ada@localhost"/);
  expect(html).toMatch(/<p id="send-link-email-error"(?! hidden)[^>]*>Enter your e-mail address/);
  expect(html).toContain('autofocus');
  expect(html).not.toContain('role="alert"');
});

it('says that there were too many requests, and keeps the address', () => {
  const html = render('busy', 'ops@acme.example');
  expect(html).toMatch(/role="alert"[^>]*>Too many e-mails were requested\. Please try again later\./);
  expect(html).toContain('value="ops@acme.example"');
  expect(html).not.toContain('aria-invalid=');
});

it('says nothing before', () => {
  const html = render(undefined);
  expect(html).not.toMatch(/role="alert"|aria-invalid=|autofocus/i);
});
