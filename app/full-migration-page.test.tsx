import { randomUUID } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RouteId, routeMatrix } from '@/lib/http/access-matrix';
import { observe } from '@/lib/imports/observations/observe';
import { dismissFullRequest, matchFullRequest } from '@/lib/sponsorship/request-full-migration';
import { staffCaller } from '@/lib/sponsorship/testing/staff-caller';
import { createStartLink } from '@/lib/start/create-start-link';
import { fullRequests } from '@/lib/store/schema/sponsorship';
import { startSimulator } from '@/simulator/start-simulator';
import FullMigrationPage from './(customer)/full-migration/page';
import { openPage } from './testing/open-page';
import { openTestApp, publicOrigin } from './testing/open-test-app';

const received = 'Thank you, we have received your request';
const handled = 'We have looked at your request';

let simulator: Awaited<ReturnType<typeof startSimulator>>;
let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, rate: 1000 });
  app = await openTestApp({ SERVICE_URL: simulator.url, SERVICE_TOKEN: simulator.token });
});
afterAll(async () => {
  await app?.close();
  await simulator?.close();
});

/** Each with an address of its own, because requests per address are limited. */
let browsers = 0;
function openBrowser() {
  const address = `203.0.113.${(browsers += 1)}`;
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    jar,
    async submit(id: RouteId, fields: Record<string, string>) {
      const response = await app.handlers.get(id)?.(
        new Request(`${publicOrigin}${routeMatrix[id].path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            origin: publicOrigin,
            'sec-fetch-site': 'same-origin',
            'x-forwarded-for': address,
            cookie: cookie(),
          },
          body: new URLSearchParams(fields).toString(),
        }),
        { params: Promise.resolve({}) },
      );
      for (const set of response?.headers.getSetCookie() ?? []) {
        const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
        jar.set(name, value);
      }
      return response?.headers.get('location') ?? '';
    },
    async open(params: Record<string, string> = {}) {
      const searchParams = Promise.resolve({ lang: 'en', ...params });
      const page = await openPage('/full-migration?lang=en', cookie(), () => FullMigrationPage({ searchParams }));
      return renderToStaticMarkup(page as ReactNode);
    },
  };
}
type Browser = ReturnType<typeof openBrowser>;

const count = (html: string, text: string) => html.split(text).length - 1;
const file = (browser: Browser, tool = 'Zendesk') =>
  browser.submit('start.request', { tool, username: `${randomUUID()}@acme.example`, language: 'en' });

async function newestRequest() {
  const rows = await app.landfall.database.db.select().from(fullRequests);
  const newest = rows.toSorted((a, b) => Number(b.requestedAt) - Number(a.requestedAt))[0];
  if (!newest) throw new Error('no request');
  return newest;
}

describe('the state of earlier requests', () => {
  it('shows a migration that was started with a link, and does not lead there from the open start page', async () => {
    const { url } = await createStartLink(app.landfall.start, {
      caller: staffCaller('agent'),
      body: { username: `${randomUUID()}@acme.example`, oneUse: false, expiresInS: 3600 },
    });
    const browser = openBrowser();
    const link = new URL(url).pathname.split('/').at(-1) ?? '';
    const location = await browser.submit('start.create', { attempt: randomUUID(), source_tool: 'Zendesk', link });
    expect(location).toMatch(/^\/m\/.*\/go/);
    expect(await browser.open()).toContain('Your migration from Zendesk');
    expect([...browser.jar.keys()]).not.toContain('landfall-migration');
  });

  it('shows that a request was received, then that it was handled, and nothing of the import', async () => {
    const browser = openBrowser();
    expect(await file(browser)).toContain('sent=1');
    expect(count(await browser.open({ sent: '1' }), received)).toBe(1);
    const before = await browser.open();
    expect(before).toContain(received);
    expect(before).toContain('Your migration from Zendesk');
    const importId = randomUUID();
    await observe(app.landfall.imports.observer, {
      environment: 'live',
      importId,
      source: 'lookup',
      status: 'Sample migration completed',
      seenAt: new Date(),
      about: { username: 'owner@other.example', tool: 'Jira' },
    });
    const { id } = await newestRequest();
    await matchFullRequest(app.landfall.sponsorship, { caller: staffCaller('agent'), requestId: id, importId });
    const after = await browser.open();
    expect(after).toContain(handled);
    expect(after).not.toContain(received);
    expect(after).not.toMatch(/owner@other|from Jira|\/m\//);
    expect(JSON.stringify([...browser.jar])).not.toContain(id);
  });

  it('says the same of a dismissed request as of a matched one', async () => {
    const browser = openBrowser();
    await file(browser);
    const { id } = await newestRequest();
    await dismissFullRequest(app.landfall.sponsorship, { caller: staffCaller('agent'), requestId: id, reason: 'spam' });
    const html = await browser.open();
    expect(html).toContain(handled);
    expect(html).not.toContain('spam');
  });

  it('shows the newest of several requests, each with its tool', async () => {
    const browser = openBrowser();
    for (const tool of ['First', 'Second', 'Third', 'Fourth']) await file(browser, tool);
    const html = await browser.open();
    expect(count(html, received)).toBe(3);
    expect(html).not.toContain('from First');
    expect(html.indexOf('from Fourth')).toBeLessThan(html.indexOf('from Second'));
  });

  it('shows nothing without the cookie, with a forged one, and after the request was erased', async () => {
    const browser = openBrowser();
    await file(browser);
    expect(await browser.open()).toContain(received);
    expect(await openBrowser().open()).not.toContain(received);
    const { id } = await newestRequest();
    for (const forged of ['', 'x', '%00', Buffer.from(JSON.stringify([id])).toString('base64url')]) {
      const other = openBrowser();
      other.jar.set('landfall-requests', forged);
      expect(await other.open()).not.toContain(received);
    }
    await app.landfall.database.db.delete(fullRequests);
    expect(await browser.open()).not.toContain(received);
  });
});
