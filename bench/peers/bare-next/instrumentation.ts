/** Opens and fills the database before the first request, as Landfall does. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { getDatabase } = await import('./imports/database');
  await getDatabase();
  const { loadSamePages } = await import('./imports/load-same-pages');
  await loadSamePages();
}
