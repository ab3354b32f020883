import { setTimeout as delay } from 'node:timers/promises';

/**
 * Stops a server completely. First it drains: requests are still accepted, while readiness makes proxies send new ones
 * elsewhere. Then running requests get some time to finish; streams never finish and are closed.
 *
 * @param {import('node:http').Server} server
 * @param {{
 *   closeApp: (graceMs: number) => Promise<void> | void, startDraining?: () => Promise<void> | void,
 *   drainMs?: number, graceMs?: number,
 * }} options
 */
export function createShutdown(server, { closeApp, startDraining, drainMs = 0, graceMs = 3000 }) {
  /** @type {Set<import('node:http').ServerResponse>} */
  const pending = new Set();
  /** @type {Promise<void> | undefined} */
  let running;
  // Before the handler, which may answer at once.
  server.prependListener('request', (_request, response) => {
    pending.add(response);
    response.once('close', () => pending.delete(response));
    // A proxy must not reuse a connection that is about to be closed.
    if (running) response.setHeader('Connection', 'close');
  });

  async function run() {
    if (drainMs > 0) {
      await startDraining?.();
      await delay(drainMs);
    }
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    const deadline = Date.now() + graceMs;
    while ([...pending].some((response) => !isStream(response)) && Date.now() < deadline) await delay(20);
    const remainingMs = Math.max(deadline - Date.now(), Math.min(graceMs, 2000));
    // The process must end even if closing the app hangs.
    await Promise.race([Promise.resolve(closeApp(remainingMs)), delay(remainingMs + Math.min(graceMs, 1000))]);
    server.closeAllConnections();
    await closed;
  }

  return () => (running ??= run());
}

/** @param {import('node:http').ServerResponse} response */
function isStream(response) {
  return String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
}
