/** Opens the database and starts the watcher before the first request. What cannot start says why and ends. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { getLandfall } = await import('./lib/server');
  try {
    const landfall = await getLandfall();
    await landfall.run();
  } catch (error) {
    // A throw in here would leave the process alive, answering 500 with stack traces.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
