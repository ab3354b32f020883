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

/** Hashes content, because file times change with every checkout. */
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
