import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const avoided = /\b(told|whoever|somebody|nobody|in earnest|one that)\b/i;
const folders = ['app', 'components', 'lib', 'scripts', 'bench', 'simulator', 'conformance', 'docs', 'e2e'];
/** Tests have names and values that others may choose. Migrations contain what they rename. */
const excluded = /\.test\.|(^|\/)(testing|migrations|results|node_modules)\//;

test('code, comments, messages and documents use plain words', () => {
  const root = join(import.meta.dirname, '..');
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs|md)$|(^|\/)messages\/en\.json$/.test(name) && !excluded.test(name))
      .map((name) => join(root, folder, name)),
  );
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => avoided.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});
