import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultBranding } from '@/lib/contract/branding';
import { observe } from '@/lib/imports/observations/observe';
import { messagesByLanguage } from '@/lib/messages/messages';
import { saveBranding } from '@/lib/start/save-branding';
import { issueMigrationToken } from '@/lib/start/customer-links';
import { saveToolList } from '@/lib/store/imports/tool-lists';
import MigrationPage from './(customer)/m/[link]/page';
import StartPage from './(customer)/start/page';
import { renderStartForm } from './(customer)/start/render-start-form';
import { openPage } from './testing/open-page';
import { openTestApp } from './testing/open-test-app';

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp();
  const { landfall } = app;
  const url = landfall.connection.urlOf('live');
  await saveToolList(landfall.database.db, { environment: 'live', url }, { tools: [], fetchedAt: new Date() });
});
afterAll(() => app?.close());

const router = { bfcacheId: '', back() {}, forward() {}, refresh() {}, push() {}, replace() {}, prefetch() {} };

it('takes the first of two languages in an address, as the root layout does', async () => {
  const searchParams = Promise.resolve({ lang: ['de', 'fr'] });
  const page = await openPage('/start?lang=de&lang=fr', '', () => StartPage({ searchParams }));
  const html = renderToStaticMarkup(page);
  expect(html).toContain('Migration starten');
  // The search and the language menu keep it.
  expect(html).toContain('name="kept" value="lang=de"');
  expect(html).toContain('/start?lang=de&amp;setlang=ar');
});

it('names the migration in every support link of its page, the one at the bottom too', async () => {
  const { landfall, staff } = app;
  const caller = { actor: { kind: 'staff' as const, ...staff }, address: '', requestId: 'test' };
  const branding = { ...defaultBranding, helpUrl: 'https://help.example/new?ref={reference}' };
  await saveBranding(landfall, { caller, branding, basedOn: 0 });
  await observe(landfall.imports.observer, {
    environment: 'live',
    importId: '418207',
    source: 'lookup',
    status: 'Migration in progress',
    seenAt: new Date(),
    about: { username: 'ops@acme.example', tool: 'Zendesk' },
  });
  const link = issueMigrationToken(landfall.start, '418207');
  const props = { params: Promise.resolve({ link }), searchParams: Promise.resolve({ lang: 'en' }) };
  const page = await openPage(`/m/${link}?lang=en`, '', () => MigrationPage(props));
  const html = renderToStaticMarkup(<AppRouterContext value={router}>{page}</AppRouterContext>);
  const links = [...html.matchAll(/href="(https:\/\/help\.example[^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual(Array(2).fill('https://help.example/new?ref=418207'));
});

it('has no space between two sentences in Japanese', () => {
  const messages = messagesByLanguage.ja;
  const page = renderStartForm(
    {
      branding: defaultBranding,
      tools: [{ name: 'Zendesk' }],
      link: null,
      linkToken: null,
      attempt: null,
      typed: {},
      params: { missing: 'tool,username' },
      pagePath: '/start',
      serviceHost: 'service.example',
      whoPays: 'partner',
      mailMode: 'off',
    },
    messages,
  );
  const { t } = messages;
  expect(renderToStaticMarkup(page)).toContain(`${t('start.chooseTool')}${t('start.enterUsername')}`);
});
