import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { acquireLock, LockHeldError } from '../../lib/core/file-lock.mjs';
import { createChildren } from './children.mjs';
import { CliError, describeError } from './cli-error.mjs';
import { assertPortFree } from './find-port.mjs';
import { exitCodeForSignal, handleSignals } from './handle-signals.mjs';
import { installPackages } from './install-packages.mjs';
import { createProgress } from './progress.mjs';
import { readEnvironment, readLaunchSettings, readLockFolder, restartExitCode } from './read-launch-settings.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * `npm start`: from a bare checkout to a healthy app, until Ctrl-C.
 *
 * @param {string[]} args
 */
export async function startLandfall(args) {
  let children = createChildren(root);
  const stopping = new AbortController();
  /** @type {NodeJS.Signals | undefined} */
  let stoppedBy;

  process.on('exit', () => children.killAll());
  handleSignals({
    onFirst: (signal) => {
      stoppedBy = signal;
      stopping.abort();
      void children.stopAll();
    },
    onSecond: () => process.exit(stoppedBy ? exitCodeForSignal(stoppedBy) : 1),
  });

  try {
    const options = readArguments(args);
    const environment = readEnvironment(root, process.env);
    await acquireStartLock(readLockFolder(root, process.env));
    await checkPortEarly(environment);
    const context = { root, environment, children, signal: stopping.signal, progress: createProgress(process.stdout) };
    await installPackages(context, { lock: join(root, '.test', 'test.lock'), what: '`npm test`' });
    const { startAll } = await import('./start-all');
    const startAndWait = async () => {
      // Read again, because going live changes it.
      const running = await startAll({
        ...context,
        environment: readEnvironment(root, process.env),
        children,
        ...options,
      });
      return Promise.race(running.map(async ({ name, child }) => ({ name, ...(await child.exited) })));
    };
    let first = await startAndWait();
    while (first.name === 'app' && first.code === restartExitCode && !stopping.signal.aborted) {
      console.log('  Restarting.');
      await children.stopAll();
      children = createChildren(root);
      first = await startAndWait();
    }
    if (!stopping.signal.aborted) {
      const how = first.signal ?? `exit code ${first.code}`;
      throw new CliError(`The ${first.name} stopped unexpectedly (${how}). Stopping the rest.`);
    }
    await children.stopAll();
    console.log('  Stopped.');
    process.exitCode = 0;
  } catch (error) {
    await children.stopAll();
    if (stoppedBy) {
      process.exitCode = exitCodeForSignal(stoppedBy);
    } else {
      console.error(describeError(error));
      process.exitCode = 1;
    }
  }
  // A leftover handle must not keep the process running.
  process.exit();
}

/** @param {string[]} args */
function readArguments(args) {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  try {
    return parseArgs({ args, options: { dev: flag, verbose: flag } }).values;
  } catch {
    const unknown = args.find((arg) => arg !== '--dev' && arg !== '--verbose');
    throw new CliError(`\`npm start\` has the options --dev and --verbose, but not ${unknown}.`);
  }
}

/** @param {string} dataFolder */
async function acquireStartLock(dataFolder) {
  try {
    await acquireLock(join(dataFolder, 'start.lock'));
  } catch (error) {
    if (!(error instanceof LockHeldError) || error.state === 'unknown') throw error;
    const { pid, host } = error.holder;
    throw new CliError(
      `Landfall is already running on this data folder (process ${pid} on ${host}): stop it first, or start this one ` +
        'with another folder (LANDFALL_DATA) and another port (PORT).',
    );
  }
}

/**
 * A bad PORT is reported later, together with all other bad settings.
 *
 * @param {import('./read-launch-settings.mjs').Environment} environment
 */
async function checkPortEarly(environment) {
  let settings;
  try {
    settings = readLaunchSettings(root, environment);
  } catch {
    return;
  }
  await assertPortFree(settings);
}
