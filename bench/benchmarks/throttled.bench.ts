import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { openBrowser, slowPhone, type BenchBrowser } from '../apps/open-browser';
import { listRows, startLandfall, type RunningLandfall } from '../apps/start-landfall';
import { startBareNext, startReactAdmin } from '../apps/start-peer';
import { withBench, type Bench } from '../apps/with-bench';
import type { Comparison, MeasurementResult, Target } from '../measurement';
import { alternate, compare } from '../statistics';

export const name = 'throttled';
export const description =
  'the list on a slow phone (4x CPU, 1.6 Mbps, 150 ms): first row painted, usable, and React on all rows';

const rounds = 7;
const maxWaitMs = 60_000;

/** Where the rows, the search field and the control that React takes over last are. */
const selectors = {
  landfall: { row: '[data-import]', field: '[role=search] input', last: 'tr[data-import] input, tr[data-import] a' },
  'react-admin': { row: 'tbody .RaDatagrid-row', field: 'form input', last: 'form input' },
  'bare Next + Query': { row: '[data-import]', field: 'input[type=search]', last: 'input[type=search]' },
} as const;
type Side = keyof typeof selectors;

const shownSchema = z.object({ firstRowMs: z.number(), usableMs: z.number(), hydratedMs: z.number() });
type Shown = z.infer<typeof shownSchema>;

export const run = (): Promise<MeasurementResult> => withBench(measure);

async function measure(bench: Bench): Promise<MeasurementResult> {
  const landfall = await startLandfall(bench, { engine: 'PostgreSQL' });
  const bareNext = await startBareNext(bench, landfall);
  const reactAdmin = await startReactAdmin(bench, landfall);
  const browser = await openBrowser(bench);
  const loads: Record<Side, Shown[]> = { landfall: [], 'react-admin': [], 'bare Next + Query': [] };
  const open = (side: Side, where: { origin: string; cookie?: string }, path: string) => async (round: number) => {
    const { origin, cookie = '' } = where;
    const shown = await browser.withPage({ origin, cookie, throttling: slowPhone }, (page) => load(page, path, side));
    if (round > 0) loads[side].push(shown);
    return shown.firstRowMs;
  };
  try {
    await alternate(
      {
        landfall: open('landfall', landfall, '/imports'),
        'react-admin': open('react-admin', reactAdmin, '/#/imports'),
        'bare Next + Query': open('bare Next + Query', bareNext, '/query'),
      },
      { rounds, warmUps: 1 },
    );
    const row = (what: string, read: (load: Shown) => number, other: Side, target?: Target): Comparison =>
      compare({ what, unit: 'ms', target }, loads.landfall.map(read), { what: other, samples: loads[other].map(read) });
    return {
      comparisons: [
        row('first row', ({ firstRowMs }) => firstRowMs, 'react-admin', { of: 'ratio', atMost: 0.3 }),
        row('first row', ({ firstRowMs }) => firstRowMs, 'bare Next + Query'),
        row('usable', ({ usableMs }) => usableMs, 'react-admin', { of: 'ratio', atMost: 0.5 }),
        row('usable', ({ usableMs }) => usableMs, 'bare Next + Query', { of: 'ratio', atMost: 1 }),
        row('React on all rows', ({ hydratedMs }) => hydratedMs, 'react-admin'),
        row('React on all rows', ({ hydratedMs }) => hydratedMs, 'bare Next + Query'),
      ],
      checks: [
        {
          guarantee: 'a search sent before React runs finds the customer',
          passed: await searchesWithoutScript(browser, landfall),
        },
      ],
    };
  } finally {
    await browser.close();
  }
}

/** Usable: a search has an effect. React handles it, or before that the browser sends the form itself. */
async function load(page: Page, path: string, side: Side): Promise<Shown> {
  await page.addInitScript(({ row, field, last }) => {
    const isHydrated = (element: Element | null) =>
      element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps$'));
    const shown = new Promise((resolve) => {
      let firstRowMs: number | undefined;
      let usableMs: number | undefined;
      const check = () => {
        const isShown = document.querySelector(row) !== null;
        const input = document.querySelector<HTMLInputElement>(field);
        if (isShown) firstRowMs ??= performance.now();
        if (isShown && (input?.form?.hasAttribute('action') || isHydrated(input))) usableMs ??= performance.now();
        if (usableMs !== undefined && isHydrated(document.querySelector(last))) {
          resolve({ firstRowMs, usableMs, hydratedMs: performance.now() });
        } else requestAnimationFrame(check);
      };
      requestAnimationFrame(check);
    });
    Object.assign(globalThis, { shown });
  }, selectors[side]);
  await page.goto(path, { waitUntil: 'commit', timeout: maxWaitMs });
  // Not waitForFunction, which a content security policy without `unsafe-eval` blocks.
  const shown = page.evaluate((): unknown => Reflect.get(globalThis, 'shown'));
  const late = delay(maxWaitMs, undefined, { ref: false }).then(() => {
    throw new Error(`${side} was not usable within ${maxWaitMs / 1000} s`);
  });
  return shownSchema.parse(await Promise.race([shown, late]));
}

async function searchesWithoutScript(browser: BenchBrowser, landfall: RunningLandfall): Promise<boolean> {
  const { origin, cookie } = landfall;
  const username = (await listRows(landfall)).flatMap((row) => row.username ?? [])[0] ?? '';
  return browser.withPage({ origin, cookie, throttling: slowPhone }, async (page) => {
    await page.addInitScript(
      ({ row, field, text }) => {
        const search = () => {
          const input = document.querySelector<HTMLInputElement>(field);
          if (input === null || document.querySelector(row) === null) return void requestAnimationFrame(search);
          input.value = text;
          input.form?.requestSubmit();
        };
        if (!location.search.includes('q=')) search();
      },
      { ...selectors.landfall, text: username },
    );
    // React would change the address without loading a page.
    const loaded = page.waitForResponse(
      (response) => response.request().isNavigationRequest() && response.url().includes('q='),
      { timeout: maxWaitMs },
    );
    await page.goto('/imports', { waitUntil: 'commit', timeout: maxWaitMs });
    await loaded;
    await page.waitForLoadState();
    return (await page.locator(selectors.landfall.row, { hasText: username }).count()) > 0;
  });
}
