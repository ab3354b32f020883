import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { CliError } from './cli-error.mjs';
import { findFreePort } from './find-port.mjs';
import { saveSimulatorKeys, loadSimulatorKeys } from './simulator-keys.mjs';

/**
 * Starts the simulator on loopback and returns the settings that make the app use it.
 *
 * @param {{
 *   root: string, dataFolder: string, publicOrigin: string, environment: import('./read-launch-settings.mjs').Environment,
 *   children: import('./children.mjs').Children, extraFlags: readonly string[], signal: AbortSignal, near?: number,
 *   onOutput?: ((text: string) => void) | undefined,
 * }} options
 */
export async function startSimulator(options) {
  const { root, dataFolder, publicOrigin, environment, children, extraFlags, signal, near = 4010, onOutput } = options;
  const keys = loadSimulatorKeys(dataFolder);
  const port = await findFreePort({ near, prefer: keys.port });
  if (port !== keys.port) saveSimulatorKeys(dataFolder, { ...keys, port });
  const origin = `http://127.0.0.1:${port}`;
  // Its startup output includes the token, so it is not shown.
  let ready = false;
  const child = children.start({
    name: 'simulator',
    command: process.execPath,
    args: [
      ...['--import', 'tsx'],
      ...['--import', pathToFileURL(join(root, 'scripts', 'steps', 'end-with-parent.mjs')).href],
      join(root, 'simulator', 'main.ts'),
      ...simulatorFlags({ port, keys, dataFolder, publicOrigin }),
      ...extraFlags,
    ],
    cwd: root,
    env: environment,
    ipc: true,
    onOutput: (text) => void (ready && onOutput?.(text)),
  });
  await waitUntilHealthy(child, `${origin}/control/health`, signal);
  ready = true;
  return {
    child,
    origin,
    environment: {
      SERVICE_URL: `${origin}/api/v2.1`,
      SERVICE_TOKEN: keys.token,
      WEBHOOK_SECRET: keys.webhookSecret,
      LANDFALL_SIMULATOR: origin,
    },
  };
}

/**
 * Generated keys may begin with a dash, so `--name=value` is required.
 *
 * @internal Tested without starting a simulator.
 * @param {{
 *   port: number, keys: import('./simulator-keys.mjs').SimulatorKeys, dataFolder: string, publicOrigin: string,
 * }} options
 */
export function simulatorFlags({ port, keys, dataFolder, publicOrigin }) {
  return [
    ...['--port', String(port)],
    `--token=${keys.token}`,
    `--state=${join(dataFolder, 'simulator.json')}`,
    `--webhook-url=${publicOrigin}/api/webhooks/migration`,
    `--webhook-secret=${keys.webhookSecret}`,
    `--full-request-url=${publicOrigin}/full-migration`,
  ];
}

/**
 * @param {import('./children.mjs').Child} child
 * @param {string} url
 * @param {AbortSignal} signal
 */
async function waitUntilHealthy(child, url, signal) {
  let over = false;
  void child.exited.then(() => (over = true));
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    if (over) throw new CliError(`${child.output().trimEnd()}\nThe simulator stopped while starting.`.trimStart());
    try {
      const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) });
      if (response.ok) return;
    } catch {
      // Not listening yet.
    }
    await delay(50);
  }
  throw new CliError('The simulator did not become healthy within 60 s.');
}
