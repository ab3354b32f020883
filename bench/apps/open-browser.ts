import { chromium, type Browser, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/steps/find-chromium';
import type { Bench } from './with-bench';

interface Throttling {
  cpuSlowdown: number;
  bitsPerS: number;
  latencyMs: number;
}

/** A slow phone on slow 4G, as Lighthouse simulates them. */
export const slowPhone: Throttling = { cpuSlowdown: 4, bitsPerS: 1_600_000, latencyMs: 150 };

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

interface OpenOptions {
  origin: string;
  /** The value of a `cookie` header. */
  cookie?: string;
  throttling?: Throttling;
  screen?: 'desktop' | 'phone';
}

export interface BenchBrowser {
  /** A page with an empty cache. The work ends before the page is closed. */
  withPage<T>(options: OpenOptions, work: (page: Page) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function openBrowser({ root, environment, children }: Bench): Promise<BenchBrowser> {
  const executablePath = await findChromium({
    root,
    environment,
    run: (command, args) => children.run({ command, args, env: environment }),
    say: console.log,
  });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  return { withPage: (options, work) => withPage(browser, options, work), close: () => browser.close() };
}

async function withPage<T>(browser: Browser, options: OpenOptions, work: (page: Page) => Promise<T>): Promise<T> {
  const { origin, cookie = '', throttling, screen = 'desktop' } = options;
  const context = await browser.newContext({ baseURL: origin, ...(screen === 'phone' ? phone : desktop) });
  try {
    const pairs = cookie.split('; ').filter((pair) => pair !== '');
    await context.addCookies(
      pairs.map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return { name, value: value.join('='), url: origin };
      }),
    );
    const page = await context.newPage();
    // tsx wraps functions in calls of this helper, which pages do not have.
    await page.addInitScript('globalThis.__name = (value) => value');
    if (throttling) await throttle(page, throttling);
    return await work(page);
  } finally {
    await context.close();
  }
}

async function throttle(page: Page, { cpuSlowdown, bitsPerS, latencyMs }: Throttling): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerS = bitsPerS / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerS,
    uploadThroughput: bytesPerS,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}
