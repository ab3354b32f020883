import { join } from 'node:path';
import { parseStartupInfo } from '../server/app-hooks.mjs';
import { CliError } from './cli-error.mjs';

/**
 * Starts the server as a child process and waits until it is healthy.
 *
 * @param {{
 *   root: string, dev: boolean, environment: import('./read-launch-settings.mjs').Environment,
 *   children: import('./children.mjs').Children, signal: AbortSignal,
 *   onOutput?: ((text: string, stream: 'stdout' | 'stderr') => void) | undefined,
 * }} options
 */
export async function startApp({ root, dev, environment, children, signal, onOutput }) {
  /** @type {(message: unknown) => void} */
  let onMessage = () => undefined;
  /** @type {Promise<{ address: string } & import('../server/app-hooks.mjs').StartupInfo>} */
  const ready = new Promise((resolve) => {
    onMessage = (message) => {
      if (typeof message !== 'object' || message === null || Reflect.get(message, 'type') !== 'ready') return;
      resolve({ address: String(Reflect.get(message, 'address')), ...parseStartupInfo(message) });
    };
  });
  const child = children.start({
    name: 'app',
    command: process.execPath,
    args: [join(root, 'scripts', 'serve.mjs'), ...(dev ? ['--dev'] : [])],
    cwd: root,
    env: environment,
    ipc: true,
    onOutput,
    onMessage: onMessage,
  });
  const startupInfo = await Promise.race([ready, child.exited.then(() => undefined)]);
  if (startupInfo === undefined) {
    signal.throwIfAborted();
    // Its stderr explains the problem: a setting, a port, a database in use.
    throw new CliError(child.errors().trim() || `${child.output()}\nThe app stopped while starting.`.trim());
  }
  return { child, startupInfo };
}
