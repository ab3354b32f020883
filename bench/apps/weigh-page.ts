import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';

/** Pages load some scripts after they are shown. */
const settleMs = 3000;

/** Kilobytes as transferred, without headers. */
export interface PageWeight {
  script: number;
  style: number;
  font: number;
  document: number;
  total: number;
  /** Files that are not compressed although they could be. */
  plain: string[];
}

/** `gzipOnly` is for comparisons with a server that has no brotli. */
export async function weighPage(page: Page, path: string, { gzipOnly = false } = {}): Promise<PageWeight> {
  if (gzipOnly) await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
  const finished: Request[] = [];
  page.on('requestfinished', (request) => void finished.push(request));
  await page.goto(path, { waitUntil: 'load' });
  await delay(settleMs);
  const weight: PageWeight = { script: 0, style: 0, font: 0, document: 0, total: 0, plain: [] };
  for (const request of finished) {
    const response = await request.response();
    if (response === null) continue;
    const { responseBodySize } = await request.sizes();
    const kilobytes = responseBodySize / 1000;
    const { 'content-type': contentType = '', 'content-encoding': encoding } = response.headers();
    weight.total += kilobytes;
    const type = request.resourceType();
    if (type === 'script' || type === 'font' || type === 'document') weight[type] += kilobytes;
    if (type === 'stylesheet') weight.style += kilobytes;
    // Below one kilobyte, compressing saves nothing.
    if (/text|javascript|json|svg/.test(contentType) && kilobytes > 1 && encoding === undefined) {
      weight.plain.push(new URL(request.url()).pathname);
    }
  }
  return weight;
}
