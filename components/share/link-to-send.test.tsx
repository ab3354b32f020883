import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { byLanguage } from '@/lib/contract/languages';
import { LinkToSend } from './link-to-send';

const url = 'https://desk.example/m/secret?a=1&b=2';

function render(props: Partial<ComponentProps<typeof LinkToSend>>): { html: string; mail: URL } {
  const html = renderToStaticMarkup(
    <SearchParamsContext value={new URLSearchParams()}>
      <LinkToSend url={url} title="Migration" customer="ops@acme.example" {...props} />
    </SearchParamsContext>,
  );
  return { html, mail: new URL((/href="(mailto:[^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')) };
}

describe('LinkToSend', () => {
  it('e-mails the link alone to a customer whose username is an address', () => {
    const { html, mail } = render({});
    expect(decodeURIComponent(mail.pathname)).toBe('ops@acme.example');
    expect([...mail.searchParams]).toEqual([['body', url]]);
    expect(html).not.toContain('Copy text');
    expect(html).toContain('Copy link');
  });

  it('leaves the recipient empty for any other username', () => {
    for (const customer of ['acme', null]) expect(render({ customer }).mail.pathname).toBe('');
  });

  it('shows and e-mails the text in the chosen language, with the line breaks that e-mail needs', () => {
    const messages = {
      ...byLanguage(() => ({ subject: 'Your migration', text: `Hello,\n\n${url}` })),
      de: { subject: 'Ihre Migration', text: `Guten Tag,\n\n${url}` },
    };
    const { html, mail } = render({ messages, language: 'de' });
    expect(html).toContain('Guten Tag,');
    expect(html).not.toContain('Hello,');
    expect(html).toContain('Copy text');
    expect([...mail.searchParams]).toEqual([
      ['subject', 'Ihre Migration'],
      ['body', `Guten Tag,\r\n\r\n${url}`],
    ]);
  });
});
