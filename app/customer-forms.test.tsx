import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { isValidElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RouteId, routeMatrix } from '@/lib/http/access-matrix';
import { settleAttempts } from '@/lib/imports/creation/settle-attempts';
import { observe } from '@/lib/imports/observations/observe';
import { dismissFullRequest, matchFullRequest } from '@/lib/sponsorship/request-full-migration';
import { staffCaller } from '@/lib/sponsorship/testing/staff-caller';
import { createStartLink } from '@/lib/start/create-start-link';
import { issueMigrationToken, readMigrationToken } from '@/lib/start/customer-links';
import { openStartLink } from '@/lib/start/open-start-link';
import { getAttempt } from '@/lib/store/imports/creation-attempts';
import { imports } from '@/lib/store/schema/imports';
import { fullRequests } from '@/lib/store/schema/sponsorship';
import { startSimulator } from '@/simulator/start-simulator';
import FullMigrationPage from './(customer)/full-migration/page';
import MigrationPage from './(customer)/m/[link]/page';
import LeavePage from './(customer)/m/[link]/go/page';
import StartPage from './(customer)/start/page';
import { openPage } from './testing/open-page';
import { openTestApp, publicOrigin } from './testing/open-test-app';

const received = 'Thank you, we have received your request';
const handled = 'We have looked at your request';

const pages = { '/start': StartPage, '/full-migration': FullMigrationPage };

let simulator: Awaited<ReturnType<typeof startSimulator>>;
let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, rate: 1000 });
  app = await openTestApp({
    ...{ SERVICE_URL: simulator.url, SERVICE_TOKEN: simulator.token },
    // Nothing listens there.
    ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@company.example' },
  });
});
afterAll(async () => {
  await app?.close();
  await simulator?.close();
});

/** Each with an address of its own, because requests per address are limited. */
let browsers = 0;
function openBrowser() {
  const address = `203.0.113.${(browsers += 1)}`;
  const jar = new Map<string, string>([['landfall-visitor', randomUUID()]]);
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
    async open(params: Record<string, string> = {}, path: keyof typeof pages = '/full-migration') {
      const given = { lang: 'en', ...params };
      const address = `${path}?${new URLSearchParams(given).toString()}`;
      const searchParams = Promise.resolve(given);
      return renderToStaticMarkup(await openPage(address, cookie(), () => pages[path]({ searchParams })));
    },
    async loadMigration(location: string) {
      const { pathname, searchParams } = new URL(location, publicOrigin);
      const [, , link = '', leave] = pathname.split('/');
      const params = {
        params: Promise.resolve({ link }),
        searchParams: Promise.resolve(Object.fromEntries(searchParams)),
      };
      const page = leave === undefined ? MigrationPage : LeavePage;
      return openPage(location, cookie(), () => page(params));
    },
    /** The page of a migration, or where it leads to the service. */
    async openMigration(location: string) {
      const content = await this.loadMigration(location);
      return renderToStaticMarkup(<AppRouterContext value={{} as never}>{content}</AppRouterContext>);
    },
    /** Where a form redirects to. */
    follow(location: string) {
      const { pathname, searchParams } = new URL(location, publicOrigin);
      if (pathname !== '/start' && pathname !== '/full-migration') throw new Error(`unexpected ${pathname}`);
      return this.open(Object.fromEntries(searchParams), pathname);
    },
  };
}
type Browser = ReturnType<typeof openBrowser>;

const count = (html: string, text: string) => html.split(text).length - 1;
const file = (browser: Browser, tool = 'Zendesk', attempt: string = randomUUID()) =>
  browser.submit('start.request', { attempt, tool, username: 'ada@acme.example', language: 'en' });

async function newestRequest() {
  const rows = await app.landfall.database.db.select().from(fullRequests);
  const newest = rows.toSorted((a, b) => Number(b.requestedAt) - Number(a.requestedAt))[0];
  if (!newest) throw new Error('no request');
  return newest;
}

