import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, linkSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './error-code.mjs';
import { withSocketPath } from './socket-path.mjs';

// Plain JavaScript, because `npm start` locks before it installs packages.

/**
 * @typedef {{ release(): void }} Lock
 * @typedef {{
 *   id: string, host: string, pid: number, processStart: string, boot: string, pidNamespace: string, since: string,
 *   answers: boolean,
 * }} Holder
 */

export class LockHeldError extends Error {
  /** @override */
  name = 'LockHeldError';

  /**
   * @param {string} path
   * @param {Holder} holder
   * @param {'alive' | 'unknown'} state
   */
  constructor(path, holder, state) {
    const { pid, host, since } = holder;
    super(`Process ${pid} on ${host} holds ${path} since ${since}. If it no longer runs, remove that file.`);
    this.holder = holder;
    this.state = state;
  }
}

/**
 * Takes an exclusive lock until it is released or the process ends, or throws `LockHeldError`. After kill -9 the next
 * process takes it over.
 *
 * @param {string} path ending in `.lock`
 * @returns {Promise<Lock>}
 */
export async function acquireLock(path, now = new Date()) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const id = randomUUID();
  const socket = await openLivenessSocket(livenessPath(path, id));
  /** @type {Holder} */
  const self = {
    id,
    host: hostname(),
    pid: process.pid,
    // Pids are reused; the start time tells two processes apart.
    processStart: processStart(process.pid) ?? '',
    // Changes with every boot; containers on one machine share it.
    boot: readBootId(),
    // Two containers may both be process 1.
    pidNamespace: readPidNamespace(),
    since: now.toISOString(),
    answers: socket !== undefined,
  };
  const content = `${JSON.stringify(self, null, 2)}\n`;
  const draft = `${path}.draft-${id}`;
  const release = () => {
    process.removeListener('exit', release);
    if (readIfExists(path) === content) rmSync(path, { force: true });
    rmSync(draft, { force: true });
    socket?.close();
    rmSync(livenessPath(path, id), { force: true });
  };
  process.once('exit', release);
  try {
    writeFileSync(draft, content, { mode: 0o600 });
    await take(path, draft);
    rmSync(draft);
    return { release };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Waits while a running process holds the lock.
 *
 * @param {string} path
 * @param {{ onWait?: (holder: Holder) => void, signal?: AbortSignal }} options
 */
export async function waitForLock(path, { onWait, signal }) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await acquireLock(path);
    } catch (error) {
      if (!(error instanceof LockHeldError) || error.state === 'unknown') throw error;
      if (attempt === 0) onWait?.(error.holder);
      await delay(250, undefined, signal ? { signal } : {});
    }
  }
}

/** @param {string} path */
export async function findLockHolder(path) {
  const holder = parseHolder(path, readIfExists(path));
  return holder && (await checkHolder(path, holder)) !== 'dead' ? holder : undefined;
}

/**
 * Only the holder of `<path>.takeover` removes the lock of a dead process. So while it compares and removes the file,
 * no other process can replace it, and a fresh lock is never removed. The same rule protects the takeover lock itself.
 *
 * @param {string} path
 * @param {string} draft
 */
async function take(path, draft) {
  while (!linkIfFree(draft, path)) {
    const found = readIfExists(path);
    const holder = parseHolder(path, found);
    if (holder === undefined) continue;
    const state = await checkHolder(path, holder);
    if (state !== 'dead') throw new LockHeldError(path, holder, state);
    const takeover = `${path}.takeover`;
    try {
      await take(takeover, draft);
    } catch (error) {
      if (!(error instanceof LockHeldError) || error.state === 'unknown') throw error;
      await delay(20);
      continue;
    }
    try {
      if (readIfExists(path) === found) {
        rmSync(livenessPath(path, holder.id), { force: true });
        rmSync(path);
      }
    } finally {
      rmSync(takeover);
    }
  }
}

