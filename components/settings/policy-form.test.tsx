import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { defaultPolicy } from '@/lib/contract/policy';
import { QueryProvider } from '@/lib/query/query-provider';
import { PolicyForm } from './policy-form';

const router = { bfcacheId: '', back() {}, forward() {}, refresh() {}, push() {}, replace() {}, prefetch() {} };

test('cannot be saved before something changed, and leaves checking to its own messages', () => {
  const html = renderToStaticMarkup(
    <QueryProvider>
      <AppRouterContext value={router}>
        <PolicyForm current={{ version: 4, policy: defaultPolicy, by: 'Ada', at: null, pending: null }} />
      </AppRouterContext>
    </QueryProvider>,
  );
  expect(html).toMatch(/<button type="submit"[^>]* disabled=""[^>]*>Save as version 5/);
  expect(html).toContain('No changes');
  expect(html).toMatch(/<form[^>]* noValidate=""/i);
});
