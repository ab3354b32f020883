import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { ImportRow } from '@/lib/contract/imports';
import { ViewerProvider } from '../ui/viewer';
import { ImportTableRow } from './import-table-row';

const row: ImportRow = {
  environment: 'live',
  id: '417170',
  username: 'ops@acme.example',
  tool: 'Zendesk',
  family: null,
  instanceUrl: null,
  status: { text: 'In preparation', family: 'working', known: 'In preparation' },
  sinceFrom: null,
  sinceTo: null,
  seenAt: '2026-11-16T10:00:00.000Z',
  seenBy: 'lookup',
  gone: false,
  warnings: 0,
  records: null,
  usersMatched: null,
  usersTotal: null,
  decision: 'none',
  createdAt: null,
  createdBy: null,
  stuck: false,
  demo: false,
};
const noActions = { onFocusRow: () => undefined, onPreview: () => undefined, onSelect: () => undefined };

/** The address and text of each link. */
function linksOf(more: Partial<ImportRow>, tabStop = false): string[] {
  const html = renderToStaticMarkup(
    <SearchParamsContext value={new URLSearchParams()}>
      <ViewerProvider renderedAt={0} zone="UTC" locale="en">
        <ImportTableRow
          row={{ ...row, ...more }}
          index={0}
          current={false}
          tabStop={tabStop}
          previewed={false}
          selected={false}
          actions={noActions}
        />
      </ViewerProvider>
    </SearchParamsContext>,
  );
  return [...html.matchAll(/<a .*?<\/a>/g)].map(([link]) => {
    const reachable = link.includes('tabindex="0"') ? ' (Tab)' : '';
    return `${/href="(.*?)"/.exec(link)?.[1]} ${/aria-label="(.*?)"/.exec(link)?.[1] ?? link.replaceAll(/<.*?>/g, '')}${reachable}`;
  });
}

describe('ImportTableRow', () => {
  test('the name leads to the import, and the link beside it to the page of the customer', () => {
    expect(linksOf({})).toEqual([
      '/imports/417170 ops@acme.example',
      '/customers?username=ops%40acme.example Customer page',
    ]);
  });

  test('Tab reaches the link to the customer in one row only', () => {
    expect(linksOf({}, true)[1]).toBe('/customers?username=ops%40acme.example Customer page (Tab)');
  });

  test('an import without a customer is opened by its id', () => {
    expect(linksOf({ username: null })).toEqual(['/imports/417170 417170']);
  });
});
