/** Opens the database and starts the poller before the first request. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { getLandfall } = await import('./lib/server');
  try {
    const landfall = await getLandfall();
    await landfall.run();
  } catch (error) {
    // A throw here would leave the process running and answering 500 with stack traces.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
