import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';
import { openBrowser } from '../apps/open-browser';
import { listRows, startLandfall } from '../apps/start-landfall';
import { startBareNext, startReactAdmin } from '../apps/start-peer';
import { withBench, type Bench } from '../apps/with-bench';
import type { Comparison, MeasurementResult } from '../measurement';

export const name = 'page-weight';
export const description = 'transferred script and fonts of pages in a browser with an empty cache';

/** Pages load some scripts after they are shown. */
const settleMs = 3000;

interface Weight {
  script: number;
  font: number;
  total: number;
  /** Files that are not compressed although they could be. */
  plain: string[];
}

export const run = (): Promise<MeasurementResult> => withBench(measure);

async function measure(bench: Bench): Promise<MeasurementResult> {
  const landfall = await startLandfall(bench, { engine: 'PostgreSQL', settings: { START_PAGE: 'open' } });
  const bareNext = await startBareNext(bench, landfall);
  const reactAdmin = await startReactAdmin(bench, landfall);
  const browser = await openBrowser(bench);
  try {
    const weigh = (origin: string, path: string, cookie = '') =>
      browser.withPage({ origin, cookie }, (page) => weighPage(page, path));
    const bare = await weigh(bareNext.origin, '/');
    const admin = await weigh(reactAdmin.origin, '/#/imports');
    const start = await weigh(landfall.origin, '/start');
    const [first] = await listRows(landfall, 1);
    const comparisons: Comparison[] = [];
    let plain = start.plain;
    for (const path of ['/imports', `/imports/${first?.id}`, '/', '/sponsorship']) {
      const staff = await weigh(landfall.origin, path, landfall.cookie);
      plain = [...plain, ...staff.plain];
      comparisons.push({
        what: `script on ${path.replace(/^\/imports\/.+/, '/imports/:id')}`,
        unit: 'kB',
        measured: staff.script,
        counterpart: { what: 'react-admin', value: admin.script },
        target: { of: 'measured', atMost: 175 },
      });
    }
    comparisons.push(
      {
        what: 'script on the customer start page',
        unit: 'kB',
        measured: start.script,
        counterpart: { what: 'bare Next page', value: bare.script },
        target: { of: 'difference', atMost: 20 },
      },
      {
        what: 'font on the customer start page',
        unit: 'kB',
        measured: start.font,
        target: { of: 'measured', atMost: 20 },
      },
      { what: 'customer start page, transferred', unit: 'kB', measured: start.total },
      {
        what: 'texts transferred without compression',
        unit: 'files',
        measured: new Set(plain).size,
        target: { of: 'measured', atMost: 0 },
      },
      {
        what: 'static files without brotli',
        unit: 'files',
        measured: await countWithoutBrotli(landfall.origin),
        target: { of: 'measured', atMost: 0 },
      },
    );
    return { comparisons };
  } finally {
    await browser.close();
  }
}

async function weighPage(page: Page, path: string): Promise<Weight> {
  const finished: Request[] = [];
  page.on('requestfinished', (request) => void finished.push(request));
  await page.goto(path, { waitUntil: 'load' });
  await delay(settleMs);
  const weight: Weight = { script: 0, font: 0, total: 0, plain: [] };
  for (const request of finished) {
    const response = await request.response();
    if (response === null) continue;
    const { responseBodySize } = await request.sizes();
    const kilobytes = responseBodySize / 1000;
    const { 'content-type': type = '', 'content-encoding': encoding } = response.headers();
    weight.total += kilobytes;
    if (request.resourceType() === 'script') weight.script += kilobytes;
    if (request.resourceType() === 'font') weight.font += kilobytes;
    // Below one kilobyte, compressing saves nothing.
    if (/text|javascript|json|svg/.test(type) && kilobytes > 1 && encoding === undefined) {
      weight.plain.push(new URL(request.url()).pathname);
    }
  }
  return weight;
}

/** Browsers offer brotli only over HTTPS, so it is requested here. */
async function countWithoutBrotli(origin: string): Promise<number> {
  const html = await (await fetch(`${origin}/start`)).text();
  const files = new Set(html.match(/\/_next\/static\/[^"'\\ ]+\.(?:js|css)/g));
  if (files.size === 0) throw new Error('the page names no static files');
  let without = 0;
  for (const file of files) {
    const response = await fetch(`${origin}${file}`, { headers: { 'accept-encoding': 'br' } });
    await response.arrayBuffer();
    if (response.headers.get('content-encoding') !== 'br') without += 1;
  }
  return without;
}
