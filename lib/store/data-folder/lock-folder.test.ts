import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './lock-folder';
import { openDatabase } from '../database/open-database';
import { installation } from '../schema/system';
import { startChild } from '../testing/start-child';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'landfall-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const now = new Date('2026-11-12T09:00:00Z');

test('refuses a locked folder with a message that names the holder, until it is released', async () => {
  const lock = await lockFolder(folder, now);
  await expect(lockFolder(folder, now)).rejects.toThrow(
    `The database folder ${folder} is in use by process ${process.pid} on ${hostname()} since 2026-11-12 09:00 UTC`,
  );
  lock.release();
  expect(await readdir(folder)).toEqual([]);
  (await lockFolder(folder, now)).release();
});

test('never treats a holder on another machine as dead', async () => {
  const lockFile = path.join(folder, 'landfall.lock');
  const lock = await lockFolder(folder, now);
  const self = await readFile(lockFile, 'utf8');
  lock.release();
  const other = { ...JSON.parse(self), host: 'elsewhere.example', boot: 'another boot', pid: 2 ** 22 };
  await writeFile(lockFile, JSON.stringify(other));
  await expect(lockFolder(folder, now)).rejects.toThrow(
    /process 4194304 on elsewhere\.example .* remove .*landfall\.lock/,
  );
});

test('lets only one process open the embedded database, and keeps its data after kill -9', async () => {
  const first = await startChild('lib/store/testing/hold-database.ts', [folder]);
  expect(await first.readLine()).toBe('open');
  await expect(openDatabase({ folder })).rejects.toThrow(`is in use by process ${first.pid}`);
  await first.kill('SIGKILL');
  const database = await openDatabase({ folder });
  const rows = await database.db.select().from(installation);
  await database.close();
  expect(rows.map((row) => row.key)).toEqual([`written by ${first.pid}`]);
  expect((await readdir(folder)).toSorted()).toEqual(['database']);
});