/** The link of a migration. */
async function place(status: string) {
  const importId = randomUUID();
  await observe(app.landfall.imports.observer, {
    ...{ environment: 'live', importId, source: 'lookup', status, seenAt: new Date() },
    about: { username: 'ada@acme.example', tool: 'Zendesk' },
  });
  return issueMigrationToken(app.landfall.start, importId);
}

/** What the start form sends. */
const typed = {
  attempt: randomUUID(),
  source_tool: 'Zendesk',
  destination_username: 'ada@acme.example',
  contact_email: 'ada@home.example',
  language: 'en',
  kept: 'lang=en&again=1',
};
/** Its part for a tool that is not listed. */
const request = { tool: 'Old CRM', url: 'oldcrm.example', message: '40 users', email: 'ada@work.example' };
const chosen = /(?=[^>]*value="Zendesk")[^>]*checked=""/;

function expectAllTyped(html: string, username = typed.destination_username) {
  expect(html).toMatch(chosen);
  expect(html).toMatch(/<details id="tool-request" open=""/);
  for (const value of [username, typed.contact_email, request.tool, request.message, request.email])
    expect(html).toContain(value);
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
    expect(count(await browser.follow(await file(browser)), received)).toBe(1);
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
    for (const tool of ['First', 'Second', 'Third']) await file(browser, tool);
    // A double click.
    const attempt = randomUUID();
    await Promise.all([file(browser, 'Fourth', attempt), file(browser, 'Fourth', attempt)]);
    expect(await file(browser, 'Fourth', attempt)).toContain('sent=');
    const stored = eq(fullRequests.tool, 'Fourth');
    expect(await app.landfall.database.db.$count(fullRequests, stored)).toBe(1);
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

describe('the result of a form', () => {
  /** The address as it was an hour ago. */
  const hourAgo = (location: string) =>
    location.replace(/-(\d{10})\b/, (_, seconds: string) => `-${Number(seconds) - 3600}`);

  it('is shown after a request for the full migration, above earlier ones, and not to a bookmark', async () => {
    const browser = openBrowser();
    await file(browser, 'First');
    const location = await file(browser, 'Second');
    const html = await browser.follow(location);
    expect(html).toContain(`<h1 class="text-32 font-strong text-pretty max-md:text-26">${received}`);
    expect(html).toContain('from First');
    expect(html).not.toContain('from Second');
    const later = await browser.follow(hourAgo(location));
    expect(later).toMatch(/action="\/api\/start\/request"[^>]*><input type="hidden" name="attempt" value="[\w-]{36}"/);
    expect(later).toContain('from Second');
  });

  it('is shown after a request for a tool, and not to a bookmark', async () => {
    const browser = openBrowser();
    const location = await browser.submit('start.tool-request', {
      attempt: randomUUID(),
      tool: 'Old CRM',
      language: 'en',
    });
    expect(await browser.follow(location)).toContain(received);
    const later = await browser.follow(hourAgo(location));
    expect(later).not.toContain(received);
    expect(later).toContain('Name of the tool');
    const invalid = await browser.submit('start.tool-request', { attempt: randomUUID(), tool: '', language: 'en' });
    expect(await browser.follow(invalid)).toMatch(/id="request-tool-error"(?! hidden)/);
    expect(await browser.follow(hourAgo(invalid))).toMatch(/id="request-tool-error" hidden/);
  });

  it('is shown after starting again without success, and not to a bookmark', async () => {
    const username = `${randomUUID()}@acme.example`;
    const { url } = await createStartLink(app.landfall.start, {
      caller: staffCaller('agent'),
      body: { username, oneUse: false, expiresInS: 3600 },
    });
    const startLink = new URL(url).pathname.split('/').at(-1) ?? '';
    const browser = openBrowser();
    const fail = (kind: 'reset-after' | 'error-500') =>
      simulator.addFaults([{ match: { text: username, method: 'POST', times: 1 }, effect: { kind } }]);
    fail('reset-after');
    await browser.submit('start.create', { attempt: randomUUID(), source_tool: 'Zendesk', link: startLink });
    await settleAttempts(app.landfall.start);
    const opened = await openStartLink(app.landfall.start, startLink);
    if (opened.kind !== 'resume') throw new Error(opened.kind);
    fail('error-500');
    const fields = { attempt: randomUUID(), link: opened.migrationToken, language: 'en' };
    const location = await browser.submit('start.again', fields);
    expect(await browser.openMigration(location)).toMatch(/role="alert"[^>]*>[^<]*cannot be reached/);
    expect(await browser.openMigration(hourAgo(location))).not.toContain('role="alert"');
  });
});

describe('a message with the request for the full migration', () => {
  const ask = (browser: Browser, link: string, message: string) =>
    browser.submit('start.ask', { link, message, language: 'en' });

  it('is shown again if it was not sent because the full migration was requested before', async () => {
    const link = await place('Sample migration completed');
    const first = openBrowser();
    // A double click.
    const sent = await Promise.all([ask(first, link, 'On Monday.'), ask(first, link, 'On Monday.')]);
    sent.push(await ask(first, link, 'On Monday.'));
    for (const location of sent) expect(location).toMatch(/event=requested$/);
    const second = openBrowser();
    const location = await ask(second, link, 'Not before May.');
    expect(location).not.toContain('event=');
    const html = await second.openMigration(location);
    expect(html).toMatch(/role="alert"[^>]*>Your message was not sent.*<bdi>Not before May\.<\/bdi>/);
    expect(html).toContain('You requested the full migration');
    expect(await second.openMigration(await ask(second, link, ''))).not.toContain('role="alert"');
  });
});

describe('both parts of the start form are kept', () => {
  it('after a request for a tool, sent or with an error', async () => {
    const browser = openBrowser();
    const invalid = await browser.follow(
      await browser.submit('start.tool-request', { ...typed, ...request, url: '?' }),
    );
    expectAllTyped(invalid);
    expect(invalid).toMatch(/id="request-url-error"(?! hidden)/);
    const sent = await browser.follow(await browser.submit('start.tool-request', { ...typed, ...request }));
    expect(sent).toContain(received);
    expect(sent).toMatch(chosen);
    for (const value of [typed.destination_username, typed.contact_email]) expect(sent).toContain(`value="${value}"`);
  });

  it('after errors of a start', async () => {
    const browser = openBrowser();
    for (const wrong of [{ destination_username: ' ' }, { contact_email: 'ada@localhost' }]) {
      const fields = { ...typed, ...request, ...wrong, attempt: randomUUID() };
      const html = await browser.follow(await browser.submit('start.create', fields));
      expect(html).toMatch(/id="(username|contact-email)-error"(?! hidden)/);
      expect(html).toMatch(chosen);
      expect(html).toContain('value="Old CRM"');
    }
  });
});

describe('searching for a tool on the server', () => {
  it('keeps the chosen tool and what was typed into the start form, and starts nothing', async () => {
    const browser = openBrowser();
    const location = await browser.submit('start.create', { ...typed, ...request, q: 'jira', search: 'query' });
    expect(location).toMatch(/^\/start\?lang=en&again=1&q=jira&form=[\w-]+$/);
    expect(simulator.history().filter((entry) => entry['username'] === typed.destination_username)).toEqual([]);
    const html = await browser.follow(location);
    expect(html).toContain('Matching tools: ');
    expectAllTyped(html);
    expect(await browser.submit('start.create', { ...typed, search: 'all' })).toMatch(/again=1&all=1&form=/);
  });

  it('shows the form again on Enter if both of its parts are filled in', async () => {
    const browser = openBrowser();
    const username = `${randomUUID()}@acme.example`;
    const fields = { ...typed, ...request, attempt: randomUUID(), destination_username: username };
    const location = await browser.submit('start.create', { ...fields, q: '', searched: '' });
    expect(location).toMatch(/^\/start\?lang=en&again=1&q=&form=[\w-]+#tool-request$/);
    expectAllTyped(await browser.follow(location), username);
    expect(simulator.history().filter((entry) => entry['username'] === username)).toEqual([]);
    expect(await browser.submit('start.create', { ...fields, q: '' })).toMatch(/^\/m\/.*\/go/);
  });

  it('searches on Enter if the query is new, and otherwise starts', async () => {
    const browser = openBrowser();
    expect(await browser.submit('start.create', { ...typed, q: 'jira', searched: '' })).toContain('q=jira');
    const started = await browser.submit('start.create', { ...typed, q: 'jira', searched: 'jira' });
    expect(started).toMatch(/^\/m\/.*\/go/);
  });

  it('starts with a query that was typed but not searched', async () => {
    const fields = { ...typed, attempt: randomUUID(), q: 'jira' };
    expect(await openBrowser().submit('start.create', fields)).toMatch(/^\/m\/.*\/go/);
  });

  it('returns to the page of the link, and to no other site', async () => {
    const fields = { ...typed, link: '//evil.example', kept: 'q=y&form=x&lang=en', q: 'a&b', search: 'query' };
    expect(await openBrowser().submit('start.create', fields)).toMatch(
      /^\/start\/%2F%2Fevil\.example\?q=a%26b&form=[\w-]{36}&lang=en$/,
    );
  });

  it('keeps what was typed into the form of the full migration, and files nothing', async () => {
    const browser = openBrowser();
    const about = { tool: 'Zendesk', username: 'ada@acme.example', message: 'Before Friday', reference: '417' };
    const fields = { attempt: randomUUID(), ...about };
    const location = await browser.submit('start.request', { ...fields, kept: 'lang=en', q: 'jira', search: 'query' });
    const html = await browser.follow(location);
    expect(html).toContain('Matching tools: ');
    expect(html).toMatch(chosen);
    for (const value of ['ada@acme.example', 'Before Friday', '417']) expect(html).toContain(value);
    expect(html).not.toContain(received);
  });
});

describe('in open mode', () => {
  const startForm = 'action="/api/start"';
  const startIn = (browser: Browser, username = `${randomUUID()}@acme.example`) =>
    browser.submit('start.create', {
      ...{ attempt: randomUUID(), source_tool: 'Zendesk', destination_username: username, language: 'en' },
    });
  /** What Next throws for a redirect. */
  const leadingTo = (path: string) => expect.objectContaining({ digest: expect.stringContaining(`;${path}`) });
  const importOf = (location: string) => {
    const token = readMigrationToken(app.landfall.start, location.split('/')[2] ?? '');
    if (!token.ok) throw new Error(token.reason);
    return token.link.importId;
  };

  it('remembers a migration that is started again like the first one, also after the visitor cookie has expired', async () => {
    for (const isLinked of [true, false]) {
      const [username, attempt] = [`${randomUUID()}@acme.example`, randomUUID()];
      const browser = openBrowser();
      const { url } = await createStartLink(app.landfall.start, {
        caller: staffCaller('agent'),
        body: { username, oneUse: false, expiresInS: 3600 },
      });
      const start = isLinked ? { link: url.split('/').at(-1) ?? '' } : { destination_username: username };
      simulator.addFaults([{ match: { text: username, method: 'POST', times: 1 }, effect: { kind: 'reset-after' } }]);
      await browser.submit('start.create', { attempt, source_tool: 'Zendesk', ...start });
      await settleAttempts(app.landfall.start);
      const lost = await getAttempt(app.landfall.database.db, attempt);
      const link = issueMigrationToken(app.landfall.start, lost?.importId ?? '');
      if (!isLinked) browser.jar.delete('landfall-visitor');
      expect(await browser.submit('start.again', { attempt: randomUUID(), link })).toMatch(/^\/m\/.*\/go/);
      expect([...browser.jar.keys()].filter((name) => name.endsWith('-migration'))).toEqual([
        isLinked ? 'landfall-link-migration' : 'landfall-migration',
      ]);
    }
  });

  it('leads back to the migration of this browser, from which another one can be started', async () => {
    const browser = openBrowser();
    const location = await startIn(browser);
    const migration = location.replace('/go', '').replace('&ready=1&event=started', '');
    for (const startPage of ['off', 'signed', 'open'] as const) {
      Object.assign(app.landfall.settings, { startPage });
      await expect(browser.open({}, '/start')).rejects.toEqual(leadingTo(migration));
    }
    const another = /href="(\/start[^"]*)"[^>]*>Start another migration</.exec(
      await browser.openMigration(migration),
    )?.[1];
    expect(await browser.follow((another ?? '').replace('&amp;', '&'))).toContain(startForm);
  });

  it('leads to a migration that was found after a lost response, in the browser that started it', async () => {
    const [browser, username] = [openBrowser(), `${randomUUID()}@acme.example`];
    simulator.addFaults([{ match: { text: username, method: 'POST', times: 1 }, effect: { kind: 'reset-after' } }]);
    const location = await startIn(browser, username);
    expect(await browser.follow(location)).toContain('Come back in a few minutes to check');
    await settleAttempts(app.landfall.start);
    await expect(browser.follow(location)).rejects.toEqual(leadingTo('/m/'));
    expect(await openBrowser().follow(location)).toContain(startForm);
  });

  it('says that a migration is ready to begin until its sample has started', async () => {
    const browser = openBrowser();
    const location = await startIn(browser);
    const report = (status: string) =>
      observe(app.landfall.imports.observer, {
        ...{ environment: 'live', importId: importOf(location), source: 'lookup', status, seenAt: new Date() },
      });
    await report('Waiting to start sample migration');
    expect(await browser.openMigration(location)).toContain('Your migration is ready to begin');
    for (const status of ['Sample migration in progress', 'Migration completed']) {
      await report(status);
      const migration = location.replace('/go', '').replace('&ready=1&event=started', ';');
      await expect(browser.openMigration(location)).rejects.toEqual(leadingTo(migration));
    }
    expect(await browser.openMigration(location.replace('&ready=1', ''))).toContain('http-equiv="refresh"');
    await observe(app.landfall.imports.observer, {
      ...{ environment: 'live', importId: importOf(location), source: 'lookup', status: null, gone: true },
      seenAt: new Date(),
    });
    await expect(browser.openMigration(location.replace('&ready=1', ''))).rejects.toEqual(leadingTo('/m/'));
    await expect(browser.open({}, '/start')).rejects.toEqual(leadingTo('/m/'));
  });

  it('shows errors of the form also in a browser with a migration', async () => {
    const browser = openBrowser();
    await startIn(browser);
    const missing = await browser.submit('start.create', { attempt: randomUUID(), language: 'en' });
    expect(await browser.follow(missing)).toContain('Choose the tool your data is in now.');
    const busy = await browser.submit('start.create', {
      ...{
        attempt: randomUUID(),
        source_tool: 'Zendesk',
        destination_username: 'ops',
        website: 'a bot',
        language: 'en',
      },
    });
    expect(await browser.follow(busy)).toContain('We received many requests in a short time.');
    const request = await browser.submit('start.tool-request', { attempt: randomUUID(), tool: '', language: 'en' });
    expect(await browser.follow(request)).toContain('Enter the name of the tool.');
  });

  it('has the form again once the migration was deleted, or is gone at the service', async () => {
    const browser = openBrowser();
    const first = await startIn(browser);
    await observe(app.landfall.imports.observer, {
      ...{
        environment: 'live',
        importId: importOf(first),
        source: 'lookup',
        status: null,
        gone: true,
        seenAt: new Date(),
      },
    });
    expect(await browser.open({}, '/start')).toContain(startForm);
    await expect(browser.openMigration(first)).rejects.toEqual(leadingTo('/m/'));
    const second = await startIn(browser);
    await expect(browser.open({}, '/start')).rejects.toBeDefined();
    await app.landfall.database.db.delete(imports).where(eq(imports.id, importOf(second)));
    expect(await browser.open({}, '/start')).toContain(startForm);
  });
});

