import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BulkItems } from './bulk-items';

test('names of customers are links that keep the dialog open', () => {
  const item = { state: 'would_send', says: '' } as const;
  const html = renderToStaticMarkup(
    <SearchParamsContext value={new URLSearchParams()}>
      <BulkItems
        label="Decisions"
        items={[
          { ...item, importId: '7', username: 'ops@acme.example' },
          { ...item, importId: '8', username: null },
        ]}
        expected={2}
      />
    </SearchParamsContext>,
  );
  const [link = '', ...others] = html.match(/<a [^>]*>[^<]*<\/a>/g) ?? [];
  expect(link).toContain('href="/customers?username=ops%40acme.example"');
  expect(link).toContain('target="_blank"');
  expect(others).toEqual([]);
  expect(html).toContain('Import 8');
  expect(html).toContain('>Would be sent<');
});
