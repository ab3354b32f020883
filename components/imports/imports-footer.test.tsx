import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ViewerProvider } from '../ui/viewer';
import { ImportsFooter } from './imports-footer';

const render = (total: number, totalIsMinimum: boolean, visibleRows: { first: number; last: number } | null = null) =>
  renderToStaticMarkup(
    <ViewerProvider renderedAt={0} zone="UTC" locale="en">
      <ImportsFooter visibleRows={visibleRows} total={total} totalIsMinimum={totalIsMinimum} oldestPollAt={null} />
    </ViewerProvider>,
  );

test('says that there are more when counting stopped', () => {
  expect(render(10_000, true)).toContain('10,000+ rows');
  expect(render(5_000, true, { first: 1, last: 20 })).toContain('of 5,000+');
  expect(render(10_000, false)).toContain('10,000 rows');
});
