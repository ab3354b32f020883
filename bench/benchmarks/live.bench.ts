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

const changes = 40;
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

/** Each change has a status text of its own, which the page has never shown. Lists announce changes instead. */
async function measureChanges(page: Page, landfall: RunningLandfall, pages: number): Promise<(number | undefined)[]> {
  const importId = (await listRows(landfall, 1))[0]?.id ?? '';
  await page.goto(`/imports/${importId}`);
  await page.getByText('Updating', { exact: true }).filter({ visible: true }).waitFor();
  const times: (number | undefined)[] = [];
  for (let index = 0; index < changes; index += 1) {
    const status = `Step ${index} with ${pages} open`;
    const { body, headers } = createMessage(landfall, importId, status);
    const changed = page.evaluate(waitForText, { status, maxWaitMs });
    const sentMs = Date.now();
    await landfall.client.post('/api/webhooks/migration', body, headers);
    const paintedMs = await changed;
    times.push(paintedMs === null ? undefined : paintedMs - sentMs);
  }
  return times;
}

/** Runs in the page. Browser and benchmark share a clock. */
function waitForText(wanted: { status: string; maxWaitMs: number }): Promise<number | null> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const check = () => {
      if (document.body.innerText.includes(wanted.status)) resolve(Date.now());
      else if (performance.now() - startedMs > wanted.maxWaitMs) resolve(null);
      else requestAnimationFrame(check);
    };
    check();
  });
}
