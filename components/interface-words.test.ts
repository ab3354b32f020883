import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const avoided = /\b(told|whoever|somebody|nobody|in earnest|one that)\b/i;

test('labels, messages, help of commands and the API reference use plain words', () => {
  const labels = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('labels.ts'))
    .map((name) => join(import.meta.dirname, name));
  expect(labels.length).toBeGreaterThan(20);
  const english = join(import.meta.dirname, '../lib/messages/en.json');
  const others = ['../scripts', '../scripts/steps', '../lib/openapi'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder))
      .filter((name) => /(?<!\.test)\.(ts|mjs)$/.test(name))
      .map((name) => join(import.meta.dirname, folder, name)),
  );
  const messages = [
    'warnings/labels.ts',
    'core/errors.ts',
    'auth/describe-sign-in-error.ts',
    'service/client/service-errors.ts',
  ].map((name) => join(import.meta.dirname, '../lib', name));
  const found = [...labels, english, ...messages, ...others].flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => avoided.test(line)),
  );
  expect(found).toEqual([]);
});
