import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { defaultListView } from '@/lib/contract/list-view';
import { EmptyList } from './empty-list';

const render = (props: Partial<Parameters<typeof EmptyList>[0]>, search = '') =>
  renderToStaticMarkup(
    <SearchParamsContext value={new URLSearchParams(search)}>
      <EmptyList view={defaultListView} noImportsYet={false} mayBulkLookup onLookUp={() => undefined} {...props} />
    </SearchParamsContext>,
  );

describe('EmptyList', () => {
  test('explains lookups by name and offers a bulk lookup while there are no imports', () => {
    const html = render({ noImportsYet: true });
    expect(html).toContain('No imports yet');
    expect(html).toContain('The service lists imports only by the customer’s name');
    expect(html).toContain('Look up many customers');
  });

  test('offers no bulk lookup to a viewer or in the sandbox', () => {
    expect(render({ noImportsYet: true, mayBulkLookup: false })).not.toContain('Look up many customers');
    expect(render({ noImportsYet: true }, 'env=sandbox')).not.toMatch(/Look up many customers|at once/);
  });

  test('offers a search without filters only if filters are set', () => {
    const searched = { ...defaultListView, q: 'acme', gone: 'show' as const };
    expect(render({ view: searched })).not.toContain('Search without filters');
    expect(render({ view: { ...searched, tool: ['Zendesk'] } })).toContain('Search without filters');
  });
});
