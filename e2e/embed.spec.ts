import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { type AnotherSite, startAnotherSite } from './fixtures/another-site';
import { importsOf, newCustomer, openCustomerPage } from './fixtures/customer';
import { expectFrameAccessible } from './fixtures/expect-accessible';
import type { IsolatedApp } from './fixtures/isolated-app';
import { test } from './fixtures/own-service';
import { expect } from './fixtures/test';

// The limit per address of the open form counts the starts of all tests.
test.describe.configure({ mode: 'default' });

const example = readFileSync('examples/embed/index.html', 'utf8');
const linkSchema = z.object({ url: z.string() });

let partner: AnotherSite;
let html = '';
test.beforeAll(async ({ app, partnerPort }) => {
  html = example.replaceAll('http://localhost:3000', app.origin);
  partner = await startAnotherSite(() => html, partnerPort);
});
test.afterAll(() => partner.close());

async function createLink(app: IsolatedApp, username: string): Promise<string> {
  const response = await (await app.requestAs('agent')).post('/api/start-links', { data: { username } });
  return linkSchema.parse(await response.json()).url;
}

const openView = (page: Page, link: string, view: string) =>
  page.goto(`${partner.url}?link=${encodeURIComponent(link)}#${view}`);

/** The frame of an element, by its accessible name. */
function frameOf(page: Page, name: 'Import your data' | 'Your import'): { frame: Locator; inside: FrameLocator } {
  const frame = page.locator(`iframe[title="${name}"]`);
  return { frame, inside: frame.contentFrame() };
}

/** The first tools depend on what other customers came from. */
const showAllTools = (inside: FrameLocator) => inside.getByRole('button', { name: /Show all/ }).click();

async function startIn(inside: FrameLocator): Promise<void> {
  await inside.getByText('Asana', { exact: true }).click();
  await inside.getByRole('button', { name: 'Start migration' }).click();
}

const events = (page: Page) => page.getByRole('listitem');

