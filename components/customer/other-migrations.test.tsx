import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messagesByLanguage } from '@/lib/messages/messages';
import { OtherMigrations } from './other-migrations';

it('shows the name of a tool in its own direction', () => {
  const others = [{ importId: '1', token: 't', tool: 'Help Scout (US)', progress: 'connect' as const }];
  const html = renderToStaticMarkup(<OtherMigrations others={others} messages={messagesByLanguage.ar} />);
  expect(html).toContain('<bdi>Help Scout (US)</bdi>');
});
