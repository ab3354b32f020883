import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { auditQuerySchema } from '@/lib/contract/audit';
import { AuditView } from './audit-view';

function renderOptions(actions: string[]) {
  const html = renderToStaticMarkup(
    <SearchParamsContext value={new URLSearchParams()}>
      <AuditView
        list={{ entries: [], nextBefore: null, head: null, actions }}
        query={auditQuerySchema.parse({})}
        environment="live"
      />
    </SearchParamsContext>,
  );
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
