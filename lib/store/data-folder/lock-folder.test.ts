import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { z } from 'zod';
import { lockFolder } from './lock-folder';
import { holderSchema } from './lock-holder';
import { openDatabase } from '../database/open-database';
import { installation } from '../schema/system';
import { startChild, type Child } from '../testing/start-child';

let tempFolder = '';
let folder = '';
let children: Child[] = [];
beforeEach(async () => {
  tempFolder = await mkdtemp(path.join(tmpdir(), 'landfall-lock-'));
  folder = tempFolder;
});
afterEach(async () => {
  await Promise.all(children.map((child) => child.kill()));
  children = [];
  await rm(tempFolder, { recursive: true, force: true });
});

const start = async (script: string) => {
  const child = await startChild(`lib/store/testing/${script}.ts`, [folder]);
  children.push(child);
  return child;
};
const now = new Date('2026-11-12T09:00:00Z');
const lockFile = () => path.join(folder, 'landfall.lock');
const readLock = async () => holderSchema.parse(JSON.parse(await readFile(lockFile(), 'utf8')));
const writeLock = async (change: Partial<z.infer<typeof holderSchema>>) => {
  const lock = await lockFolder(folder, now);
  const self = await readLock();
  await lock.release();
  await writeFile(lockFile(), JSON.stringify({ ...self, ...change }));
};

test('refuses a locked folder with a message that names the holder, until it is released', async () => {
  const lock = await lockFolder(folder, now);
  await expect(lockFolder(folder, now)).rejects.toThrow(
    `The database folder ${folder} is in use by process ${process.pid} on ${hostname()} since 2026-11-12 09:00 UTC`,
  );
  expect(await readLock()).toMatchObject({ host: hostname(), pid: process.pid, since: now.toISOString() });
  await lock.release();
  expect(await readdir(folder)).toEqual([]);
  await (await lockFolder(folder, now)).release();
});

test('gives the lock to exactly one of several processes, also after each kill -9 of the holder', async () => {
  const count = inject('fullSize') ? 10 : 4;
  const racers = await Promise.all(Array.from({ length: count }, () => start('hold-folder')));
  await Promise.all(racers.map((racer) => racer.readLine()));
  while (racers.length > 0) {
    const replies = await Promise.all(
      racers.map((racer) => {
        racer.sendLine('lock');
        return racer.readLine();
      }),
    );
    const winners = racers.filter((_, index) => replies[index] === 'locked');
    expect(winners).toHaveLength(1);
    const holder = winners[0];
    const refused = replies.filter((reply) => reply.startsWith('FolderInUseError:'));
    expect(refused).toHaveLength(racers.length - 1);
    for (const reply of refused) expect(reply).toContain(`in use by process ${holder?.pid} on`);
    await holder?.kill('SIGKILL');
    racers.splice(
      racers.findIndex((racer) => racer === holder),
      1,
    );
  }
});

test('takes over from a successor that died before it took over', async () => {
  await writeLock({ pid: 2 ** 22, id: '00000000-0000-4000-8000-000000000001' });
  const dead = await readFile(lockFile(), 'utf8');
  const successor = dead.replace(/0001"/, '0002"');
  await writeFile(path.join(folder, 'landfall.lock.heir-00000000-0000-4000-8000-000000000001'), successor);
  await writeFile(path.join(folder, 'landfall.lock.draft-00000000-0000-4000-8000-000000000002'), successor);
  const lock = await lockFolder(folder, now);
  expect((await readLock()).pid).toBe(process.pid);
  expect((await readdir(folder)).filter((name) => /heir|draft/.test(name))).toEqual([]);
  await lock.release();
});

test('ignores a lock whose pid was reused or is from before a reboot', async () => {
  await writeLock({ pid: process.pid, processStart: 'another' });
  await (await lockFolder(folder, now)).release();
  await writeLock({ boot: 'another boot' });
  await (await lockFolder(folder, now)).release();
});

test('never treats a holder on another machine as dead', async () => {
  await writeLock({ host: 'elsewhere.example', boot: 'another boot', pid: 2 ** 22 });
  await expect(lockFolder(folder, now)).rejects.toThrow(
    /process 4194304 on elsewhere\.example .* remove .*landfall\.lock/,
  );
});

test('probes the socket of a holder in another container', async () => {
  const holder = await start('hold-folder');
  await holder.readLine();
  holder.sendLine('lock');
  expect(await holder.readLine()).toBe('locked');
  // What another container on the same machine sees: other pids, another host name.
  const seen = { ...(await readLock()), host: 'f3a91c', pid: 2 ** 22, pidNamespace: 'pid:[1]' };
  await writeFile(lockFile(), JSON.stringify(seen));
  await expect(lockFolder(folder, now)).rejects.toThrow('is in use by process 4194304 on f3a91c');
  await holder.kill('SIGKILL');
  await (await lockFolder(folder, now)).release();
});

test('locks and probes a folder whose path exceeds the maximum socket address length', async () => {
  folder = path.join(folder, 'd'.repeat(60), 'e'.repeat(60));
  await mkdir(folder, { recursive: true });
  const holder = await start('hold-folder');
  await holder.readLine();
  holder.sendLine('lock');
  expect(await holder.readLine()).toBe('locked');
  const seen = await readLock();
  expect(seen.answers).toBe(true);
  await writeFile(lockFile(), JSON.stringify({ ...seen, pidNamespace: 'pid:[1]' }));
  await expect(lockFolder(folder, now)).rejects.toThrow('is in use by');
});

test('removes the lock when a process exits without closing', async () => {
  const holder = await start('hold-folder');
  await holder.readLine();
  holder.sendLine('lock');
  expect(await holder.readLine()).toBe('locked');
  holder.sendLine('end');
  await expect(holder.readLine()).rejects.toThrow('ended');
  expect(await readdir(folder)).not.toContain('landfall.lock');
});

test('refuses an unreadable lock file instead of overwriting it', async () => {
  await writeFile(lockFile(), 'mine');
  await expect(lockFolder(folder, now)).rejects.toThrow(/is not a lock of Landfall/);
  expect(await readFile(lockFile(), 'utf8')).toBe('mine');
});

test('lets only one process open the embedded database, and keeps its data after kill -9', async () => {
  const first = await start('hold-database');
  expect(await first.readLine()).toBe('open');
  await expect(openDatabase({ folder })).rejects.toThrow(`is in use by process ${first.pid}`);
  await first.kill('SIGKILL');
  const database = await openDatabase({ folder });
  const rows = await database.db.select().from(installation);
  await database.close();
  expect(rows.map((row) => row.key)).toEqual([`written by ${first.pid}`]);
  expect((await readdir(folder)).toSorted()).toEqual(['database']);
});
