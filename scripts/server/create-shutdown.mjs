import { setTimeout as delay } from 'node:timers/promises';

/**
 * Stops a server completely: running requests get a short time to finish, streams never finish and are closed.
 *
 * @param {import('node:http').Server} server
 * @param {{ closeApp: () => Promise<void> | void, graceMs?: number }} options
 */
export function createShutdown(server, { closeApp, graceMs = 3000 }) {
  /** @type {Set<import('node:http').ServerResponse>} */
  const pending = new Set();
  server.on('request', (_request, response) => {
    pending.add(response);
    response.once('close', () => pending.delete(response));
  });

  /** @type {Promise<void> | undefined} */
  let running;

  async function run() {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    const deadline = Date.now() + graceMs;
    while ([...pending].some((response) => !isStream(response)) && Date.now() < deadline) await delay(20);
    // The process must end even if closing the app hangs.
    await Promise.race([Promise.resolve(closeApp()), delay(graceMs)]);
    server.closeAllConnections();
    await closed;
  }

  return () => (running ??= run());
}

/** @param {import('node:http').ServerResponse} response */
function isStream(response) {
  return String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
}
