import { readFile } from 'node:fs/promises';
import { setSamePages } from './same-pages';

/** Pages of Landfall, as the benchmark has read them. */
export async function loadSamePages(): Promise<void> {
  const { BENCH_PAGES } = process.env;
  if (BENCH_PAGES !== undefined) setSamePages(JSON.parse(await readFile(BENCH_PAGES, 'utf8')));
}
