import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url).pathname;

const pages = [
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
  ...readdirSync(join(root, 'lib')).map((name) => join('lib', name, 'README.md')),
].filter((page) => page.endsWith('.md') && existsSync(join(root, page)));

test.each(pages)('%s names tests that exist', (page) => {
  const named = readFileSync(join(root, page), 'utf8').match(/[\w./-]+\.(?:test|spec)\.tsx?\b/g) ?? [];
  const isThere = (path: string) => existsSync(join(root, path)) || existsSync(join(root, dirname(page), path));
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});
