import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createChildren } from './children.mjs';
import { CliError, describeError } from './cli-error.mjs';
import { countStage, summaryLine } from './count-tests.mjs';
import { findChromium } from './find-chromium.mjs';
import { installPackages } from './install-packages.mjs';
import { exitCodeForSignal, handleSignals } from './handle-signals.mjs';
import { createProgress } from './progress.mjs';
import { readDataFolder, readEnvironment } from './read-launch-settings.mjs';
import { selectStages } from './stages.mjs';
import { LockHeldError, acquireLock } from '../../lib/core/file-lock.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * `npm test`: runs the stages in order until one fails. The last line is the total.
 *
 * @param {readonly string[]} args
 */
export async function testLandfall(args) {
  const children = createChildren();
  const stopping = new AbortController();
  const total = { passed: 0, failed: 0 };
  let exitCode = 1;

  process.on('exit', children.killAll);
  handleSignals({
    onFirst: (signal) => {
      exitCode = exitCodeForSignal(signal);
      stopping.abort();
      void children.stopAll();
    },
    onSecond: () => {
      console.log(summaryLine({ ...total, failed: total.failed + 1 }));
      process.exit(exitCode);
    },
  });

  try {
    const { stages: selected, full } = selectStages(args);
    await acquireTestLock();
    await runStages({ selected, full, children, signal: stopping.signal, total });
    stopping.signal.throwIfAborted();
    if (total.failed === 0) exitCode = 0;
  } catch (error) {
    total.failed += 1;
    await children.stopAll();
    console.error(stopping.signal.aborted ? '  Interrupted.' : describeError(error));
  }
  console.log(summaryLine(total));
  process.exit(exitCode);
}

/**
 * @param {{
 *   selected: readonly import('./stages.mjs').Stage[], full: boolean, children: import('./children.mjs').Children,
 *   signal: AbortSignal, total: import('./count-tests.mjs').Count,
 * }} options
 */
async function runStages({ selected, full, children, signal, total }) {
  const progress = createProgress(process.stdout);
  // Each runner sets its own NODE_ENV.
  const { NODE_ENV: _, ...inherited } = process.env;
  const environment = full ? { ...inherited, LANDFALL_TEST_SIZE: 'full' } : inherited;
  const dataFolder = readDataFolder(root, readEnvironment(root, environment));
  const users = [{ lock: join(dataFolder, 'start.lock'), what: 'the app' }];
  await installPackages({ root, environment, children, progress, users, signal });
  signal.throwIfAborted();

  const chromium = selected.some((stage) => stage.name === 'browser')
    ? await progress.step({ doing: 'Looking for a Chromium', done: (path) => `Chromium: ${path}` }, () =>
        findChromium({
          root,
          environment,
          say: progress.say,
          runner: {
            run: (command, args) => children.run({ name: 'chromium', command, args, cwd: root, env: environment }),
          },
        }),
      )
    : undefined;

  const logs = join(root, '.test', 'logs');
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const logFileOf = (/** @type {import('./stages.mjs').Stage} */ stage) => join(logs, `${stage.name}.log`);
  const beginStage = (/** @type {import('./stages.mjs').Stage} */ stage) => {
    const log = (/** @type {string} */ text) => appendFileSync(logFileOf(stage), text);
    log('');
    const running = stage.run({ root, environment, children, signal, log, chromium });
    // The error is handled when this stage is awaited below.
    running.catch(() => {});
    return running;
  };
  /** @type {Promise<import('./stages.mjs').StageResult>[]} */
  let started = [];
  for (const [index, stage] of selected.entries()) {
    signal.throwIfAborted();
    if (started.length === 0) {
      const after = selected.slice(index + 1);
      const end = after.findIndex((next) => !next.parallel);
      started = [stage, ...after.slice(0, end < 0 ? after.length : end)].map(beginStage);
    }
    const running = started.shift() ?? beginStage(stage);
    const { passed, failed } = await progress.step(
      {
        doing: stage.label,
        done: (count) => (count.passed > 0 ? `${stage.label} (${count.passed} passed)` : stage.label),
        failed: (count) => count.failed > 0,
      },
      async () => countStage({ counted: undefined, ...(await running) }),
    );
    signal.throwIfAborted();
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) {
      await children.stopAll();
      const logFile = logFileOf(stage);
      process.stdout.write(`\n${readFileSync(logFile, 'utf8').trimEnd()}\n\n`);
      console.log(`${stage.label} failed; the stages after it do not count. This output is also in ${logFile}`);
      return;
    }
  }
}

async function acquireTestLock() {
  try {
    await acquireLock(join(root, '.test', 'test.lock'));
  } catch (error) {
    if (!(error instanceof LockHeldError) || error.state === 'unknown') throw error;
    throw new CliError(`The tests are already running in this folder (process ${error.holder.pid}): wait for them.`);
  }
}
