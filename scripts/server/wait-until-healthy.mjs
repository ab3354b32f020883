import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { connectableHost } from '../../lib/core/connectable-host.mjs';
import { CliError } from '../steps/cli-error.mjs';

/** @typedef {{ host: string, port: number, publicOrigin: string }} Where */

/**
 * Waits until /api/health answers 200 over the real socket.
 *
 * @param {Where} where
 * @param {number} timeoutMs
 */
export async function waitUntilHealthy({ host, port, publicOrigin }, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  let last = 'nothing';
  while (Date.now() < deadline) {
    last = await checkHealth({ host: connectableHost(host), port, publicOrigin });
    if (last === '200') return;
    await delay(100);
  }
  throw new CliError(
    `The app did not become healthy within ${timeoutMs / 1000} s; last response of /api/health: ${last}.`,
  );
}

/** @type {(where: Where) => Promise<string>} */
const checkHealth = ({ host, port, publicOrigin }) =>
  new Promise((resolve) => {
    const headers = { host: new URL(publicOrigin).host, connection: 'close' };
    const healthRequest = request({ host, port, path: '/api/health', headers, timeout: 30_000 }, (response) => {
      response.resume();
      response.once('end', () => resolve(String(response.statusCode)));
      response.once('error', (error) => resolve(error.message));
    });
    healthRequest.once('timeout', () => healthRequest.destroy(new Error('no answer')));
    healthRequest.once('error', (error) => resolve(error.message));
    healthRequest.end();
  });
