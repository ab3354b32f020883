import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database/database';
import { openTestDatabase } from '../testing/open-test-database';
import { copyDatabase, removeOldCopies } from './copy-database';

let database: Database;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'landfall-copy-'));
  await mkdir(path.join(folder, 'database'));
  await writeFile(path.join(folder, 'database', 'PG_VERSION'), '17');
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('leaves no copy if the command was stopped meanwhile', async () => {
  const stopped = AbortSignal.abort(new Error('the caller disconnected'));
  await expect(copyDatabase(database, folder, stopped)).rejects.toThrow('disconnected');
  expect(await readdir(folder)).toEqual(['database']);
});

test('removes copies that a killed command left, after an hour', async () => {
  const { signal } = new AbortController();
  const [left, inUse] = [await copyDatabase(database, folder, signal), await copyDatabase(database, folder, signal)];
  const now = new Date();
  const before = new Date(now.getTime() - 3_601_000);
  await utimes(left, before, before);
  await removeOldCopies(folder, now);
  expect((await readdir(folder)).toSorted()).toEqual([path.basename(inUse), 'database']);
});
