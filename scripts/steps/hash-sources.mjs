import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that goes into a build. */
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
 * Hashes content, because file times change with every checkout.
 *
 * @param {string} root
 * @returns {string}
 */
export function hashSources(root) {
  const hash = createHash('sha256');
  for (const name of sources) {
    for (const path of filesBelow(root, name)) {
      const content = readFileSync(join(root, path));
      // The lengths separate files from each other.
      hash.update(`${path.length}:${path}:${content.length}:`).update(content);
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} name
 * @returns {string[]} sorted
 */
function filesBelow(root, name) {
  const path = join(root, name);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return isPartOfBuild(name) ? [name] : [];
  return readdirSync(path)
    .sort()
    .flatMap((entry) => filesBelow(root, `${name}/${entry}`));
}

/** @param {string} path */
function isPartOfBuild(path) {
  return !/\.test\.tsx?$|\.md$|(^|\/)\.DS_Store$/.test(path);
}
