import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitForLock } from '../../lib/core/file-lock.mjs';
import type { LaunchContext } from './children.mjs';
import { CliError } from './cli-error.mjs';
import { compressStatic } from './compress-static';

/** Builds the app into `dist` unless the build there matches the sources. */
export async function buildApp(
  { root, environment, children, signal }: LaunchContext,
  dist: string,
): Promise<'built' | 'up to date'> {
  if (isBuilt(root, dist)) return 'up to date';
  const lock = await waitForLock(join(root, '.landfall', `build-${dist.replace(/\W+/g, '')}.lock`), { signal });
  try {
    if (isBuilt(root, dist)) return 'up to date';
    // Taken before the build, so that edits during the build cause another one.
    const hash = hashSources(root);
    rmSync(stampPath(root, dist), { force: true });
    const { code, output } = await children.run({
      args: [join(root, 'node_modules', 'next', 'dist', 'bin', 'next'), 'build'],
      env: { ...environment, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', LANDFALL_DIST: dist },
    });
    signal.throwIfAborted();
    if (code !== 0) throw new CliError(`${output.trimEnd()}\nThe app could not be built. The output above shows why.`);
    await compressStatic(join(root, dist, 'static'));
    // Makes the first start faster. A failure only costs a few seconds then, so it is ignored.
    await children.run({
      args: ['--import', 'tsx', join(root, 'scripts', 'make-database-template.ts')],
      env: environment,
    });
    writeFileSync(stampPath(root, dist), hash);
    return 'built';
  } finally {
    lock.release();
  }
}

function isBuilt(root: string, dist: string): boolean {
  if (!existsSync(join(root, dist, 'BUILD_ID')) || !existsSync(stampPath(root, dist))) return false;
  return readFileSync(stampPath(root, dist), 'utf8') === hashSources(root);
}

const stampPath = (root: string, dist: string) => join(root, dist, 'landfall-sources');

/** Everything that goes into a build. */
const sources = [
  'app',
  'components',
  'lib',
  'public',
  'instrumentation.ts',
  'next.config.mjs',
  'tailwind.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];

/** @internal Hashes content, because file times change with every checkout. */
export function hashSources(root: string): string {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((name) => filesBelow(root, name))) {
    const content = readFileSync(join(root, path));
    // The lengths separate files from each other.
    hash.update(`${path.length}:${path}:${content.length}:`).update(content);
  }
  return hash.digest('hex');
}

function filesBelow(root: string, name: string): string[] {
  const path = join(root, name);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return /\.test\.tsx?$|\.md$|(^|\/)\.DS_Store$/.test(name) ? [] : [name];
  return readdirSync(path)
    .sort()
    .flatMap((entry) => filesBelow(root, `${name}/${entry}`));
}