test('a customer starts, leaves in a new tab, and requests the full migration inside the partner’s page', async ({
  page,
  app,
}) => {
  const username = newCustomer('embed');
  await openView(page, await createLink(app, username), 'import');
  const { frame, inside } = frameOf(page, 'Import your data');
  await expect(inside.getByRole('heading', { level: 1 })).toContainText('Bring your data to');

  // Embedded: as high as its content, without the partner's name, but with languages.
  await expect(inside.getByRole('banner')).not.toContainText('Northdesk');
  await expect(inside.getByRole('banner').getByText('English').first()).toBeVisible();
  const scrolls = () => inside.locator('html').evaluate((root) => root.scrollHeight - root.clientHeight);
  await expect.poll(scrolls).toBe(0);
  const before = (await frame.boundingBox())?.height ?? 0;
  await showAllTools(inside);
  await expect.poll(async () => (await frame.boundingBox())?.height ?? 0).toBeGreaterThan(before);
  await expect.poll(scrolls).toBe(0);

  await startIn(inside);
  const popup = page.waitForEvent('popup');
  await inside.getByRole('link', { name: /^Continue to/ }).click();
  const service = await popup;
  await service.waitForURL(/\/migrate\//);
  await service.close();
  await expect(inside.getByRole('heading', { level: 1 })).toHaveText('Your migration');
  await expect(inside.getByRole('banner')).not.toContainText('Northdesk');
  await expect(events(page).first()).toHaveText('landfall-start started {}');
  await expect(events(page).nth(1)).toHaveText(
    /^landfall-start status \{"situation":"(no_status|connect)","whoActs":"customer","finished":false\}$/,
  );

  // A bookmark would be one of the partner's page. Where copying is blocked, the link is shown.
  await expect(inside.getByRole('main')).not.toContainText('Bookmark');
  await inside.locator('html').evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('blocked')) } });
  });
  await inside.getByRole('button', { name: 'Copy link' }).click();
  const ownLink = inside.getByLabel('The link could not be copied.');
  await expect(ownLink).toBeFocused();
  await expect(ownLink).toHaveValue(new RegExp(`^${app.origin}/m/[^?]+$`));

  // The same status again fires nothing, a change does.
  const [created] = await importsOf(page.request, username, app);
  await inside.locator('html').evaluate(() => location.reload());
  await app.changeStatus(created?.id ?? '', 'Sample migration completed');
  await expect(async () => {
    await inside.locator('html').evaluate(() => location.reload());
    await expect(inside.getByRole('button', { name: 'Request' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(events(page).last()).toContainText('status {"situation":"sample_request"');

  await inside.getByRole('button', { name: /Request/ }).click();
  await expect(events(page).last()).toContainText('status {"situation":"sample_review"');
  await expect(events(page).nth(-2)).toHaveText('landfall-start requested {}');
  const texts = await events(page).allTextContents();
  expect(texts).toEqual([...new Set(texts)]);
  expect(await importsOf(page.request, username, app)).toHaveLength(1);
});

async function chooseLanguage(inside: FrameLocator, from: string, to: string): Promise<void> {
  await inside.getByRole('banner').getByText(from).first().click();
  await inside.getByRole('link', { name: to }).click();
}

/** Does it, and waits until the next page in the frame has reported its state. */
async function awaitState(page: Page, change: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() =>
    addEventListener('message', function hear({ data }) {
      if (data?.landfall !== 'state') return;
      removeEventListener('message', hear);
      document.body.dataset['heard'] = '1';
    }),
  );
  await change();
  await expect(page.locator('body[data-heard]')).toBeVisible();
  await page.evaluate(() => delete document.body.dataset['heard']);
}

test('events say what happened in this frame, once', { tag: '@full' }, async ({ page, browser, app }) => {
  test.slow();
  const username = newCustomer('events');
  const staff = await app.requestAs('agent');
  const start = async (tool: string) => {
    const link = await createLink(app, username);
    const form = { attempt: randomUUID(), source_tool: tool, link: link.split('/').at(-1) ?? '' };
    await staff.post('/api/start', { form, maxRedirects: 0 });
    return link;
  };
  const own = await start('Zendesk');
  const other = await start('Freshdesk');
  for (const { id } of await importsOf(page.request, username, app))
    await app.changeStatus(id, 'Sample migration completed');
  await openView(page, own, 'status');
  const { inside } = frameOf(page, 'Your import');
  const root = inside.locator('html');
  const sampled = 'landfall-status status {"situation":"sample_request","whoActs":"customer","finished":false}';
  const asked = 'landfall-status status {"situation":"sample_review","whoActs":"staff","finished":false}';
  await expect(events(page)).toHaveText([sampled]);

  // Another migration, with the same status.
  const openOther = () => inside.getByRole('link', { name: /^Freshdesk/ }).click();
  await openOther();
  await expect(events(page)).toHaveText([sampled, sampled]);

  // Without a theme from now on. A page that updates itself keeps working.
  await page.evaluate(() => document.querySelector('style')?.remove());
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(inside.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');

  // Requested in another tab.
  const tab = await openCustomerPage(browser);
  await tab.goto(other);
  await tab.getByRole('button', { name: /Request/ }).click();
  await expect(tab.getByRole('heading', { name: 'You requested the full migration' })).toBeVisible();
  await expect(async () => {
    await root.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(inside.getByRole('heading', { name: 'You requested' })).toBeVisible({ timeout: 2500 });
  }).toPass();
  await expect(events(page)).toHaveText([sampled, sampled, asked]);

  const back = () => root.evaluate(() => history.back());
  await awaitState(page, back);
  await expect(inside.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await awaitState(page, openOther);
  await expect(events(page)).toHaveText([sampled, sampled, asked, sampled, asked]);
  await awaitState(page, back);

  await inside.getByRole('button', { name: /Request/ }).click();
  const all = [sampled, sampled, asked, sampled, asked, sampled, 'landfall-status requested {}', asked];
  await expect(events(page)).toHaveText(all);
  await expect.poll(() => root.evaluate(() => location.search)).not.toContain('event');
  await awaitState(page, () => root.evaluate(() => location.reload()));
  await awaitState(page, () => chooseLanguage(inside, 'English', 'Deutsch'));
  await awaitState(page, back);
  await expect(events(page)).toHaveText(all);

  // The result is in view, although its form is far below.
  await page.setViewportSize({ width: 390, height: 700 });
  await inside.getByRole('button', { name: 'E-mail me the link' }).click();
  await expect(inside.getByText('The link is on its way to')).toBeInViewport();
});

test(
  'the partner’s style reaches the page, follows changes and stays readable',
  { tag: '@full' },
  async ({ page, app }) => {
    await openView(page, await createLink(app, newCustomer('theme')), 'import');
    const { frame, inside } = frameOf(page, 'Import your data');
    const button = inside.getByRole('button', { name: 'Start migration' });
    const background = () => inside.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    await expect(button).toHaveCSS('border-radius', '2px');
    await expect(inside.locator('body')).toHaveCSS('font-family', 'Georgia, serif');
    expect(await background()).toBe('rgb(255, 247, 237)');
    await expectFrameAccessible(frame);
    // Typed text is kept: the theme changes without a reload.
    await inside.getByRole('searchbox').fill('desk');
    await page.getByRole('button', { name: 'Dark' }).click();
    await expect.poll(background).toBe('rgb(28, 25, 23)');
    await expect(inside.getByRole('searchbox')).toHaveValue('desk');
    await expectFrameAccessible(frame);
    // The next page has it from the start.
    await inside.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(inside.getByText('Freshdesk', { exact: true })).toBeVisible();
    expect(await background()).toBe('rgb(28, 25, 23)');

    // A change while the frame is loading reaches it too.
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(/\/start\/.*embed=/, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload({ waitUntil: 'domcontentloaded' });
    await page.getByRole('button', { name: 'Dark' }).click();
    goOn();
    await expect.poll(background).toBe('rgb(28, 25, 23)');
  },
);

test(
  'two elements, navigation in the partner’s app, and another link',
  { tag: '@full' },
  async ({ page, app, consoleErrors }) => {
    // The partner's font replaces ours.
    consoleErrors.expect(/was preloaded using link preload but not used/);
    const link = await createLink(app, newCustomer('views'));
    await openView(page, link, 'both');
    const start = frameOf(page, 'Import your data');
    const status = frameOf(page, 'Your import');
    for (const { inside } of [start, status])
      await expect(inside.getByRole('heading', { level: 1 })).toContainText('Bring your data to');
    // Each hears its own frame only.
    await showAllTools(start.inside);
    await startIn(start.inside);
    await expect(events(page)).toHaveText(['landfall-start started {}']);

    await page.getByRole('link', { name: 'Your import' }).click();
    await expect(start.frame).toHaveCount(0);
    await expect(status.inside.getByRole('heading', { level: 1 })).toHaveText('Your migration');
    await expect(events(page).last()).toContainText('landfall-status status {"situation"');
    // Removed and added again: it works, and reports the status to the page that may have forgotten it.
    await page.evaluate(() => {
      const element = document.querySelector('landfall-status');
      const place = element?.parentElement;
      element?.remove();
      if (element) place?.append(element);
    });
    await expect(status.inside.getByRole('heading', { level: 1 })).toHaveText('Your migration');

    const other = await createLink(app, newCustomer('other'));
    await page.locator('landfall-status').evaluate((element, url) => element.setAttribute('link', url), other);
    await expect(status.inside.getByRole('heading', { level: 1 })).toContainText('Bring your data to');
    await page.locator('landfall-status').evaluate((element) => element.setAttribute('lang', 'de'));
    await expect(status.inside.getByRole('button', { name: 'Migration starten' })).toBeVisible();
  },
);

test('another origin is never framed, and its messages are ignored', async ({ page, app, consoleErrors }) => {
  consoleErrors.expect(/<landfall-start> needs a link to http:\/\/localhost/);
  await openView(page, `${partner.url}evil`, 'import');
  await expect(page.locator('landfall-start').getByRole('link')).toBeVisible();
  await expect(page.locator('landfall-start iframe')).toHaveCount(0);

  await openView(page, await createLink(app, newCustomer('forged')), 'import');
  await page.reload();
  const { frame, inside } = frameOf(page, 'Import your data');
  await expect(inside.getByRole('button', { name: 'Start migration' })).toBeVisible();
  // Our origin is right in neither: the message comes from the partner's own window.
  await page.evaluate(() => {
    window.postMessage({ landfall: 'height', height: 5 });
    window.postMessage({ landfall: 'state', event: 'started', migration: null, status: null });
  });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect((await frame.boundingBox())?.height).toBeGreaterThan(100);
  await expect(events(page)).toHaveCount(0);
});

test('where framing is not allowed, the link is shown', async ({ page, app, consoleErrors }) => {
  consoleErrors.expect(/^Framing .* violates/, /frame-ancestors/);
  const link = await createLink(app, newCustomer('blocked'));
  const stranger = await startAnotherSite(() => html);
  await page.clock.install();
  await page.goto(`${stranger.url}?link=${encodeURIComponent(link)}#import`);
  const fallback = page.locator('landfall-start').getByRole('link', { name: 'Import your data' });
  await expect(fallback).toBeHidden();
  await page.clock.fastForward(10_000);
  await expect(fallback).toBeVisible();
  await expect(fallback).toHaveAttribute('href', link);
  await stranger.close();
});

test('an element without content shows a link in its language', async ({ page, app, consoleErrors }) => {
  consoleErrors.expect(/^Framing .* violates/, /frame-ancestors/);
  const link = await createLink(app, newCustomer('empty'));
  const stranger = await startAnotherSite(
    () =>
      `<!doctype html><title>Northdesk</title><script type="module" src="${app.origin}/embed.js"></script><landfall-start link="${link}" lang="pt-BR"></landfall-start>`,
  );
  await page.clock.install();
  await page.goto(stranger.url);
  const fallback = page.getByRole('link', { name: 'Abrir em uma nova guia' });
  await expect(fallback).toBeHidden();
  await page.clock.fastForward(10_000);
  await expect(fallback).toBeVisible();
  await stranger.close();
});

test('without cookies of other sites, a double click creates one import and a reload finds it', async ({
  page,
  app,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
  await page.goto(`${partner.url}#import`);
  const { inside } = frameOf(page, 'Import your data');
  const username = newCustomer('no-cookies');
  await chooseLanguage(inside, 'English', 'Deutsch');
  await expect(inside.getByRole('button', { name: 'Migration starten' })).toBeVisible();
  await expect(inside.getByRole('banner')).not.toContainText('Northdesk');
  // The choice is kept in a partitioned cookie.
  await inside.locator('html').evaluate((root) => {
    root.dataset['left'] = '';
    history.back();
  });
  await expect(inside.locator('html:not([data-left])')).toBeVisible();
  await chooseLanguage(inside, 'Deutsch', 'English');
  await showAllTools(inside);
  await expect(inside.getByText('Asana', { exact: true })).toBeVisible();
  await inside.getByLabel('Your username or e-mail address').fill(username);
  const keepsCookie = () =>
    inside.locator('html').evaluate(() => {
      document.cookie = 'probe=1; SameSite=None; Secure';
      return document.cookie.includes('probe');
    });
  expect(await keepsCookie()).toBe(false);
  await inside.getByText('Asana', { exact: true }).click();
  await inside.getByRole('button', { name: 'Start migration' }).dblclick();
  await expect(inside.getByRole('link', { name: /^Continue to/ })).toBeVisible();
  expect(await importsOf(page.request, username, app)).toHaveLength(1);
  await page.reload();
  await expect(inside.getByRole('heading', { level: 1 })).toHaveText('Your migration');
});

test('the script is small, can be loaded by any site, and is checked for updates', async ({ page }) => {
  const response = await page.request.get('/embed.js', { headers: { 'accept-encoding': 'gzip' } });
  const headers = response.headers();
  expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['cache-control']).toContain('max-age=300');
  expect(headers['set-cookie']).toBeUndefined();
  const again = await page.request.get('/embed.js', { headers: { 'if-none-match': headers['etag'] ?? '' } });
  expect(again.status()).toBe(304);
});

test(
  'the settings show the snippet and a preview that follows the choices',
  { tag: '@full' },
  async ({ page, context, app }) => {
    await app.signIn(context, 'admin');
    await page.goto('/settings/staff');
    await page.getByRole('link', { name: 'Embed' }).click();
    const preview = page.locator('iframe[title="Migration"]').contentFrame();
    await expect(preview.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(preview.getByRole('banner')).not.toContainText('Northdesk');
    await page.getByLabel('Theme').selectOption('Dark');
    await page.getByLabel('Corners').selectOption('20 px');
    await expect(preview.locator('body')).toHaveCSS('background-color', 'rgb(14, 17, 20)');
    await expect(preview.getByRole('button', { name: 'Start migration' })).toHaveCSS('border-radius', '20px');
    await expect(page.getByRole('region', { name: 'Snippet' })).toContainText(
      '<landfall-start theme="dark" style="--landfall-radius: 20px">',
    );
    await expect(page.getByText(partner.url.slice(0, -1), { exact: true })).toBeVisible();
  },
);
