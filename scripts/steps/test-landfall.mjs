import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { acquireLock, LockHeldError } from '../../lib/core/file-lock.mjs';
import { createChildren } from './children.mjs';
import { CliError, describeError } from './cli-error.mjs';
import { exitCodeForSignal, handleSignals } from './handle-signals.mjs';
import { installPackages } from './install-packages.mjs';
import { createProgress } from './progress.mjs';
import { readLockFolder } from './read-launch-settings.mjs';
import { selectStages } from './select-stages.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * `npm test`: runs the stages in order until one fails. The last line is the total.
 *
 * @param {string[]} args
 */
export async function testLandfall(args) {
  const children = createChildren(root);
  const stopping = new AbortController();
  const total = { passed: 0, failed: 0 };
  const printTotal = () => console.log(`Tests: ${total.passed} passed, ${total.failed} failed`);
  let exitCode = 1;

  process.on('exit', children.killAll);
  handleSignals({
    onFirst: (signal) => {
      exitCode = exitCodeForSignal(signal);
      stopping.abort();
      void children.stopAll();
    },
    onSecond: () => {
      total.failed += 1;
      printTotal();
      process.exit(exitCode);
    },
  });

  try {
    const { names, full } = selectStages(args);
    await acquireTestLock();
    // Each runner sets its own NODE_ENV.
    const { NODE_ENV: _, ...inherited } = process.env;
    const environment = full ? { ...inherited, LANDFALL_TEST_SIZE: 'full' } : inherited;
    const context = { root, environment, children, signal: stopping.signal, progress: createProgress(process.stdout) };
    await installPackages(context, { lock: join(readLockFolder(root, environment), 'start.lock'), what: 'the app' });
    const { runStages } = await import('./run-stages');
    await runStages({ ...context, names, total });
    stopping.signal.throwIfAborted();
    if (total.failed === 0) exitCode = 0;
  } catch (error) {
    total.failed += 1;
    await children.stopAll();
    console.error(stopping.signal.aborted ? '  Interrupted.' : describeError(error));
  }
  printTotal();
  process.exit(exitCode);
}

async function acquireTestLock() {
  try {
    await acquireLock(join(root, '.test', 'test.lock'));
  } catch (error) {
    if (!(error instanceof LockHeldError) || error.state === 'unknown') throw error;
    throw new CliError(`The tests are already running in this folder (process ${error.holder.pid}): wait for them.`);
  }
}
