import { expect, test } from 'vitest';
import { supportHref, type SupportContext } from './support-href';

const context: SupportContext = {
  reference: '418207',
  username: 'ops@acme.example',
  tool: 'Jira & Co?',
  status: 'Your sample is ready',
  subject: 'Question about my migration 418207',
  body: 'Hello,\n\nReference: 418207',
};

test('fills in a mail address with what support needs', () => {
  const href = supportHref('mailto:help@partner.example', context);
  expect(href).toBe(
    'mailto:help@partner.example?subject=Question%20about%20my%20migration%20418207&body=Hello%2C%0D%0A%0D%0AReference%3A%20418207',
  );
});

test('keeps what the partner has set in a mail address', () => {
  const href = supportHref('mailto:help@partner.example?Subject=Migration&cc=x@partner.example', context);
  expect(href).toMatch(/^mailto:help@partner\.example\?Subject=Migration&cc=x@partner\.example&body=/);
  expect(href).not.toContain('Question');
});

test('keeps a question mark in what the partner has set', () => {
  const href = supportHref('mailto:help@partner.example?subject=Need help?&cc=x@partner.example', context);
  expect(href).toMatch(/^mailto:help@partner\.example\?subject=Need help\?&cc=x@partner\.example&body=/);
});

test('fills in placeholders of a web address, and changes no other', () => {
  expect(supportHref('https://help.example/new?ref={reference}&t={tool}&u={username}', context)).toBe(
    'https://help.example/new?ref=418207&t=Jira%20%26%20Co%3F&u=ops%40acme.example',
  );
  expect(supportHref('https://help.example/contact?a=1', context)).toBe('https://help.example/contact?a=1');
});

test('leaves placeholders out where there is no migration', () => {
  expect(supportHref('https://help.example/new?ref={reference}', null)).toBe('https://help.example/new?ref=');
  expect(supportHref('mailto:help@partner.example', null)).toBe('mailto:help@partner.example');
  expect(supportHref('', null)).toBe('');
});

test('is safe with any name', () => {
  const hostile = '"><script>\u0000\ud800&x=1#'.repeat(50);
  const href = supportHref('https://help.example/?u={username}', { ...context, username: hostile });
  expect(new URL(href).searchParams.get('x')).toBeNull();
  expect(href).not.toMatch(/[<>"\s]/);
});
