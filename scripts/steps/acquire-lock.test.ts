import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processStartTime } from './process-start-time.mjs';
import { LockHeldError, acquireLock, waitForLock, readLockHolder } from './acquire-lock.mjs';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'landfall lock '))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockModule = new URL('./acquire-lock.mjs', import.meta.url).href;
const deadPid = () => spawnSync(process.execPath, ['--eval', '']).pid;
const writeLock = (path: string, holder: object) =>
  writeFileSync(path, JSON.stringify({ host: hostname(), startTime: '', since: 'then', nonce: 'planted', ...holder }));

describe('acquireLock', () => {
  it('admits one holder, names it and leaves no file behind', () => {
    const path = join(folder, 'deep', 'a.lock');
    const lock = acquireLock(path);
    expect(() => acquireLock(path)).toThrow(LockHeldError);
    expect(readLockHolder(path)).toMatchObject({ pid: process.pid, host: hostname() });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    lock.release();
    expect(readLockHolder(path)).toBeUndefined();
    acquireLock(path).release();
    expect(readdirSync(join(folder, 'deep'))).toEqual([]);
  });

  it('takes over from a dead process', () => {
    const path = join(folder, 'a.lock');
    writeLock(path, { pid: deadPid() });
    const lock = acquireLock(path);
    expect(readLockHolder(path)).toMatchObject({ pid: process.pid });
    lock.release();
  });

  it('takes over when another process now has the same pid', () => {
    const path = join(folder, 'a.lock');
    writeLock(path, { pid: process.pid, startTime: 'before the machine was last started' });
    acquireLock(path).release();
    writeLock(path, { pid: process.pid, startTime: processStartTime(process.pid) });
    expect(() => acquireLock(path)).toThrow(LockHeldError);
  });

  it('respects a lock of another machine while it is touched, and takes it over when it is stale', () => {
    const path = join(folder, 'a.lock');
    writeLock(path, { pid: 1, host: 'another-machine' });
    expect(() => acquireLock(path)).toThrow(/another-machine/);
    const before = new Date(Date.now() - 120_000);
    utimesSync(path, before, before);
    acquireLock(path).release();
  });

  it('treats an unreadable lock as free', () => {
    const path = join(folder, 'a.lock');
    writeFileSync(path, '{"pid":');
    acquireLock(path).release();
  });

  it('does not remove a lock it no longer holds', () => {
    const path = join(folder, 'a.lock');
    const lock = acquireLock(path);
    writeLock(path, { pid: process.pid, startTime: processStartTime(process.pid) });
    lock.release();
    expect(existsSync(path)).toBe(true);
  });

  it('can wait for the lock', async () => {
    const path = join(folder, 'a.lock');
    const first = acquireLock(path);
    const waited: number[] = [];
    const second = waitForLock(path, {
      onWait: ({ pid }) => {
        waited.push(pid);
        first.release();
      },
    });
    (await second).release();
    expect(waited).toEqual([process.pid]);
  });

  it("gives a dead process's lock to exactly one of six competing processes, 25 times", async () => {
    const rounds = 25;
    const pid = deadPid();
    for (let round = 0; round < rounds; round += 1) writeLock(join(folder, `${round}.lock`), { pid });
    const startMs = Date.now() + 1500;
    const script = `
      import { acquireLock } from ${JSON.stringify(lockModule)};
      const won = [];
      for (let round = 0; round < ${rounds}; round += 1) {
        while (Date.now() < ${startMs} + round * 20);
        try {
          acquireLock(${JSON.stringify(folder)} + '/' + round + '.lock');
          won.push(round);
        } catch (error) {
          if (error.name !== 'CliError' || !error.holder) throw error;
        }
      }
      process.stdout.write(JSON.stringify(won));
      // Winners stay alive until all have tried.
      process.stdin.resume();`;
    const racers = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const wins = await Promise.all(
      racers.map(async (racer) => {
        const [text] = (await once(racer.stdout.setEncoding('utf8'), 'data')) as [string];
        return JSON.parse(text) as unknown;
      }),
    );
    for (const racer of racers) racer.kill();
    expect(wins.flat().toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: rounds }, (_, n) => n));
    expect(new Set(readdirSync(folder)).size).toBe(rounds);
  });
});

describe('processStartTime', () => {
  it('distinguishes running, dead and missing processes', () => {
    expect(processStartTime(process.pid)).toBe(processStartTime(process.pid));
    expect(processStartTime(process.pid)).not.toBe(processStartTime(process.ppid));
    expect(processStartTime(deadPid())).toBeUndefined();
  });
});
