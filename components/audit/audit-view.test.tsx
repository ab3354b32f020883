import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { auditQuerySchema, type AuditList } from '@/lib/contract/audit';
import { AuditView } from './audit-view';

function renderAudit(query: object, list: Partial<AuditList>) {
  return renderToStaticMarkup(
    <SearchParamsContext value={new URLSearchParams()}>
      <AuditView
        list={{ entries: [], nextBefore: null, head: null, actions: [], ...list }}
        query={auditQuerySchema.parse(query)}
        environment="live"
      />
    </SearchParamsContext>,
  );
}

function renderOptions(actions: string[]) {
  const html = renderAudit({}, { actions });
  const options = html.matchAll(/<optgroup label="([^"]*)"|<option value="([^"]*)"[^>]*>([^<]*)</g);
  return [...options].map(([, group, value, label]) => (group === undefined ? `${value} ${label}` : group));
}

test('the filter names groups and actions in words, also those of older versions', () => {
  expect(renderOptions(['warning_rules.changed', 'api_key.created', 'api_key.revoked', 'old_thing.was_done'])).toEqual([
    ' All actions',
    'API keys',
    'api_key. API keys: all',
    'api_key.created API key created',
    'api_key.revoked API key revoked',
    'Explanations of warnings',
    'warning_rules. Explanations of warnings: all',
    'warning_rules.changed Explanations of warnings changed',
    'Old thing',
    'old_thing. Old thing: all',
    'old_thing.was_done Old thing was done',
  ]);
});

test('links to other pages and to the export keep the filters', () => {
  const html = renderAudit({ q: 'a b', before: 40, limit: 5 }, { nextBefore: 35 });
  const links = html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(?:<svg.*?<\/svg>)?([^<]*)/g);
  expect([...links].map(([, href, label]) => [label, href])).toEqual([
    ['Export CSV', '/api/audit/export?q=a+b'],
    ['Clear', '/audit'],
    ['Newest', '/audit?q=a+b'],
    ['Older', '/audit?q=a+b&amp;before=35'],
  ]);
});
