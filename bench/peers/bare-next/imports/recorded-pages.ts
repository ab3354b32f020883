import { readFileSync } from 'node:fs';
import parse from 'html-react-parser';
import type { ReactNode } from 'react';

/** A page of Landfall, see `bench/apps/record-page.ts`. */
interface RecordedPage {
  html: string;
  data: unknown;
}

/**
 * On globalThis, because Next bundles the components of the server and of the browser separately. The elements are
 * made once, so that a page only renders them.
 */
const holder: { benchElements?: Map<string, ReactNode> } = globalThis as never;

let pages: Record<string, RecordedPage> | undefined;

export function findPage(name: string): RecordedPage | undefined {
  pages ??= JSON.parse(readFileSync(process.env['BENCH_PAGES'] ?? '', 'utf8')) as Record<string, RecordedPage>;
  holder.benchElements ??= new Map(Object.entries(pages).map(([page, { html }]) => [page, parse(html)]));
  return pages[name];
}
