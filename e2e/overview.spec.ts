import { signInPageAs } from './fixtures/accounts';
import { placeImport } from './fixtures/place-import';
import { expect, test } from './fixtures/test';

/** The database starts empty, so make sure that one import is known. */
test.beforeEach(async ({ page }) => {
  await signInPageAs(page, 'viewer');
  const id = await placeImport(page.request, { username: 'overview@x.example', status: 'Sample migration completed' });
  expect((await page.request.get(`/api/imports/${id}`)).status()).toBe(200);
});

test('a funnel number opens the matching list with that many rows and a filter chip', async ({ page }) => {
  await page.goto('/?period=30d');
  const step = page.getByRole('link', { name: /^Sample completed: \d+/ });
  const count = Number(/\d+/.exec((await step.getAttribute('aria-label')) ?? '')?.[0]);
  expect(count).toBeGreaterThan(0);
  await step.click();
  await expect(page).toHaveURL(/reached=sample/);
  await expect(page.getByRole('link', { name: /Sample completed once/ })).toBeVisible();
  // Other tests create imports at the same time; lib/insights tests that both counts are equal.
  const rows = page.getByRole('table').first();
  await expect(rows).toHaveAttribute('aria-rowcount', /^\d+$/);
  expect(Number(await rows.getAttribute('aria-rowcount')) - 1).toBeGreaterThanOrEqual(count);
});

test('the chart is also available as a table, and short times are visible', { tag: '@full' }, async ({ page }) => {
  await page.goto('/');
  const bars = page.getByRole('table', { name: /^Time in each status/ }).locator('span[aria-hidden][style]');
  const shares = await bars.evaluateAll((shown) =>
    shown.map((bar) => {
      const share = parseFloat(getComputedStyle(bar).getPropertyValue('--median')) / 100;
      return { share, widthPx: share * bar.getBoundingClientRect().width };
    }),
  );
  expect(shares.length).toBeGreaterThan(10);
  expect(shares.filter(({ share, widthPx }) => share < 0.01 || widthPx < 1)).toEqual([]);
  await expect(page.getByRole('img', { name: /Started and completed, each week: \d+ started/ })).toBeVisible();
  await page.getByText('As a table').click();
  await expect(page.getByRole('table', { name: 'Started and completed, each week' }).getByRole('row')).toHaveCount(13);
});

test('the period is part of the URL', { tag: '@full' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('group', { name: 'Period' }).getByRole('link', { name: '30 days' }).click();
  await expect(page).toHaveURL(/period=30d/);
  await expect(page.getByRole('heading', { name: 'Started and completed, each day' })).toBeVisible();
});

test('counts by status open the list filtered by that status', { tag: '@full' }, async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('region', { name: 'Now, by status' })
    .getByRole('link', { name: /Sample migration completed/ })
    .click();
  await expect(page).toHaveURL(/status=Sample/);
});

test('the page sends its numbers once, as HTML, and little data besides', async ({ page }) => {
  const html = await (await page.request.get('/?period=1y')).text();
  expect(html).toContain('Started and completed, each week');
  const data = [...html.matchAll(/self\.__next_f\.push\(([^]*?)\)<\/script>/g)].map(([, part = '']) => part).join('');
  expect(data.length).toBeLessThanOrEqual(40_000);
});

test(
  'at 1024 px there are two columns, and every label of the chart is readable',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto('/');
    const section = page.getByRole('region', { name: 'Started and completed, each week' });
    const left = await section.boundingBox();
    const right = await page.getByRole('region', { name: 'Now, by status' }).boundingBox();
    expect(left && right && right.x >= left.x + left.width).toBe(true);

    const labels = await section.getByRole('img', { name: /^Started/ }).evaluate((chart) => {
      const sectionRight = chart.closest('section')?.getBoundingClientRect().right ?? 0;
      const plotBottom = chart.querySelector('svg')?.getBoundingClientRect().bottom ?? 0;
      const shown = [...chart.querySelectorAll('span')].filter((label) => label.checkVisibility());
      const boxes = shown.map((label) => {
        const text = document.createRange();
        text.selectNodeContents(label);
        return { text: label.textContent, box: text.getBoundingClientRect() };
      });
      const overlap = (a: DOMRect, b: DOMRect) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      return {
        below: boxes.filter(({ box }) => box.top >= plotBottom).map(({ text }) => text),
        beside: boxes.filter(({ box }) => box.top < plotBottom).map(({ text }) => text),
        cut: boxes.filter(({ box }) => box.right > sectionRight || box.width === 0).map(({ text }) => text),
        overlapping: boxes.flatMap((one, at) =>
          boxes.slice(at + 1).flatMap((other) => (overlap(one.box, other.box) ? [`${one.text} ${other.text}`] : [])),
        ),
      };
    });
    expect(labels.below.filter((text) => /^\d+$/.test(text))).toHaveLength(12);
    expect(labels.below.filter((text) => /^[A-Z][a-z]{2}$/.test(text)).length).toBeGreaterThanOrEqual(2);
    expect(labels.beside.length).toBeGreaterThanOrEqual(2);
    expect(labels).toMatchObject({ cut: [], overlapping: [] });
  },
);
