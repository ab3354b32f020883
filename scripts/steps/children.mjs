import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../lib/core/error-code.mjs';
import { CliError } from './cli-error.mjs';

/**
 * @typedef {ReturnType<typeof createChildren>} Children
 * @typedef {ReturnType<Children['start']>} Child
 * @typedef {import('./read-launch-settings.mjs').Environment} Environment
 * @typedef {{ root: string, environment: Environment, children: Children, signal: AbortSignal }} LaunchContext
 * @typedef {{
 *   command?: string, args?: readonly string[], env: Environment, shell?: boolean, ipc?: boolean,
 *   stopSignal?: NodeJS.Signals, graceMs?: number, onMessage?: (message: unknown) => void,
 *   onOutput?: (text: string, stream: 'stdout' | 'stderr') => void,
 * }} CommandOptions `command` is Node unless given
 */

const maxOutputChars = 200_000;

/**
 * Starts every child in its own process group: Ctrl-C then reaches only this script, which stops its children in order,
 * including their own children.
 *
 * @param {string} cwd
 */
export function createChildren(cwd, graceMs = 10_000) {
  /** @type {Set<{ pid: number, stop: () => Promise<void> }>} */
  const running = new Set();
  let closed = false;

  /** @param {CommandOptions} options */
  function start({ command = process.execPath, args = [], env, shell = false, ipc = false, ...options }) {
    if (closed) throw new CliError('Stopping.');
    const { stopSignal = 'SIGTERM', onOutput, onMessage } = options;
    const spawned = spawn(command, [...args], {
      cwd,
      // Next's types require NODE_ENV; Node does not.
      env: /** @type {NodeJS.ProcessEnv} */ (env),
      shell,
      detached: true,
      // The IPC channel also tells a child that this process has died.
      stdio: ['ignore', 'pipe', 'pipe', ipc ? 'ipc' : 'ignore'],
    });
    const captured = { all: '', stderr: '' };
    for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
      spawned[stream]?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        captured.all = (captured.all + text).slice(-maxOutputChars);
        if (stream === 'stderr') captured.stderr = (captured.stderr + text).slice(-maxOutputChars);
        onOutput?.(text, stream);
      });
    }
    if (onMessage) spawned.on('message', onMessage);
    /** @type {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} */
    const exited = new Promise((resolve) => {
      spawned.once('error', (error) => {
        captured.all += `${error.message}\n`;
        captured.stderr += `${error.message}\n`;
        resolve({ code: 127, signal: null });
      });
      // 'close' follows 'exit' once all output is read. A grandchild may keep the output open, so 'exit' ends the group
      // first.
      spawned.once('exit', () => signalGroup(spawned.pid, 'SIGKILL'));
      spawned.once('close', (code, signal) => resolve({ code, signal }));
    });
    /** @type {Promise<void> | undefined} */
    let stopping;
    const stop = async () => {
      // Signalling only the shell would leave its command running.
      if (shell) signalGroup(spawned.pid, stopSignal);
      else spawned.kill(stopSignal);
      const done = new AbortController();
      delay(options.graceMs ?? graceMs, undefined, { signal: done.signal }).then(
        () => signalGroup(spawned.pid, 'SIGKILL'),
        () => undefined,
      );
      await exited;
      done.abort();
    };
    const child = {
      pid: spawned.pid ?? 0,
      exited,
      output: () => captured.all,
      errors: () => captured.stderr,
      stop: () => (stopping ??= running.has(child) ? stop() : Promise.resolve()),
    };
    running.add(child);
    void exited.then(() => running.delete(child));
    return child;
  }

  return {
    start,

    /** @param {CommandOptions} options */
    async run(options) {
      const child = start(options);
      const { code } = await child.exited;
      return { code, output: child.output() };
    },

    /** Stops the newest first, because later children depend on earlier ones. */
    async stopAll() {
      closed = true;
      for (const child of [...running].reverse()) await child.stop();
    },

    killAll() {
      for (const { pid } of running) signalGroup(pid, 'SIGKILL');
    },
  };
}

/**
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  if (!pid) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: no process left. EPERM: on macOS, the same for a group of zombies.
    if (errorCode(error) !== 'ESRCH' && errorCode(error) !== 'EPERM') throw error;
  }
}
