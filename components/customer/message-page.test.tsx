import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { defaultBranding } from '@/lib/contract/branding';
import { messagesByLanguage } from '@/lib/messages/messages';
import { ConfirmAddress } from './confirm-address';
import { LinkProblem } from './message-page';

const render = (given: Pick<ComponentProps<typeof LinkProblem>, 'kind' | 'mailMode'>) =>
  renderToStaticMarkup(<LinkProblem {...given} branding={defaultBranding} messages={messagesByLanguage.de} />);

it('leads from a link that does not work to the form that e-mails a new one', () => {
  const link = /<a href="\/start\?lang=de&amp;again=1#send-link"[^>]*>Schon gestartet\? Link per E-Mail erhalten</;
  for (const kind of ['broken', 'expired'] as const) {
    expect(render({ kind, mailMode: 'smtp' })).toMatch(link);
    expect(render({ kind, mailMode: 'off' })).not.toMatch(link);
  }
  for (const kind of ['used', 'off'] as const) expect(render({ kind, mailMode: 'smtp' })).not.toMatch(link);
});

it('asks to confirm an address that staff may have entered', () => {
  const given = { messages: messagesByLanguage.en, partner: 'Northdesk', email: 'ops@acme.example', token: 't' };
  expect(renderToStaticMarkup(<ConfirmAddress {...given} />)).toContain('If you did not expect this, close this page.');
});
