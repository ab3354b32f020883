import type { Page } from '@playwright/test';
import { Agent, fetch } from 'undici';
import { openBrowser } from '../apps/open-browser';
import { listRows, startLandfall, type RunningLandfall } from '../apps/start-landfall';
import { createMessage } from '../apps/webhook-messages';
import { withBench, type Bench } from '../apps/with-bench';
import type { Comparison, MeasurementResult } from '../measurement';
import { summarize } from '../statistics';

export const name = 'live';
export const description = 'from sending a webhook to the changed page of its import, with one and with 50 pages open';

const importCount = 24;
const changesPerImport = 5;
const changes = importCount * changesPerImport;
const maxWaitMs = 5000;

export const run = (): Promise<MeasurementResult> => withBench(measure);

async function measure(bench: Bench): Promise<MeasurementResult> {
  const comparisons: Comparison[] = [];
  // The poller would confirm each change with the service, which knows nothing of it, and change it back: at 0.1 requests a
  // second, once per series, and the page then never shows the change.
  const landfall = await startLandfall(bench, { engine: 'PGlite', settings: { SERVICE_RATE_PER_S: '0.001' } });
  const browser = await openBrowser(bench);
  try {
    for (const pages of [1, 50]) {
      const stop = openStreams(landfall, pages - 1);
      const times = await browser.withPage(landfall, (page) => measureChanges(page, landfall, pages));
      stop();
      const shown = times.filter((ms) => ms !== undefined);
      const { p95, mad } = summarize(times.map((ms) => ms ?? maxWaitMs));
      const what = pages === 1 ? 'one page' : `${pages} pages`;
      comparisons.push(
        {
          what: `webhook to changed page, ${what}, p95`,
          unit: 'ms',
          measured: p95,
          spread: mad,
          target: { of: 'measured', atMost: 120 },
        },
        {
          what: `changes missed, ${what}`,
          unit: `of ${changes}`,
          measured: changes - shown.length,
          target: { of: 'measured', atMost: 0 },
        },
      );
    }
  } finally {
    await browser.close();
  }
  return { comparisons };
}

/** Each costs the server what a page in another browser does. */
function openStreams({ origin, cookie }: RunningLandfall, count: number): () => void {
  const stopping = new AbortController();
  const dispatcher = new Agent({ connections: count + 1, bodyTimeout: 0 });
  for (let index = 0; index < count; index += 1) {
    void fetch(`${origin}/api/stream`, { headers: { cookie }, signal: stopping.signal, dispatcher })
      .then(async ({ body }) => {
        for await (const chunk of body ?? []) void chunk;
      })
      .catch(() => undefined);
  }
  return () => stopping.abort();
}

/**
 * Each change has a status text of its own, which the page has never shown. Lists announce changes instead. Several
 * imports, because an import has about ten changes in its life and not forty. The first page is not counted: until then
 * the server has not loaded its routes.
 */
async function measureChanges(page: Page, landfall: RunningLandfall, pages: number): Promise<(number | undefined)[]> {
  const rows = await listRows(landfall, 1 + importCount);
  const times: (number | undefined)[] = [];
  for (const [index, { id: importId }] of rows.entries()) {
    await page.goto(`/imports/${importId}`);
    await page.getByText('Updating', { exact: true }).filter({ visible: true }).waitFor();
    for (let step = 0; step < changesPerImport; step += 1) {
      const ms = await measureChange(page, landfall, { importId, status: `Step ${step} with ${pages} open` });
      if (index > 0) times.push(ms);
    }
  }
  return times;
}

async function measureChange(
  page: Page,
  landfall: RunningLandfall,
  { importId, status }: { importId: string; status: string },
): Promise<number | undefined> {
  const { body, headers } = createMessage(landfall, importId, status);
  await page.evaluate(watchFor, { status, maxWaitMs });
  const sentMs = Date.now();
  await landfall.client.post('/api/webhooks/migration', body, headers);
  const paintedMs = await page.evaluate(() => globalThis.painted);
  return paintedMs === null ? undefined : paintedMs - sentMs;
}

declare global {
  var painted: Promise<number | null>;
}

/**
 * Runs in the page, and ends before the webhook is sent. Browser and benchmark share a clock. It reads the text only
 * after the page has changed: reading it in every frame took longer than the page needs to show a change.
 */
function watchFor(wanted: { status: string; maxWaitMs: number }): void {
  globalThis.painted = new Promise((resolve) => {
    const stop = setTimeout(() => resolve(null), wanted.maxWaitMs);
    const watching = new MutationObserver(() => {
      if (!document.querySelector('main')?.textContent.includes(wanted.status)) return;
      watching.disconnect();
      clearTimeout(stop);
      // The task after the frame: the change is on the screen then.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(Date.now());
        port2.postMessage(null);
      });
    });
    watching.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}
