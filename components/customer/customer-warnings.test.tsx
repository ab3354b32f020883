import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CustomerMigration } from '@/lib/contract/customer-migration';
import type { Warning } from '@/lib/contract/imports';
import type { Language } from '@/lib/contract/languages';
import type { CustomerRule } from '@/lib/contract/warning-rules';
import { messagesByLanguage } from '@/lib/messages/messages';
import { CustomerWarnings } from './customer-warnings';

const rule = (change: Partial<CustomerRule>): CustomerRule => ({
  ...{ id: 'r', severity: 'action', kinds: ['k'], texts: [], customer: {} },
  ...change,
});
const warning = (kind: string | null, text: string, item: string | null = null): Warning => ({ kind, text, item });

function render(warnings: Warning[], warningRules: CustomerRule[], language: Language = 'en'): string {
  const migration = { warnings, warningRules, warningCount: warnings.length } as CustomerMigration;
  return renderToStaticMarkup(<CustomerWarnings migration={migration} messages={messagesByLanguage[language]} />);
}

const en = { explanation: 'It is <b>torn</b> & wet', fix: 'Mend it' };

test('shows explanation and fix once for all kinds of a rule, escaped, with the original wording below', () => {
  const html = render(
    [warning('k', '<script>alert(1)</script>', 'deal 1'), warning('K!', 'Other', 'contact 2')],
    [rule({ customer: { en } })],
  );
  expect(html.split('It is &lt;b&gt;torn&lt;/b&gt; &amp; wet')).toHaveLength(2);
  for (const text of ['Action needed', 'What you can do:', 'Mend it', '2 items', 'deal 1', 'contact 2: Other']) {
    expect(html).toContain(text);
  }
  expect(html).toContain('deal 1: &lt;script&gt;');
  expect(html).not.toContain('<script>');
});

test('falls back to English and says so to screen readers', () => {
  const html = render([warning('k', 'x')], [rule({ customer: { en } })], 'de');
  expect(html).toContain('Handlungsbedarf');
  expect(html).toMatch(/lang="en"[^>]*>It is/);
});

test('shows the original wording alone if a rule has no text for customers', () => {
  const html = render([warning('k', 'Original')], [rule({ customer: { de: en } })]);
  expect(html).toContain('Original');
  expect(html).not.toContain('Action needed');
  expect(html).not.toContain('Mend it');
});

test('shows the most urgent first', () => {
  const html = render(
    [warning('i', 'a'), warning('i', 'b'), warning('k', 'c'), warning(null, 'Unexplained')],
    [
      rule({ customer: { en } }),
      rule({ id: 'i', kinds: ['i'], severity: 'info', customer: { en: { ...en, explanation: 'Info only' } } }),
    ],
  );
  const places = ['It is', 'Unexplained', 'Info only'].map((text) => html.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
