import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadOrCreateKeys } from './keys';
import { decodeKey } from './cipher';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('creates keys once, readable only by their owner', () => {
  const made = loadOrCreateKeys(join(folder, 'data'));
  expect(decodeKey(made.landfallKey)).toHaveLength(32);
  expect(made.nextAuthSecret.length).toBeGreaterThanOrEqual(32);
  expect(loadOrCreateKeys(join(folder, 'data'))).toEqual(made);
  expect(statSync(join(folder, 'data', 'keys.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'data'))).toEqual(['keys.json']);
});

test.each(['', '{', '{"nextAuthSecret":"short"}', '[]'])(
  'refuses an invalid file (%j) instead of replacing it',
  (text) => {
    writeFileSync(join(folder, 'keys.json'), text);
    expect(() => loadOrCreateKeys(folder)).toThrow(/keys\.json cannot be read as keys/);
    expect(statSync(join(folder, 'keys.json')).size).toBe(text.length);
  },
);
