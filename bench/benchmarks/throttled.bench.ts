import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { openBrowser, slowPhone } from '../apps/open-browser';
import { startLandfall } from '../apps/start-landfall';
import { startBareNext, startReactAdmin } from '../apps/start-peer';
import { withBench, type Bench } from '../apps/with-bench';
import type { Comparison, MeasurementResult, Target } from '../measurement';
import { alternate, compare } from '../statistics';

export const name = 'throttled';
export const description = 'the list on a slow phone (4x CPU, 1.6 Mbps, 150 ms): first row painted, and usable';

const rounds = 7;
const maxWaitMs = 60_000;

/** Where the rows and the first control are. */
const selectors = {
  landfall: { row: '[data-import]', control: 'tr[data-import] input, tr[data-import] a' },
  'react-admin': { row: 'tbody .RaDatagrid-row', control: 'form input' },
  'bare Next + Query': { row: '[data-import]', control: 'input[type=search]' },
} as const;
type Side = keyof typeof selectors;

const shownSchema = z.object({ firstRowMs: z.number(), usableMs: z.number() });
type Shown = z.infer<typeof shownSchema>;

export const run = (): Promise<MeasurementResult> => withBench(measure);

async function measure(bench: Bench): Promise<MeasurementResult> {
  const landfall = await startLandfall(bench, { engine: 'PostgreSQL' });
  const bareNext = await startBareNext(bench, landfall);
  const reactAdmin = await startReactAdmin(bench, landfall);
  const browser = await openBrowser(bench);
  const usable = new Map<Side, number[]>();
  const open = (side: Side, where: { origin: string; cookie?: string }, path: string) => async (round: number) => {
    const { origin, cookie = '' } = where;
    const shown = await browser.withPage({ origin, cookie, throttling: slowPhone }, (page) => load(page, path, side));
    if (round > 0) usable.set(side, [...(usable.get(side) ?? []), shown.usableMs]);
    return shown.firstRowMs;
  };
  try {
    const firstRow = await alternate(
      {
        landfall: open('landfall', landfall, '/imports'),
        'react-admin': open('react-admin', reactAdmin, '/#/imports'),
        'bare Next + Query': open('bare Next + Query', bareNext, '/query'),
      },
      { rounds, warmUps: 1 },
    );
    const row = (what: string, samples: (side: Side) => readonly number[], other: Side, target?: Target): Comparison =>
      compare({ what, unit: 'ms', target }, samples('landfall'), { what: other, samples: samples(other) });
    const firstRowOf = (side: Side) => firstRow[side];
    const usableOf = (side: Side) => usable.get(side) ?? [];
    return {
      comparisons: [
        row('first row', firstRowOf, 'react-admin', { of: 'ratio', atMost: 0.3 }),
        row('first row', firstRowOf, 'bare Next + Query'),
        row('usable', usableOf, 'react-admin', { of: 'ratio', atMost: 0.5 }),
        row('usable', usableOf, 'bare Next + Query', { of: 'ratio', atMost: 1 }),
      ],
    };
  } finally {
    await browser.close();
  }
}

/** Usable: a control among the rows has its event handlers, which React attaches when it has taken over the page. */
async function load(page: Page, path: string, side: Side): Promise<Shown> {
  await page.addInitScript(({ row, control }) => {
    const shown = new Promise((resolve) => {
      let firstRowMs: number | undefined;
      const check = () => {
        const isShown = document.querySelector(row) !== null;
        const found = document.querySelector(control);
        const isHydrated = found !== null && Object.keys(found).some((key) => key.startsWith('__reactProps$'));
        if (isShown) firstRowMs ??= performance.now();
        if (isShown && isHydrated) resolve({ firstRowMs, usableMs: performance.now() });
        else requestAnimationFrame(check);
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
