import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { BulkItem, BulkRun } from '@/lib/contract/bulk';
import { Hydrated } from '@/lib/query/hydrated';
import { dehydrateQueries } from '@/lib/query/hydration';
import { keys } from '@/lib/query/keys';
import { QueryProvider } from '@/lib/query/query-provider';
import { BulkRunDialog } from './bulk-run-dialog';

const router = { bfcacheId: '', back() {}, forward() {}, refresh() {}, push() {}, replace() {}, prefetch() {} };

function render(...states: BulkItem['state'][]): string {
  const at = '2026-11-12T12:00:00.000Z';
  const run: BulkRun = {
    ...{ id: 'run', kind: 'accept', by: 'Priya Raman', at, finishedAt: at },
    items: states.map((state, index) => ({ importId: String(index), username: null, state, says: '' })),
  };
  const queries = dehydrateQueries((client) => {
    client.setQueryData(keys.bulk('live', 'run'), run);
  });
  const html = renderToStaticMarkup(
    <QueryProvider>
      <AppRouterContext value={router}>
        <SearchParamsContext value={new URLSearchParams()}>
          <Hydrated state={queries} position={null}>
            <BulkRunDialog id="run" onClose={() => {}} />
          </Hydrated>
        </SearchParamsContext>
      </AppRouterContext>
    </QueryProvider>,
  );
  return html.replaceAll(/<[^>]*>/g, ' ');
}

test.each([
  ['about to be sent', 'held', '1 confirmed, 1 about to be sent'],
  ['being sent', 'sending', '1 confirmed, 1 sending'],
] as const)('is not finished while an item is %s', (_, state, counts) => {
  const text = render('confirmed', state);
  expect(text).toContain(`1 of 2 processed: ${counts}.`);
  expect(text).not.toContain('Finished.');
});

test('is finished once nothing is left to send', () => {
  const text = render('confirmed', 'proposed', 'unknown');
  expect(text).toContain('3 of 3 processed: 1 confirmed, 1 proposed, 1 unknown.');
  expect(text).toContain('Finished.');
});
