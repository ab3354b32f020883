import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { everything } from '@/lib/contract/list-address';
import { EmptyList } from './empty-list';

const draw = (props: Partial<Parameters<typeof EmptyList>[0]>) =>
  renderToStaticMarkup(
    <EmptyList
      environment="live"
      view={everything}
      recordEmpty={false}
      mayLookUpMany
      onLookUp={() => undefined}
      {...props}
    />,
  );

describe('a list with nothing in it', () => {
  test('says that the service lists by name only while the record is empty, and offers to look up many', () => {
    const drawn = draw({ recordEmpty: true });
    expect(drawn).toContain('Our record is empty');
    expect(drawn).toContain('The service lists imports only by the customer’s name');
    expect(drawn).toContain('Look up many names');
  });

  test('offers many names neither to a viewer nor in the sandbox', () => {
    expect(draw({ recordEmpty: true, mayLookUpMany: false })).not.toContain('Look up many names');
    expect(draw({ recordEmpty: true, environment: 'sandbox' })).not.toContain('Look up many names');
  });

  test('offers the search without filters only where filters hide something', () => {
    const searched = { ...everything, q: 'acme', gone: 'show' as const };
    expect(draw({ view: searched })).not.toContain('Search without filters');
    expect(draw({ view: { ...searched, tool: ['Zendesk'] } })).toContain('Search without filters');
  });
});
