import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { StartForm } from '@/components/customer/start/start-form';
import { defaultBranding } from '@/lib/contract/branding';
import { messagesByLanguage } from '@/lib/messages/messages';
import { renderStartForm } from './render-start-form';

const render = (params: Record<string, string>, tools: ComponentProps<typeof StartForm>['tools'] | null) =>
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
      },
      messagesByLanguage.de,
    ),
  );

it('tries again in the same language, with what the address says', () => {
  const html = render({ lang: 'de', again: '1', attempt: 'a' }, null);
  expect(html).toContain('href="/start?lang=de&amp;again=1&amp;attempt=a"');
});
