import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addKey, loadOrCreateKeys } from './keys';
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

test('reads a file without older keys, and puts a new key in front of the old ones', () => {
  const { olderKeys: _none, ...first } = loadOrCreateKeys(folder);
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(first));
  expect(loadOrCreateKeys(folder)).toEqual({ ...first, olderKeys: [] });
  addKey(folder);
  const second = loadOrCreateKeys(folder);
  expect(second).toMatchObject({ nextAuthSecret: first.nextAuthSecret, olderKeys: [first.landfallKey] });
  addKey(folder);
  expect(loadOrCreateKeys(folder).olderKeys).toEqual([second.landfallKey, first.landfallKey]);
  expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('adds no key while another command does', () => {
  const keys = loadOrCreateKeys(folder);
  writeFileSync(join(folder, 'keys.next.json'), '');
  expect(() => addKey(folder)).toThrow(/EEXIST.*keys\.next\.json/);
  expect(loadOrCreateKeys(folder)).toEqual(keys);
});
