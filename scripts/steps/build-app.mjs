import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from './cli-error.mjs';
import { hashSources } from './hash-sources.mjs';
import { waitForLock } from '../../lib/core/file-lock.mjs';

/**
 * Builds the app into `dist` unless the build there matches the sources. The hash is taken before the build, so that
 * edits during the build cause another one.
 *
 * @param {{
 *   root: string, dist: string, environment: import('./read-launch-settings.mjs').Environment,
 *   children: import('./children.mjs').Children, signal: AbortSignal,
 * }} options
 * @returns {Promise<'built' | 'up to date' | 'interrupted'>}
 */
export async function buildApp({ root, dist, environment, children, signal }) {
  if (isBuilt(root, dist)) return 'up to date';
  const lock = await waitForLock(join(root, '.landfall', `build-${dist.replace(/\W+/g, '')}.lock`), { signal });
  try {
    if (isBuilt(root, dist)) return 'up to date';
    const hash = hashSources(root);
    rmSync(stampPath(root, dist), { force: true });
    const { code, output } = await children.run({
      name: 'next build',
      command: process.execPath,
      args: [join(root, 'node_modules', 'next', 'dist', 'bin', 'next'), 'build'],
      cwd: root,
      env: { ...environment, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', LANDFALL_DIST: dist },
    });
    if (signal.aborted) return 'interrupted';
    if (code !== 0) throw new CliError(`${output.trimEnd()}\nThe app could not be built; the output above says why.`);
    await makeDatabaseTemplate({ root, environment, children });
    writeFileSync(stampPath(root, dist), hash);
    return 'built';
  } finally {
    lock.release();
  }
}

/**
 * An empty, migrated database makes the first start faster. A failure only costs a few seconds, so it is ignored.
 *
 * @param {{
 *   root: string, environment: import('./read-launch-settings.mjs').Environment,
 *   children: import('./children.mjs').Children,
 * }} options
 */
async function makeDatabaseTemplate({ root, environment, children }) {
  const script = join(root, 'scripts', 'make-database-template.ts');
  if (!existsSync(script)) return;
  await children.run({
    name: 'database template',
    command: process.execPath,
    args: ['--import', 'tsx', script],
    cwd: root,
    env: environment,
  });
}

/**
 * @param {string} root
 * @param {string} dist
 */
function isBuilt(root, dist) {
  if (!existsSync(join(root, dist, 'BUILD_ID')) || !existsSync(stampPath(root, dist))) return false;
  return readFileSync(stampPath(root, dist), 'utf8') === hashSources(root);
}

/**
 * @param {string} root
 * @param {string} dist
 */
const stampPath = (root, dist) => join(root, dist, 'landfall-sources');
