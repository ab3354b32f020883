import { openBrowser } from '../apps/open-browser';
import { listRows, startLandfall } from '../apps/start-landfall';
import { startReactAdmin } from '../apps/start-peer';
import { weighPage } from '../apps/weigh-page';
import { withBench, type Bench } from '../apps/with-bench';
import type { Comparison, MeasurementResult } from '../measurement';

export const name = 'page-weight';
export const description = 'transferred script of pages in a browser with an empty cache';

export const run = (): Promise<MeasurementResult> => withBench(measure);

async function measure(bench: Bench): Promise<MeasurementResult> {
  const landfall = await startLandfall(bench, { engine: 'PostgreSQL', settings: { START_PAGE: 'open' } });
  const reactAdmin = await startReactAdmin(bench, landfall);
  const browser = await openBrowser(bench);
  try {
    const weigh = (origin: string, path: string, cookie = '') =>
      browser.withPage({ origin, cookie }, (page) => weighPage(page, path));
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
