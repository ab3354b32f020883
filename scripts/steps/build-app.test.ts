import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashSources } from './build-app';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'landfall sources '));
  mkdirSync(join(root, 'app', 'imports'), { recursive: true });
  writeFileSync(join(root, 'app', 'imports', 'page.tsx'), 'one');
  writeFileSync(join(root, 'package-lock.json'), '{}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const changes: [string, () => void][] = [
  ['a changed file', () => writeFileSync(join(root, 'app', 'imports', 'page.tsx'), 'two')],
  ['a new file', () => writeFileSync(join(root, 'instrumentation.ts'), '')],
  ['a renamed file', () => renameSync(join(root, 'app', 'imports', 'page.tsx'), join(root, 'app', 'imports', 'p.tsx'))],
  ['a new lockfile', () => writeFileSync(join(root, 'package-lock.json'), '{ }')],
];
it.each(changes)('%s changes the hash', (_name, change) => {
  const before = hashSources(root);
  change();
  expect(hashSources(root)).not.toBe(before);
});

it('times, tests, readmes and unrelated files do not change the hash', () => {
  const before = hashSources(root);
  utimesSync(join(root, 'app', 'imports', 'page.tsx'), 1, 1);
  writeFileSync(join(root, 'app', 'imports', 'page.test.ts'), 'x');
  writeFileSync(join(root, 'app', 'README.md'), 'x');
  mkdirSync(join(root, 'e2e'));
  writeFileSync(join(root, 'e2e', 'sign-in.spec.ts'), 'x');
  expect(hashSources(root)).toBe(before);
});

it('a copy elsewhere has the same hash', () => {
  const copy = `${root} copy`;
  cpSync(root, copy, { recursive: true });
  expect(hashSources(copy)).toBe(hashSources(root));
  rmSync(copy, { recursive: true });
});
