import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildApp } from './build-app.mjs';
import { createChildren } from './children.mjs';
import { CliError, describeError } from './cli-error.mjs';
import { assertPortFree } from './find-port.mjs';
import { installPackages } from './install-packages.mjs';
import { exitCodeForSignal, handleSignals } from './handle-signals.mjs';
import { createProgress } from './progress.mjs';
import { readDataFolder, readEnvironment, readLaunchSettings } from './read-launch-settings.mjs';
import { startApp } from './start-app.mjs';
import { startSimulator } from './start-simulator.mjs';
import { LockHeldError, acquireLock } from '../../lib/core/file-lock.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * `npm start`: from a bare checkout to a healthy app, until Ctrl-C.
 *
 * @param {readonly string[]} args
 */
export async function startLandfall(args) {
  const children = createChildren();
  const stopping = new AbortController();
  /** @type {NodeJS.Signals | undefined} */
  let stoppedBy;

  process.on('exit', children.killAll);
  handleSignals({
    onFirst: (signal) => {
      stoppedBy = signal;
      stopping.abort();
      void children.stopAll();
    },
    onSecond: () => process.exit(stoppedBy ? exitCodeForSignal(stoppedBy) : 1),
  });

  try {
    const dev = readArguments(args);
    const environment = readEnvironment(root, process.env);
    const dataFolder = readDataFolder(root, environment);
    await acquireStartLock(dataFolder);
    const running = await startAll({ dev, environment, children, signal: stopping.signal });
    const first = await Promise.race(running.map(async (child) => ({ child, exit: await child.exited })));
    if (!stopping.signal.aborted) {
      const how = first.exit.signal ?? `exit code ${first.exit.code}`;
      throw new CliError(`The ${first.child.name} has stopped by itself (${how}); stopping the rest.`);
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

/**
 * @param {{
 *   dev: boolean, environment: import('./read-launch-settings.mjs').Environment,
 *   children: import('./children.mjs').Children, signal: AbortSignal,
 * }} options
 */
async function startAll({ dev, environment, children, signal }) {
  const progress = createProgress(process.stdout);
  const shared = { root, environment, children, signal };
  await checkPortEarly(environment);
  const users = [{ lock: join(root, '.test', 'test.lock'), what: '`npm test`' }];
  await installPackages({ ...shared, progress, users });
  signal.throwIfAborted();
  await checkSettings(shared);
  const settings = readLaunchSettings(root, environment);
  await assertPortFree(settings);

  if (!dev) {
    await progress.step(
      { doing: 'Building the app', done: (how) => (how === 'built' ? 'App built' : 'Build is up to date') },
      () => buildApp({ ...shared, dist: settings.dist }),
    );
  }
  signal.throwIfAborted();

  /** @type {import('./children.mjs').Child[]} */
  const running = [];
  /** @type {Record<string, string>} */
  let service = {};
  let ready = false;
  if (settings.simulated) {
    const simulator = await progress.step({ doing: 'Starting the simulator', done: 'Simulator started' }, () =>
      startSimulator({
        ...shared,
        ...settings,
        extraFlags: ['--world', '--trickle'],
        onOutput: (text) => void process.stderr.write(text),
      }),
    );
    running.push(simulator.child);
    service = simulator.environment;
  }
  const { child, startupInfo } = await progress.step({ doing: 'Starting the app', done: 'App is healthy' }, () =>
    startApp({
      ...shared,
      dev,
      environment: { ...environment, ...service, LANDFALL_DATA: settings.dataFolder },
      onOutput: (text, stream) => void (ready && process[stream].write(text)),
    }),
  );
  ready = true;
  running.push(child);
  process.stdout.write(`${formatWelcome(startupInfo)}\n`);
  return running;
}

/**
 * @param {readonly string[]} args
 * @returns {boolean} whether to run in development mode
 */
function readArguments(args) {
  try {
    return parseArgs({ args: [...args], options: { dev: { type: 'boolean', default: false } } }).values.dev;
  } catch {
    const unknown = args.find((arg) => arg !== '--dev');
    throw new CliError(`\`npm start\` knows --dev and nothing else, not ${unknown}.`);
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

/**
 * Validates all settings before the slow steps. The parser is TypeScript and needs packages, so it runs in its own
 * process.
 *
 * @param {{
 *   root: string, environment: import('./read-launch-settings.mjs').Environment, children: import('./children.mjs').Children,
 * }} options
 */
async function checkSettings({ root, environment, children }) {
  const { code, output } = await children.run({
    name: 'settings',
    command: process.execPath,
    args: ['--import', 'tsx', join(root, 'scripts', 'validate-settings.ts')],
    cwd: root,
    env: environment,
  });
  if (code !== 0) throw new CliError(output.trim() || 'The settings could not be checked.');
}

/**
 * @param {{ address: string, staffCount?: number, demoAccounts: readonly { email: string, role: string, password: string }[] }} info
 */
function formatWelcome({ address, staffCount, demoAccounts }) {
  const lines = ['', `  Landfall is at ${address}`, ''];
  if (demoAccounts.length > 0) {
    const width = (/** @type {'email' | 'role'} */ field) =>
      Math.max(...demoAccounts.map((account) => account[field].length));
    lines.push('  Demo accounts, for this machine only:');
    for (const { role, email, password } of demoAccounts) {
      lines.push(`    ${role.padEnd(width('role'))}  ${email.padEnd(width('email'))}  ${password}`);
    }
    lines.push('');
  } else if (staffCount === 0) {
    lines.push('  Nobody can sign in yet. Make the first admin with');
    lines.push('    npm run staff -- add you@company.example --role admin', '');
  }
  lines.push('  Press Ctrl-C to stop.', '');
  return lines.join('\n');
}
