import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '@/lib/contract/languages';
import { createStartLink } from '@/lib/start/create-start-link';
import { saveToolList } from '@/lib/store/imports/tool-lists';
import StartPage from './(customer)/start/page';
import StartLinkPage from './(customer)/start/[link]/page';
import { openPage } from './testing/open-page';
import { openTestApp, publicOrigin } from './testing/open-test-app';

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp();
  const { landfall } = app;
  const url = landfall.connection.urlOf('live');
  await saveToolList(landfall.database.db, { environment: 'live', url }, { tools: [], fetchedAt: new Date() });
});
afterAll(() => app?.close());

async function alternatesOf(path: string, page: () => Promise<ReactNode>) {
  const html = await openPage(path, '', async () => renderToStaticMarkup(await page()));
  expect(html).toContain('<form');
  return [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"\/>/g)].map(([, ...found]) => found);
}

test('the open start page names its address in each language and by default, without its parameters', async () => {
  const params = { attempt: 'secret', lang: 'nl' };
  const searchParams = Promise.resolve(params);
  const path = `/start?${new URLSearchParams(params).toString()}`;
  expect(await alternatesOf(path, () => StartPage({ searchParams }))).toEqual([
    ...languages.map((language) => [language, `${publicOrigin}/start?lang=${language}`]),
    ['x-default', `${publicOrigin}/start`],
  ]);
});

test('a page with the token of a link in its address names no other languages to search engines', async () => {
  const { landfall, staff } = app;
  const caller = { actor: { kind: 'staff' as const, ...staff }, address: '', requestId: 'test' };
  const body = { username: 'ops@acme.example', oneUse: false, expiresInS: 3600 };
  const { url } = await createStartLink(landfall.start, { caller, body });
  const link = new URL(url).pathname.split('/').at(-1) ?? '';
  const props = { params: Promise.resolve({ link }), searchParams: Promise.resolve({}) };
  expect(await alternatesOf(`/start/${link}`, () => StartLinkPage(props))).toEqual([]);
});
