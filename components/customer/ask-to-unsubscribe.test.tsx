import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messagesByLanguage } from '@/lib/messages/messages';
import { AskToUnsubscribe } from './ask-to-unsubscribe';

const render = (given: { isUsed: boolean; undone: boolean; tool?: string | null }) =>
  renderToStaticMarkup(
    <AskToUnsubscribe
      messages={messagesByLanguage.en}
      partner="Northdesk"
      email="old@acme.example"
      tool="Zendesk"
      token="t"
      {...given}
    />,
  );

it('says who receives e-mails, and that they do again', () => {
  expect(render({ isUsed: true, undone: false })).toContain(' receives updates from Northdesk');
  expect(render({ isUsed: true, undone: true })).toContain('You will get e-mails about this migration again');
});

it('does not say that an address receives e-mails which is not used any more', () => {
  for (const undone of [false, true])
    for (const tool of ['Zendesk', null]) {
      const html = render({ isUsed: false, undone, tool });
      expect(html).not.toMatch(/receives updates|will get e-mails/);
      expect(html).toContain(' receives no e-mails about this migration at the moment.');
      expect(html).toContain('Unsubscribe from e-mails about this migration?');
    }
});
