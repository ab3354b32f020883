import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { startChild, type Child } from '../store/testing/start-child';
import { acquireLock, findLockHolder, LockHeldError, processStart, waitForLock, type Holder } from './file-lock.mjs';

const fullSize = inject('fullSize');
let folder = '';
let file = '';
let children: Child[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'landfall lock '));
  file = path.join(folder, 'a.lock');
});
afterEach(async () => {
  await Promise.all(children.map((child) => child.kill()));
  children = [];
  rmSync(folder, { recursive: true, force: true });
});

const now = new Date('2026-11-12T09:00:00Z');
const deadPid = () => spawnSync(process.execPath, ['--eval', '']).pid;
const readHolder = () => JSON.parse(readFileSync(file, 'utf8')) as Holder;
/** Plants the lock of another process. */
const writeLock = async (change: Partial<Holder>, target = file) => {
  const lock = await acquireLock(target);
  const self = readFileSync(target, 'utf8');
  lock.release();
  writeFileSync(target, JSON.stringify({ ...JSON.parse(self), answers: false, ...change }));
};
const start = async () => {
  const child = await startChild('lib/core/testing/hold-lock.ts');
  children.push(child);
  expect(await child.readLine()).toBe('ready');
  return child;
};
const tryLock = (child: Child, target = file) => {
  child.sendLine(target);
  return child.readLine();
};

test('admits one holder, names it and leaves no file behind', async () => {
  file = path.join(folder, 'deep', 'a.lock');
  const lock = await acquireLock(file, now);
  await expect(acquireLock(file)).rejects.toThrow(
    `Process ${process.pid} on ${hostname()} holds ${file} since ${now.toISOString()}.`,
  );
  expect(await findLockHolder(file)).toMatchObject({ pid: process.pid, host: hostname() });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  lock.release();
  expect(await findLockHolder(file)).toBeUndefined();
  (await acquireLock(file)).release();
  expect(readdirSync(path.join(folder, 'deep'))).toEqual([]);
});

test('gives the lock to exactly one of several processes, also after each kill -9 of the holder', async () => {
  const racers = await Promise.all(Array.from({ length: fullSize ? 10 : 4 }, start));
  while (racers.length > 0) {
    const replies = await Promise.all(racers.map((racer) => tryLock(racer)));
    const winners = racers.filter((_, index) => replies[index] === 'locked');
    expect(winners).toHaveLength(1);
    const [holder] = winners;
    const refused = replies.filter((reply) => reply.startsWith(`LockHeldError: Process ${holder?.pid} on`));
    expect(refused).toHaveLength(racers.length - 1);
    await holder?.kill('SIGKILL');
    racers.splice(
      racers.findIndex((racer) => racer === holder),
      1,
    );
  }
});

test("gives a dead process's lock to exactly one of several competing processes, many times", async () => {
  const racers = await Promise.all(Array.from({ length: fullSize ? 6 : 3 }, start));
  const pid = deadPid();
  for (let round = 0; round < (fullSize ? 25 : 8); round += 1) {
    const target = path.join(folder, `${round}.lock`);
    await writeLock({ pid }, target);
    // Every second time a process has died while it took over, every fourth time two have.
    if (round % 2 === 1) await writeLock({ pid }, `${target}.takeover`);
    if (round % 4 === 3) await writeLock({ pid }, `${target}.takeover.takeover`);
    const replies = await Promise.all(racers.map((racer) => tryLock(racer, target)));
    expect(replies.filter((reply) => reply === 'locked')).toHaveLength(1);
    expect(replies.filter((reply) => reply.startsWith('LockHeldError:'))).toHaveLength(racers.length - 1);
    expect(readdirSync(folder).filter((name) => /takeover|draft/.test(name))).toEqual([]);
  }
});

test('takes over when the pid was reused, or when the lock is from before a reboot', async () => {
  await writeLock({ processStart: 'another' });
  (await acquireLock(file)).release();
  await writeLock({ boot: 'another boot' });
  (await acquireLock(file)).release();
  await writeLock({});
  await expect(acquireLock(file)).rejects.toThrow(LockHeldError);
});

test('takes over a lock of version 0.1 unless its process is running', async () => {
  const older = { host: hostname(), since: 'then', nonce: 'planted' };
  const { boot } = await writeLock({}).then(readHolder);
  writeFileSync(
    file,
    JSON.stringify({ ...older, pid: process.pid, startTime: `${boot}/${processStart(process.pid)}` }),
  );
  await expect(acquireLock(file)).rejects.toThrow(`Process ${process.pid} on ${hostname()}`);
  writeFileSync(file, JSON.stringify({ ...older, pid: process.pid, startTime: `${boot}/1` }));
  (await acquireLock(file)).release();
  writeFileSync(file, JSON.stringify({ ...older, pid: deadPid(), startTime: '' }));
  (await acquireLock(file)).release();
});

test('never treats a holder on another machine as dead, and does not wait for it', async () => {
  await writeLock({ host: 'elsewhere.example', boot: 'another boot', pid: 2 ** 22 });
  await expect(waitForLock(file, {})).rejects.toThrow(
    /Process 4194304 on elsewhere\.example .* If it no longer runs, remove that file\./,
  );
});

test.each(['short', `${'d'.repeat(60)}/${'e'.repeat(60)}`])(
  'probes the socket of a holder in another container (%s path)',
  async (subfolder) => {
    file = path.join(folder, subfolder, 'a.lock');
    const holder = await start();
    expect(await tryLock(holder)).toBe('locked');
    expect(readHolder().answers).toBe(true);
    // What another container on the same machine sees: other pids, another host name.
    const seen = { ...readHolder(), host: 'f3a91c', pid: 2 ** 22, pidNamespace: 'pid:[1]' };
    writeFileSync(file, JSON.stringify(seen));
    await expect(acquireLock(file)).rejects.toThrow('Process 4194304 on f3a91c holds ');
    await holder.kill('SIGKILL');
    (await acquireLock(file)).release();
    expect(readdirSync(path.dirname(file))).toEqual([]);
  },
);

test('removes the lock when a process exits without releasing it', async () => {
  const holder = await start();
  expect(await tryLock(holder)).toBe('locked');
  holder.sendLine('end');
  await expect(holder.readLine()).rejects.toThrow('ended');
  expect(readdirSync(folder)).toEqual([]);
});

test('refuses an unreadable lock file instead of overwriting it', async () => {
  writeFileSync(file, 'mine');
  await expect(acquireLock(file)).rejects.toThrow(/is not a lock of Landfall/);
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('does not remove a lock it no longer holds', async () => {
  const lock = await acquireLock(file);
  writeFileSync(file, JSON.stringify({ ...readHolder(), id: 'b' }));
  lock.release();
  expect(existsSync(file)).toBe(true);
});

test('can wait for the lock', async () => {
  const first = await acquireLock(file);
  const waited: number[] = [];
  const second = waitForLock(file, {
    onWait: ({ pid }) => {
      waited.push(pid);
      first.release();
    },
  });
  (await second).release();
  expect(waited).toEqual([process.pid]);
});

test('distinguishes running, dead and missing processes', () => {
  expect(processStart(process.pid)).toBe(processStart(process.pid));
  expect(processStart(process.pid)).not.toBe(processStart(process.ppid));
  expect(processStart(deadPid())).toBeUndefined();
});
