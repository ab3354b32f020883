import { randomUUID } from 'node:crypto';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QueryProvider } from '@/lib/query/query-provider';
import { insertDecision } from '@/lib/store/sponsorship/decisions';
import SponsorshipPage from './(staff)/sponsorship/page';
import { openPage } from './testing/open-page';
import { openTestApp } from './testing/open-test-app';

const router = { bfcacheId: '', back() {}, forward() {}, refresh() {}, push() {}, replace() {}, prefetch() {} };
let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp({ WHO_PAYS: 'customer' });
});
afterAll(() => app?.close());

const render = async () => {
  const page = await openPage('/sponsorship', app.cookie, () => SponsorshipPage({ searchParams: Promise.resolve({}) }));
  const html = renderToStaticMarkup(
    <QueryProvider>
      <AppRouterContext value={router}>
        <SearchParamsContext value={new URLSearchParams()}>{page}</SearchParamsContext>
      </AppRouterContext>
    </QueryProvider>,
  );
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
};

test('where customers pay, the page shows unknown outcomes from before, and otherwise that there is nothing to decide', async () => {
  expect(await render()).toContain('Customers buy the full migration themselves');
  const at = new Date();
  await insertDecision(
    app.landfall.database.db,
    {
      ...{ id: randomUUID(), environment: 'live', importId: null, kind: 'start_full', state: 'unknown' },
      ...{ proposedBy: 'Ines', proposedAt: at, sentAt: at, sends: 1, policyVersion: 0, createdAt: at },
    },
    { by: 'Ines', explanation: 'Sent' },
  );
  const shown = await render();
  expect(shown).toMatch(/ Outcome unknown 1 Decided 0 /);
  expect(shown).not.toContain('nothing to decide');
});
