import { join } from 'node:path';
import { parseGreeting } from '../server/app-hooks.mjs';
import { Complaint } from './complaint.mjs';

/**
 * Starts the server as a child and waits until it says that it is healthy.
 *
 * @param {{
 *   root: string, dev: boolean, environment: import('./read-launch-settings.mjs').Environment,
 *   children: import('./children.mjs').Children, signal: AbortSignal,
 *   onOutput?: ((text: string, stream: 'stdout' | 'stderr') => void) | undefined,
 * }} options
 */
export async function startApp({ root, dev, environment, children, signal, onOutput }) {
  /** @type {(message: unknown) => void} */
  let hear = () => undefined;
  /** @type {Promise<{ address: string } & import('../server/app-hooks.mjs').Greeting>} */
  const ready = new Promise((resolve) => {
    hear = (message) => {
      if (typeof message !== 'object' || message === null || Reflect.get(message, 'type') !== 'ready') return;
      resolve({ address: String(Reflect.get(message, 'address')), ...parseGreeting(message) });
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
    onMessage: hear,
  });
  const greeting = await Promise.race([ready, child.exited.then(() => undefined)]);
  if (greeting === undefined) {
    signal.throwIfAborted();
    // What it wrote to its error output is meant for people: a sentence about a setting, a port, a database in use.
    throw new Complaint(child.errors().trim() || `${child.output()}\nThe app stopped while starting.`.trim());
  }
  return { child, greeting };
}
