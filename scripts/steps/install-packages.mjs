import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLockHolder, waitForLock } from '../../lib/core/file-lock.mjs';
import { CliError } from './cli-error.mjs';

/**
 * @typedef {import('./children.mjs').LaunchContext & { progress: import('./progress.mjs').Progress }} Context
 * @typedef {{ lock: string, what: string }} User
 */

/**
 * Installs the locked packages when they are missing or the lockfile has changed. After it, TypeScript can be imported.
 *
 * @param {Context} context
 * @param {User} user may be running from the packages
 */
export async function installPackages(context, user) {
  if (!isInstalled(context.root)) await install(context, user);
  context.signal.throwIfAborted();
  const { register } = await import('tsx/esm/api');
  register();
}

/**
 * `npm ci` empties node_modules first, so an interrupted installation has no stamp.
 *
 * @param {Context} context
 * @param {User} user
 */
async function install({ root, environment, children, progress, signal }, user) {
  const lock = await waitForLock(join(root, '.landfall', 'install.lock'), {
    signal,
    onWait: ({ pid }) => progress.say(`  · Waiting for process ${pid}, which is installing the packages`),
  });
  try {
    if (isInstalled(root)) return;
    const holder = existsSync(join(root, 'node_modules')) && (await findLockHolder(user.lock));
    if (holder) {
      throw new CliError(
        `The packages must be installed again, and ${user.what} (process ${holder.pid}) runs from them: stop it first.`,
      );
    }
    await progress.step({ doing: 'Installing the packages (npm ci)', done: 'Packages installed' }, async () => {
      const stamp = createStamp(root);
      const { code, output } = await children.run({ ...npmCommand(environment), env: environment });
      if (signal.aborted) return;
      if (code !== 0)
        throw new CliError(
          `${output.trimEnd()}\nThe packages could not be installed. The output of npm above shows why.`,
        );
      writeFileSync(stampPath(root), stamp);
    });
  } finally {
    lock.release();
  }
}

/** @param {string} root */
function isInstalled(root) {
  return existsSync(stampPath(root)) && readFileSync(stampPath(root), 'utf8') === createStamp(root);
}

/** @param {string} root */
const stampPath = (root) => join(root, 'node_modules', '.landfall-install');

/** @param {string} root */
function createStamp(root) {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  // Some packages contain compiled code, so the stamp includes the platform.
  return `${lockfile} ${process.platform}-${process.arch}\n`;
}

/** @param {import('./read-launch-settings.mjs').Environment} environment */
function npmCommand(environment) {
  // Dev dependencies are needed whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const npm = environment.npm_execpath;
  if (npm && /\.c?js$/.test(npm)) return { command: process.execPath, args: [npm, ...args] };
  return { command: 'npm', args };
}
