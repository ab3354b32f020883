import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { FaultRuleInput } from '../../simulator/faults/fault-rules';
import { openBrowser, type BenchBrowser } from '../apps/open-browser';
import { placeSample } from '../apps/sponsor';
import { startInstances, type Instances } from '../apps/start-instances';
import { withBench } from '../apps/with-bench';
import type { MeasurementResult, RunOptions } from '../measurement';

export const name = 'service-faults';
export const description =
  'a browser walks the pages of staff and customers while the service has one fault after the other: no page or form answers 5xx, and no page takes longer than 2 s';
export const quick = true;

const maxPageMs = 2000;

const effects: Record<string, FaultRuleInput['effect'] | undefined> = {
  none: undefined,
  'slow (5 s)': { kind: 'latency', ms: 5000 },
  hang: { kind: 'hang' },
  'work, then hang': { kind: 'hang-after' },
  'reset before': { kind: 'reset-before' },
  'reset after': { kind: 'reset-after' },
  500: { kind: 'error-500' },
  '503 as HTML': { kind: 'html-503' },
  truncated: { kind: 'truncated' },
  'truncated, length matches': { kind: 'truncated', clean: true },
  'wrong types': { kind: 'wrong-types' },
  '10 MB': { kind: 'huge' },
  429: { kind: 'rate-limited', retryAfter: 30 },
  302: { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:9/' } },
  '401, token refused': { kind: 'answer', status: 401 },
  404: { kind: 'answer', status: 404 },
  '200 with nonsense': { kind: 'answer', status: 200, body: 'null' },
};

interface Walk {
  pages: number;
  slowestMs: number;
  slowest: string;
  /** Pages, forms and the pages after them that answered 5xx. */
  failed: string[];
  submitted: string;
}

export const run = ({ quick: isShort }: RunOptions): Promise<MeasurementResult> =>
  withBench(async (bench) => {
    const app = await startInstances(bench, { databaseUrl: await bench.createDatabase() });
    const browser = await openBrowser(bench);
    try {
      const names = isShort ? ['none', 'hang', '503 as HTML'] : Object.keys(effects);
      const links = await prepare(app);
      // The first visit of each page also loads its code.
      await walk(app, browser, { ...links, start: await createStartLink(app, 'first') });
      const walks: (Walk & { fault: string })[] = [];
      for (const fault of names) {
        await waitForService(app);
        const effect = effects[fault];
        const start = await createStartLink(app, fault);
        app.simulator.setFaults(effect ? [{ match: {}, effect }] : []);
        walks.push({ fault, ...(await walk(app, browser, { ...links, start })) });
      }
      app.simulator.setFaults([]);
      return {
        rows: walks.map((each) => ({
          fault: each.fault,
          pages: each.pages,
          '5xx': each.failed.join(', ') || 0,
          'slowest (ms)': Math.round(each.slowestMs),
          'slowest page': each.slowest,
          'start form': each.submitted,
        })),
        checks: [
          { guarantee: 'no page or form answers 5xx', passed: walks.every(({ failed }) => failed.length === 0) },
          {
            guarantee: `no page takes longer than ${maxPageMs / 1000} s`,
            passed: walks.every(({ slowestMs }) => slowestMs <= maxPageMs),
          },
        ],
      };
    } finally {
      await browser.close();
      await app.stop();
    }
  });

interface Links {
  staff: string[];
  customer: string[];
  start: string;
}

const linkSchema = z.object({ url: z.string() });

async function prepare(app: Instances): Promise<Omit<Links, 'start'>> {
  const username = 'known@acme.example';
  const importId = await placeSample(app, app.instances[0]?.origin ?? '', username);
  return {
    staff: [
      '/',
      '/imports',
      `/imports?q=${encodeURIComponent(username)}`,
      `/imports/${importId}`,
      ...[
        '/customers',
        '/sponsorship',
        '/new',
        '/tool-requests',
        '/webhooks',
        '/audit',
        '/settings',
        '/settings/connection',
      ],
    ],
    customer: [await createLink(app, `/api/imports/${importId}/customer-link`, {}), '/start', '/full-migration'],
  };
}

/** One for each walk, because it shows the migration once that is started. */
const createStartLink = (app: Instances, fault: string) =>
  createLink(app, '/api/start-links', { username: `${fault.replace(/\W+/g, '-')}@acme.example` });

async function createLink({ instances, cookie }: Instances, path: string, body: object): Promise<string> {
  const origin = instances[0]?.origin ?? '';
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { cookie, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return linkSchema.parse(await response.json()).url;
}

/** The circuit breaker closes again after a fault. */
async function waitForService({ instances, simulator, cookie }: Instances): Promise<void> {
  simulator.setFaults([]);
  const deadlineMs = performance.now() + 90_000;
  while (performance.now() < deadlineMs) {
    const url = `${instances[0]?.origin}/api/imports?destination_username=probe@acme.example`;
    const { status } = await fetch(url, { headers: { cookie } });
    if (status === 200) return;
    await delay(500);
  }
  throw new Error('the app did not use the service again');
}

async function walk(app: Instances, browser: BenchBrowser, links: Links): Promise<Walk> {
  const result: Walk = { pages: 0, slowestMs: 0, slowest: '', failed: [], submitted: '' };
  const origin = app.instances[0]?.origin ?? '';
  const nameOf = (path: string) => new URL(path, origin).pathname.replace(/\/[\w.-]{16,}/, '/…');
  const judge = (page: Page) =>
    page.on('response', (response) => {
      const isOurs = response.url().startsWith(origin) && response.request().isNavigationRequest();
      if (isOurs && response.status() >= 500) result.failed.push(`${nameOf(response.url())} ${response.status()}`);
    });
  const visit = async (page: Page, path: string) => {
    const startedMs = performance.now();
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    const tookMs = performance.now() - startedMs;
    const where = nameOf(path);
    result.pages += 1;
    if (tookMs > result.slowestMs) Object.assign(result, { slowestMs: tookMs, slowest: where });
  };
  await browser.withPage({ origin, cookie: app.cookie }, async (page) => {
    judge(page);
    for (const path of links.staff) await visit(page, path);
  });
  await browser.withPage({ origin, screen: 'phone' }, async (page) => {
    judge(page);
    for (const path of [links.start, ...links.customer]) await visit(page, path);
    result.submitted = await submitStart(page, links.start);
  });
  return result;
}

/** The only request of a customer that has to wait for the service. */
async function submitStart(page: Page, link: string): Promise<string> {
  await page.goto(link);
  const option = page.getByText('Zendesk', { exact: true });
  await option.first().click();
  const startedMs = performance.now();
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  const landed = page.waitForEvent('domcontentloaded');
  await page.getByRole('button', { name: 'Start migration' }).click();
  const status = (await answered).status();
  const seconds = (performance.now() - startedMs) / 1000;
  await landed;
  return `${status} after ${seconds.toFixed(1)} s`;
}
