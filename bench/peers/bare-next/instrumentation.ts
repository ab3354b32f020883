/** Opens and fills the database before the first request, as Landfall does, and polls if there is a service. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { getDatabase } = await import('./imports/database');
  await getDatabase();
  const { SERVICE_URL, SERVICE_TOKEN = '' } = process.env;
  if (SERVICE_URL === undefined) return;
  const { poll } = await import('./imports/poll');
  void poll(SERVICE_URL, SERVICE_TOKEN);
}
