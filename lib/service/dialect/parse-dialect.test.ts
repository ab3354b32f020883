import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { standardDialect } from './dialect';
import { readDialectFile } from './parse-dialect';

const folder = mkdtempSync(path.join(tmpdir(), 'landfall-dialect-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(text: string): string {
  const file = path.join(folder, 'dialect.json');
  writeFileSync(file, text);
  return file;
}

test('uses the standard names without a file and the configured ones with a file', () => {
  expect(readDialectFile(undefined)).toBe(standardDialect);
  expect(readDialectFile(fileOf('{"created":{"id":"job"}}')).created.facts.id).toEqual({ paths: ['job'] });
});

test('reports problems of the file as a bad setting', () => {
  const missing = path.join(folder, 'none.json');
  expect(() => readDialectFile(missing)).toThrow(
    `Bad setting: SERVICE_DIALECT names a file that cannot be read: ${missing}.`,
  );
  expect(() => readDialectFile(fileOf('{'))).toThrow(
    'Bad setting: SERVICE_DIALECT names a file that cannot be used: it is not JSON.',
  );
  expect(() => readDialectFile(fileOf('{"created":{"nonsense":"x"}}'))).toThrow('created.nonsense is not known here');
});
