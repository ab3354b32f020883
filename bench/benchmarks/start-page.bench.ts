import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { startLinkResponseSchema } from '../../lib/contract/start';
import { openBrowser, slowPhone, type BenchBrowser } from '../apps/open-browser';
import { startLandfall, type RunningLandfall } from '../apps/start-landfall';
import { startBareNext } from '../apps/start-peer';
import { weighPage } from '../apps/weigh-page';
import { withBench, type Bench } from '../apps/with-bench';
import type { Comparison, MeasurementResult, Target } from '../measurement';
import { alternate, compare } from '../statistics';

export const name = 'start-page';
export const description =
  "the customer's start page on a slow phone (4x CPU, 1.6 Mbps, 150 ms), opened by a start link: shown, usable, weight";

const rounds = 9;
const maxWaitMs = 60_000;
const counterpart = 'bare Next form';

const loadSchema = z.object({
  firstPaintMs: z.number(),
  largestPaintMs: z.number(),
  usableMs: z.number(),
  hydration: z.string().nullable(),
});
type Load = z.infer<typeof loadSchema>;
type Side = 'landfall' | typeof counterpart;

export const run = (): Promise<MeasurementResult> => withBench(measure);

async function measure(bench: Bench): Promise<MeasurementResult> {
  const landfall = await startLandfall(bench, { engine: 'PostgreSQL' });
  const bareNext = await startBareNext(bench, landfall);
  const browser = await openBrowser(bench);
  try {
    const path = await createStartLink(landfall);
    const loads: Record<Side, Load[]> = { landfall: [], [counterpart]: [] };
    const open = (side: Side, origin: string, sidePath: string) => async (round: number) => {
      const options = { origin, throttling: slowPhone, screen: 'phone' } as const;
      const load = await browser.withPage(options, (page) => loadAndPress(page, sidePath));
      if (round > 0) loads[side].push(load);
      return load.usableMs;
    };
    await alternate(
      {
        landfall: open('landfall', landfall.origin, path),
        [counterpart]: open(counterpart, bareNext.origin, '/start'),
      },
      { rounds, warmUps: 1 },
    );
    const row = (what: string, read: (load: Load) => number, target: Target): Comparison =>
      compare({ what, unit: 'ms', target }, loads.landfall.map(read), {
        what: counterpart,
        samples: loads[counterpart].map(read),
      });
    const inOneSecond: Target = { of: 'measured', atMost: 1000 };
    return {
      comparisons: [
        row('first content', ({ firstPaintMs }) => firstPaintMs, inOneSecond),
        row('largest content', ({ largestPaintMs }) => largestPaintMs, inOneSecond),
        row('usable', ({ usableMs }) => usableMs, inOneSecond),
        ...(await weigh(browser, { landfall: landfall.origin, path, bare: bareNext.origin })),
      ],
      checks: [
        {
          guarantee: 'the form was sent before the script ran, in every load',
          passed: loads.landfall.every(({ hydration }) => hydration === 'pending'),
        },
        {
          guarantee: 'a form sent before the script ran starts a migration',
          passed: await startsMigration(browser, landfall.origin, path),
        },
      ],
    };
  } finally {
    await browser.close();
  }
}

async function weigh(
  browser: BenchBrowser,
  { landfall, path, bare }: { landfall: string; path: string; bare: string },
): Promise<Comparison[]> {
  const open = (origin: string, pagePath: string, options?: { gzipOnly: boolean }) =>
    browser.withPage({ origin, screen: 'phone' }, (page) => weighPage(page, pagePath, options));
  const ours = await open(landfall, path);
  const gzipped = await open(landfall, path, { gzipOnly: true });
  const theirs = await open(bare, '/', { gzipOnly: true });
  const atMost20: Target = { of: 'measured', atMost: 20 };
  return [
    {
      what: 'script, both with gzip',
      unit: 'kB',
      measured: gzipped.script,
      counterpart: { what: 'empty Next page', value: theirs.script },
      target: { of: 'difference', atMost: 20 },
    },
    { what: 'script as transferred', unit: 'kB', measured: ours.script },
    { what: 'font', unit: 'kB', measured: ours.font, target: atMost20 },
    { what: 'style sheet', unit: 'kB', measured: ours.style },
    { what: 'HTML', unit: 'kB', measured: ours.document },
    { what: 'everything', unit: 'kB', measured: ours.total },
  ];
}

async function createStartLink({ origin, cookie }: RunningLandfall): Promise<string> {
  const response = await fetch(`${origin}/api/start-links`, {
    method: 'POST',
    headers: { cookie, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'start-page@acme.example', language: 'en' }),
  });
  const { url } = startLinkResponseSchema.parse(await response.json());
  return url.slice(origin.length);
}

/** Runs in the page: chooses a tool and presses the button in the first frame that has both. */
function pressEarly(): void {
  const tool = document.querySelector<HTMLElement>('#start [type=radio]');
  const button = document.querySelector<HTMLElement>('#start [type=submit]:not([name], [formaction])');
  if (tool === null || button === null) return void requestAnimationFrame(pressEarly);
  tool.click();
  button.click();
}

/** The form is not really sent, so that the page stays until everything is painted. */
async function loadAndPress(page: Page, path: string): Promise<Load> {
  await page.addInitScript(() => {
    const paints: Record<string, number> = {};
    new PerformanceObserver((list) => {
      for (const { entryType, startTime } of list.getEntries()) paints[entryType] = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) paints[name] = startTime;
    }).observe({ type: 'paint', buffered: true });
    const sent = new Promise<{ usableMs: number; hydration: string | null }>((resolve) => {
      addEventListener(
        'submit',
        (event) => {
          event.preventDefault();
          const marker = document.querySelector('[data-hydration]');
          resolve({ usableMs: performance.now(), hydration: marker?.getAttribute('data-hydration') ?? null });
        },
        true,
      );
    });
    const loaded = new Promise((resolve) => addEventListener('load', resolve));
    const settle = async () => {
      const { usableMs, hydration } = await sent;
      await loaded;
      // What is painted is reported after the frame.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
      const firstPaintMs = paints['first-contentful-paint'] ?? Number.NaN;
      // A form that is not painted yet is of no use.
      const shownMs = Math.max(usableMs, firstPaintMs);
      return { firstPaintMs, largestPaintMs: paints['largest-contentful-paint'], usableMs: shownMs, hydration };
    };
    Object.assign(globalThis, { settled: settle() });
  });
  await page.addInitScript(pressEarly);
  await page.goto(path, { waitUntil: 'commit', timeout: maxWaitMs });
  const settled = page.evaluate((): unknown => Reflect.get(globalThis, 'settled'));
  const late = delay(maxWaitMs, undefined, { ref: false }).then(() => {
    throw new Error(`${path} was not usable within ${maxWaitMs / 1000} s`);
  });
  return loadSchema.parse(await Promise.race([settled, late]));
}

async function startsMigration(browser: BenchBrowser, origin: string, path: string): Promise<boolean> {
  return browser.withPage({ origin, throttling: slowPhone, screen: 'phone' }, async (page) => {
    await page.addInitScript(pressEarly);
    const answered = page.waitForResponse((response) => response.request().method() === 'POST', { timeout: maxWaitMs });
    await page.goto(path, { waitUntil: 'commit', timeout: maxWaitMs });
    const location = (await (await answered).headerValue('location')) ?? '';
    return /^(?:https?:\/\/[^/]+)?\/m\/[^/]+\/go/.test(location);
  });
}
