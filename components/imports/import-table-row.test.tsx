import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { ImportRow } from '@/lib/contract/imports';
import { makeImportRow } from '@/lib/contract/testing/make-import-row';
import { ViewerProvider } from '../ui/viewer';
import { ImportTableRow } from './import-table-row';

const noActions = { onFocusRow: () => undefined, onPreview: () => undefined, onSelect: () => undefined };

/** The address and text of each link. */
function linksOf(more: Partial<ImportRow>): string[] {
  const html = renderToStaticMarkup(
    <SearchParamsContext value={new URLSearchParams()}>
      <ViewerProvider renderedAt={0} zone="UTC" locale="en">
        <ImportTableRow
          row={makeImportRow(more)}
          index={0}
          current={false}
          tabStop={false}
          previewed={false}
          selected={false}
          actions={noActions}
        />
      </ViewerProvider>
    </SearchParamsContext>,
  );
  return [...html.matchAll(/<a .*?<\/a>/g)].map(
    ([link]) => `${/href="(.*?)"/.exec(link)?.[1]} ${link.replaceAll(/<.*?>/g, '')}`,
  );
}

describe('ImportTableRow', () => {
  test('the name leads to the import; the link to the customer is added in the browser', () => {
    expect(linksOf({})).toEqual(['/imports/417170 ops@acme.example']);
  });

  test('an import without a customer is opened by its id', () => {
    expect(linksOf({ username: null })).toEqual(['/imports/417170 417170']);
  });
});
