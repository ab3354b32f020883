/** Opens and fills the database before the first request, as Landfall does. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { getDatabase } = await import('./imports/database');
  await getDatabase();
  const { BENCH_PAGES } = process.env;
  if (BENCH_PAGES === undefined) return;
  const { readFile } = await import('node:fs/promises');
  const { setSamePages } = await import('./imports/same-pages');
  setSamePages(JSON.parse(await readFile(BENCH_PAGES, 'utf8')));
}
