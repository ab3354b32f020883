import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messagesByLanguage } from '@/lib/messages/messages';
import { MovedSummary } from './moved-summary';

type Props = ComponentProps<typeof MovedSummary>;

function render(types: number): string {
  const records = Array.from({ length: types }, (_, n) => ({ type: `Type ${n + 1}`, count: 100 + n }));
  const moved = { records, total: null, usersMatched: null, usersTotal: null };
  const migration = { moved, situation: { claims: { finished: true } } } as unknown as Props['migration'];
  return renderToStaticMarkup(<MovedSummary migration={migration} messages={messagesByLanguage.en} />);
}

it('shows the twelve largest types and says how many are left', () => {
  expect(render(12)).not.toContain('more type');
  expect(render(13)).toContain('and 1 more type of record');
  const html = render(60);
  expect(html).toContain('and 48 more types of record');
  expect(html.match(/<dt/g)).toHaveLength(12);
  expect(html).toContain('Type 60');
});