describe('inside a frame', () => {
  const framed = (location: string) => {
    const { pathname, searchParams } = new URL(location, publicOrigin);
    searchParams.set('embed', '1');
    return `${pathname}?${searchParams.toString()}`;
  };
  /** What the page reports to the page around it. */
  const eventOf = async (location: string) => {
    const page = await openBrowser().loadMigration(framed(location));
    return isValidElement<{ event?: unknown }>(page) ? page.props.event : undefined;
  };

  it('reports a start once, and only then says that both tools are connected next', async () => {
    const browser = openBrowser();
    const fields = { source_tool: 'Zendesk', destination_username: `${randomUUID()}@acme.example`, language: 'en' };
    const location = await browser.submit('start.create', { attempt: randomUUID(), ...fields });
    expect(await eventOf(location)).toBe('started');
    const started = await browser.openMigration(framed(location));
    expect(started).toContain('Connect both tools at');
    // The menu of languages.
    expect(started).toContain('ready=1&amp;embed=1&amp;setlang=de');
    expect(started).not.toContain('event=');
    const later = location.replace('&ready=1&event=started', '');
    expect(await eventOf(later)).toBeNull();
    expect(await eventOf(later.replace('/go', ''))).toBeNull();
    for (const address of [later, framed(later)]) {
      const leaving = await browser.openMigration(address);
      expect(leaving).toMatch(/<h1[^>]*>Continue at our migration partner</);
      expect(leaving).not.toMatch(/ready to begin|both tools/);
    }
  });

  it('reports a request after its form only, also after a double click', async () => {
    const link = await place('Sample migration completed');
    const page = `/m/${link}?lang=en`;
    expect(await eventOf(`${page}&event=requested`)).toBeNull();
    const browser = openBrowser();
    await browser.submit('start.ask', { link, language: 'en' });
    expect(await eventOf(page)).toBeNull();
    expect(await eventOf(await browser.submit('start.ask', { link, language: 'en' }))).toBe('requested');
  });

  it('shows the result of a form at the top', async () => {
    const browser = openBrowser();
    const fields = { link: await place('Migration in progress'), language: 'en' };
    const sent = await browser.submit('start.send-link', fields);
    const [top = '', ...rest] = (await browser.openMigration(framed(sent))).split('<section');
    expect(top).toContain('The link is on its way to');
    expect(rest.join('')).not.toContain('The link is on its way to');
    const topOf = async (location: string) => (await browser.follow(framed(location))).split('<h1')[0];
    const requested = await browser.submit('start.tool-request', {
      attempt: randomUUID(),
      tool: 'Old CRM',
      language: 'en',
    });
    expect(await topOf(requested)).toContain(received);
    const mailed = await browser.submit('start.send-link', { email: 'ada@acme.example', language: 'en' });
    expect(await topOf(mailed)).toContain('Check your e-mail');
  });
});

describe('asking for the link of a migration by e-mail', () => {
  it('shows an invalid address again, with its error', async () => {
    const importId = randomUUID();
    await observe(app.landfall.imports.observer, {
      ...{ environment: 'live', importId, source: 'lookup', status: 'Migration in progress', seenAt: new Date() },
      about: { username: 'ops', tool: 'Zendesk' },
    });
    const browser = openBrowser();
    const fields = { link: issueMigrationToken(app.landfall.start, importId), language: 'en' };
    const location = await browser.submit('start.send-link', { ...fields, email: 'ada@localhost' });
    // Browsers ignore `autofocus` with a fragment.
    expect(location).toMatch(/&form=[\w-]+$/);
    expect(await browser.openMigration(location)).toMatch(
      /<input (?=[^>]*id="keep-email")(?=[^>]*value="ada@localhost")(?=[^>]*autofocus)(?=[^>]*aria-invalid="true")/i,
    );
  });
});
