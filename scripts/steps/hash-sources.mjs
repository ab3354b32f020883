import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Everything a build is made from. */
const sources = [
  'app',
  'components',
  'lib',
  'public',
  'proxy.ts',
  'instrumentation.ts',
  'next.config.mjs',
  'tailwind.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];

/**
 * Content and not times: a checkout changes every time, and a pull may bring a file older than the build.
 *
 * @param {string} root
 * @returns {string}
 */
export function hashSources(root) {
  const hash = createHash('sha256');
  for (const name of sources) {
    for (const path of filesBelow(root, name)) {
      const content = readFileSync(join(root, path));
      // Lengths keep the end of one file from being read as the start of the next.
      hash.update(`${path.length}:${path}:${content.length}:`).update(content);
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} name
 * @returns {string[]} in an order that is the same everywhere
 */
function filesBelow(root, name) {
  const path = join(root, name);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return isPartOfBuild(name) ? [name] : [];
  return readdirSync(path)
    .sort()
    .flatMap((entry) => filesBelow(root, `${name}/${entry}`));
}

/**
 * @param {string} path
 */
function isPartOfBuild(path) {
  return !/\.test\.tsx?$|\.md$|(^|\/)\.DS_Store$/.test(path);
}
