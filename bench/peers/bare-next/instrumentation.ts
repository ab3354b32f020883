/** Opens and fills the database before the first request, as Landfall does, and polls if there is a service. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { getDatabase } = await import('./imports/database');
  await getDatabase();
  if (process.env['BENCH_POLL'] === undefined) return;
  const { poll } = await import('./imports/poll');
  void poll(process.env['SERVICE_URL'] ?? '', process.env['SERVICE_TOKEN'] ?? '');
}
