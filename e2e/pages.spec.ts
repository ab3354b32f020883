import type { Page } from '@playwright/test';
import { pageMatrix } from '@/lib/http/access-matrix';
import { measurePageSizes } from '../scripts/steps/measure-page-sizes';
import { signInPageAs } from './fixtures/accounts';
import { dialogs } from './fixtures/dialogs';
import { expectAccessible, expectStateAccessible } from './fixtures/expect-accessible';
import { fullSize } from './fixtures/full-size';
import { placeImport } from './fixtures/place-import';
import { expect, test } from './fixtures/test';
import { watchLayoutShift } from './fixtures/watch-layout-shift';
import { watchPolicy } from './fixtures/watch-policy';

/** /settings only redirects to its first section, only the demo has a mailbox, and the preview has no scripts. */
const otherPages = ['/settings', '/[...path]', '/mailbox', '/settings/branding/preview'];
/** All staff pages from the access matrix. */
const pages = Object.values(pageMatrix).filter(({ auth, path }) => auth === 'staff' && !otherPages.includes(path));

const phone = { width: 390, height: 844 };
const tablet = { width: 1024, height: 768 };
const desktop = { width: 1440, height: 900 };

async function addressOf(page: Page, path: string): Promise<string> {
  // All tests write to the audit log; axe checks only four rows.
  if (path === '/audit' && !fullSize) return '/audit?limit=4';
  // Other tests create imports; in this order they come last.
  if (path === '/imports') return '/imports?sort=since&direction=asc';
  if (!path.includes('[id]') && path !== '/customers') return path;
  // One for each test: a lookup of the customer changes all their imports.
  const username = `${path.replaceAll(/\W+/g, '')}@x.example`;
  const id = await placeImport(page.request, {
    username,
    status: 'Sample migration completed',
    warnings: 12,
    users: { matched: 3, total: 5, unmatched: ['a', 'b'] },
    counts: { tickets: 120, comments: 486 },
  });
  if (path !== '/customers') return path.replace('[id]', id);
  // The service names the customer only in the answer to a lookup by username.
  await page.request.get(`/api/imports?destination_username=${username}`);
  return `/customers?username=${username}`;
}

/** The scripts have run and the stream is open. On a phone the indicator is inside "More". */
async function waitUntilLive(page: Page, width: number): Promise<void> {
  const indicator = page.getByText('Updating', { exact: true });
  if (width < 768) await expect(indicator.first()).toBeAttached();
  else await expect(indicator.filter({ visible: true })).toHaveCount(1);
}

for (const [index, { path }] of pages.entries()) {
  test(`${path}: a strict policy, no layout shift and no accessibility violations`, async ({
    page,
    baseURL,
    consoleErrors,
  }) => {
    // At full size axe checks hundreds of rows six times.
    test.setTimeout(fullSize ? 900_000 : 180_000);
    // The script that watches the layout may not run inside previews of e-mails and of the branding.
    consoleErrors.expect(/Blocked script execution in '(about:srcdoc|\S+\/settings\/branding\/preview)/);
    await signInPageAs(page, 'admin');
    const address = await addressOf(page, path);
    const shift = await watchLayoutShift(page);
    const policy = watchPolicy(page, baseURL);
    const newImport = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New import' });
    // Without full size each page is loaded at one of the widths.
    for (const size of fullSize ? [phone, desktop] : [index % 2 === 0 ? phone : desktop]) {
      await page.setViewportSize(size);
      policy.expectStrict(await page.goto(address), path);
      await waitUntilLive(page, size.width);
      await expect(newImport).toBeInViewport({ ratio: 0.9 });
      const { value, moved } = await shift();
      expect(value, `at ${size.width} px moved ${moved.join('; ')}`).toBeLessThanOrEqual(0.02);
    }
    await page.setViewportSize(tablet);
    await expect(newImport).toBeInViewport({ ratio: 0.9 });
    await page.setViewportSize(index % 2 === 0 ? phone : desktop);
    // Open collapsed sections too; in tables only the rows that axe checks.
    const folded = page.locator(fullSize ? 'main summary' : 'main summary:not(tbody tr:nth-child(n + 5) summary)');
    await folded.evaluateAll((summaries) => summaries.forEach((summary) => (summary as HTMLElement).click()));
    await expectAccessible(page);
    policy.expectKept();
  });
}

test('dialogs and menus have no accessibility violations', { tag: '@full' }, async ({ page, consoleErrors }) => {
  test.setTimeout(600_000);
  // The preview of the branding has no scripts.
  consoleErrors.expect(/Blocked script execution in '\S+\/settings\/branding\/preview/);
  await signInPageAs(page, 'admin');
  // Leaving the wizard with a draft asks first.
  page.on('dialog', (question) => void question.accept());
  for (const [index, { name, path, open }] of dialogs.entries()) {
    await page.setViewportSize(index % 2 === 0 ? phone : desktop);
    await test.step(name, async () => {
      await page.goto(path);
      await open(page);
      await expectStateAccessible(page);
    });
  }
});

test('staff pages load no script at first that the page size budget does not count', async ({ page }) => {
  await signInPageAs(page, 'admin');
  const weights = measurePageSizes('.next-test');
  for (const { path } of pages) {
    const html = await (await page.request.get(await addressOf(page, path))).text();
    const tags = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag).filter((tag) => !/nomodule/i.test(tag));
    const loaded = tags.flatMap((tag) => /src="\/_next\/([^"?]+)/.exec(tag)?.[1] ?? []);
    expect(loaded.length, path).toBeGreaterThan(3);
    const counted = weights.find((weight) => routeOf(weight.page) === path);
    expect(
      loaded.filter((file) => !counted?.files.includes(decodeURIComponent(file))),
      path,
    ).toEqual([]);
  }
});

test('static files are sent with brotli, pages and answers of the API with gzip', async ({ page }) => {
  await signInPageAs(page, 'admin');
  const encodingOf = async (path: string) => (await page.request.get(path)).headers()['content-encoding'];
  for (const file of measurePageSizes('.next-test')[0]?.files ?? ['no page'])
    expect(await encodingOf(`/_next/${file}`), file).toBe('br');
  for (const path of ['/imports', '/api/tools']) expect(await encodingOf(path), path).toBe('gzip');
});

/** Turns "/(staff)/imports/page" into /imports. */
function routeOf(page: string): string {
  return page.replace(/\/\([^)]+\)/g, '').replace(/\/page$/, '') || '/';
}