/** @type {(from: string, to: string) => boolean} a link puts the complete file in place at once */
const linkIfFree = (from, to) => {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
};

/**
 * @param {string} path
 * @param {string | undefined} text
 * @returns {Holder | undefined}
 */
function parseHolder(path, text) {
  if (text === undefined) return undefined;
  try {
    const { id = '', host, pid, processStart, boot, pidNamespace, since, answers, startTime } = JSON.parse(text);
    if (!Number.isInteger(pid) || pid <= 0 || !/^[0-9a-f-]*$/.test(id)) throw new Error('not a holder');
    // Locks of version 0.1 may have boot and process start in one field and lack the rest.
    const older = /^(.+)\/(\d+)$/.exec(startTime);
    return {
      id,
      host: String(host),
      pid,
      processStart: String(processStart ?? older?.[2] ?? ''),
      boot: String(boot ?? older?.[1] ?? readBootId()),
      pidNamespace: String(pidNamespace ?? readPidNamespace()),
      since: String(since),
      answers: answers === true,
    };
  } catch {
    throw new Error(`${path} is not a lock of Landfall; if nothing uses its folder, remove it.`);
  }
}

/**
 * `unknown` when the holder is on another machine, or in another container without a socket. It counts as alive, since
 * opening a database that is in use loses rows.
 *
 * @param {string} path
 * @param {Holder} holder
 * @returns {Promise<'alive' | 'dead' | 'unknown'>}
 */
async function checkHolder(path, holder) {
  if (holder.boot !== readBootId()) return holder.host === hostname() ? 'dead' : 'unknown';
  if (holder.pidNamespace === readPidNamespace()) {
    const start = processStart(holder.pid);
    return start !== undefined && (holder.processStart === '' || holder.processStart === start) ? 'alive' : 'dead';
  }
  if (!holder.answers) return 'unknown';
  return (await isListening(livenessPath(path, holder.id))) ? 'alive' : 'dead';
}

/**
 * The socket closes with its process and can be probed from other containers, where pids mean nothing.
 *
 * @param {string} file
 */
async function openLivenessSocket(file) {
  const server = createServer((socket) => socket.destroy());
  try {
    await withSocketPath(file, async (socketPath) => {
      server.listen(socketPath);
      await once(server, 'listening');
    });
    return server.unref();
  } catch {
    // Some shared folders cannot hold sockets. The lock then says so, and other containers are refused.
    return undefined;
  }
}

/** @param {string} file */
function isListening(file) {
  return withSocketPath(file, async (socketPath) => {
    const socket = connect(socketPath);
    try {
      await once(socket, 'connect');
      return true;
    } catch (error) {
      return !['ENOENT', 'ECONNREFUSED'].includes(errorCode(error) ?? '');
    } finally {
      socket.destroy();
    }
  });
}

/** @type {(path: string, id: string) => string} */
const livenessPath = (path, id) => `${path.replace(/\.lock(\.takeover)*$/, '')}.alive-${id}`;

/**
 * @internal Tests check with it that a process has ended.
 * @param {number} pid
 * @returns {string | undefined} undefined if the process does not exist or is a zombie
 */
export function processStart(pid) {
  try {
    if (existsSync('/proc/self/stat')) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The second field is the command in parentheses, which may itself contain spaces and parentheses.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
    }
    // Fixed locale and time zone, so that every process reads the same text.
    const output = execFileSync('/bin/sh', ['-c', `LC_ALL=C TZ=UTC ps -o stat=,lstart= -p ${pid}`]).toString();
    return /^\s*[^Z\s]\S*\s+(.*\S)/.exec(output)?.[1];
  } catch {
    return undefined;
  }
}

function readBootId() {
  try {
    if (process.platform === 'linux') return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return execFileSync('/usr/sbin/sysctl', ['-n', 'kern.boottime']).toString().trim();
  } catch {
    return 'unknown';
  }
}

function readPidNamespace() {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'none';
  }
}

/** @param {string} path */
function readIfExists(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
