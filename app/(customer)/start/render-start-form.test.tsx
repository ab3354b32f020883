import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { StartForm } from '@/components/customer/start/start-form';
import { defaultBranding } from '@/lib/contract/branding';
import { messagesByLanguage } from '@/lib/messages/messages';
import { renderStartForm } from './render-start-form';

const render = (
  params: Record<string, string>,
  tools: ComponentProps<typeof StartForm>['tools'] | null,
  given: Partial<Pick<Parameters<typeof renderStartForm>[0], 'attempt' | 'typed'>> = {},
) =>
  renderToStaticMarkup(
    renderStartForm(
      {
        branding: defaultBranding,
        tools,
        link: null,
        linkToken: null,
        attempt: null,
        typed: {},
        params,
        pagePath: '/start',
        serviceHost: 'service.example',
        whoPays: 'partner',
        mailMode: 'smtp',
        ...given,
      },
      messagesByLanguage.de,
    ),
  );

it('tries again in the same language, with what the address says', () => {
  const html = render({ lang: 'de', again: '1', attempt: 'a' }, null);
  expect(html).toContain('href="/start?lang=de&amp;again=1&amp;attempt=a"');
});

it('keeps what was typed instead of an earlier attempt whose response was lost', () => {
  const attempt = {
    ...{ id: 'lost', retryOf: 'lost', state: 'unknown' as const, errors: null, contactEmail: 'old@acme.example' },
    ...{ tool: 'Zendesk', username: 'old@acme.example' },
  } as const;
  const typed = {
    source_tool: 'Freshdesk',
    destination_username: 'new@acme.example',
    contact_email: 'ada@acme.example',
  };
  const html = render({}, [{ name: 'Zendesk' }, { name: 'Freshdesk' }], { attempt, typed });
  expect(html).toMatch(/<input(?=[^>]* checked)[^>]* value="Freshdesk"/);
  expect(html).toContain('value="new@acme.example"');
  expect(html).toContain('value="ada@acme.example"');
  expect(html).toContain('name="again" value="lost"');
});
