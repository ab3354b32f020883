import type { BrowserContext, Page, Request } from '@playwright/test';
import { accountOf, signInPageAs, signInAs } from './fixtures/accounts';
import { fullSize } from './fixtures/full-size';
import { sendWebhook } from './fixtures/send-webhook';
import { expect, test } from './fixtures/test';

/** Counts the event streams this browser opened and still has open. */
function countStreams(context: BrowserContext) {
  const streamCount = { opened: 0, open: 0 };
  const isStream = (url: string) => new URL(url).pathname === '/api/stream';
  context.on('request', (request) => {
    if (!isStream(request.url())) return;
    streamCount.opened++;
    streamCount.open++;
  });
  const onStreamEnd = (request: Request) => {
    if (isStream(request.url())) streamCount.open--;
  };
  context.on('requestfinished', onStreamEnd);
  context.on('requestfailed', onStreamEnd);
  return streamCount;
}

/** The indicator is in the top bar, or in the navigation on a phone; exactly one is visible. */
const expectLiveText = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(1);

test('tabs share one stream, receive a change, and continue when the tab that owns it closes', async ({
  context,
  page,
  request,
}) => {
  test.slow();
  await signInPageAs(page, 'admin');
  const streams = countStreams(context);
  // An empty page would show the first delivery without the update button.
  await sendWebhook(request, { import_id: `before-${Date.now()}`, status: 'In preparation' });
  await page.goto('/webhooks');
  const tabs = [page];
  for (let i = 1; i < (fullSize ? 10 : 3); i++) {
    const tab = await context.newPage();
    await tab.goto('/webhooks');
    tabs.push(tab);
  }
  for (const tab of tabs) await expectLiveText(tab, 'Updating');
  expect(streams).toEqual({ opened: 1, open: 1 });

  const id = `live-${Date.now()}`;
  expect((await sendWebhook(request, { import_id: id, status: 'In preparation' })).status()).toBe(200);
  for (const tab of tabs) await expect(tab.getByRole('button', { name: /\d+ updates?, show/ })).toBeVisible();

  await page.close();
  const [, second] = tabs;
  if (!second) throw new Error('there is one tab only');
  await expect.poll(() => streams.opened).toBe(2);
  await second.getByRole('button', { name: /\d+ updates?, show/ }).click();
  await expect(second.getByRole('link', { name: id })).toBeVisible();
  await expectLiveText(second, 'Updating');
  expect(streams.open).toBeLessThanOrEqual(2);
});

test(
  'shows when it is not live and polls every 30 seconds instead',
  { tag: '@full' },
  async ({ context, page, consoleErrors }) => {
    consoleErrors.expect(/ERR_FAILED .*\/api\/stream/);
    await signInPageAs(page, 'viewer');
    await context.route('**/api/stream*', (route) => route.abort());
    await page.goto('/imports');
    await expectLiveText(page, 'Every 30 s');
  },
);

test('pauses on request and says so', { tag: '@full' }, async ({ page }) => {
  await signInPageAs(page, 'viewer');
  await page.goto('/imports');
  await expectLiveText(page, 'Updating');
  await page.getByRole('button', { name: 'Pause live updates' }).click();
  await expectLiveText(page, 'Paused');
  await page.getByRole('button', { name: 'Resume live updates' }).click();
  await expectLiveText(page, 'Updating');
});

test(
  'ends with the session without waiting for the next heartbeat',
  { tag: '@full' },
  async ({ context, page, baseURL, consoleErrors }) => {
    consoleErrors.expect(/ 401 /);
    await signInAs(page.request, accountOf('agent'));
    const streams = countStreams(context);
    await page.goto('/imports');
    await expectLiveText(page, 'Updating');
    await page.request.post('/api/auth/sign-out', { headers: { origin: baseURL ?? '' }, form: {}, maxRedirects: 0 });
    await expect.poll(() => streams.open, { timeout: 10_000 }).toBe(0);
  },
);
