import { createHash, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode, CliError } from './cli-error.mjs';
import { processStartTime } from './process-start-time.mjs';

/**
 * @typedef {{ pid: number, host: string, startTime: string, since: string, nonce: string }} Holder
 * @typedef {{ release: () => void }} Lock
 */

const touchIntervalMs = 5_000;
const staleAfterMs = 60_000;

/** Thrown when a running process holds the lock. */
export class LockHeldError extends CliError {
  /** @param {Holder} holder */
  constructor(holder) {
    super(`Process ${holder.pid} on ${holder.host} holds the lock since ${holder.since}.`);
    this.holder = holder;
  }
}

/**
 * Takes a lock file or throws `LockHeldError`. The file is linked into place, so it is never half written. The lock of
 * a dead process is removed under a marker named after its content, so that only one of several processes removes it
 * and never a newer lock.
 *
 * @param {string} path
 * @returns {Lock}
 */
export function acquireLock(path) {
  const self = {
    pid: process.pid,
    host: hostname(),
    startTime: processStartTime(process.pid) ?? '',
    nonce: randomUUID(),
  };
  const text = JSON.stringify({ ...self, since: new Date().toISOString() });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if (createAtomically(path, text)) return holdLock(path, text);
    const found = readText(path);
    if (found === undefined) continue;
    const holder = parseHolder(found);
    if (holder !== undefined && isAlive(holder, path)) throw new LockHeldError(holder);
    removeStaleLock(path, found);
  }
  throw new CliError(`The lock ${path} changes hands all the time; try again.`);
}

/**
 * @param {string} path
 * @param {{ onWait?: (holder: Holder) => void, signal?: AbortSignal | undefined }} options
 * @returns {Promise<Lock>}
 */
export async function waitForLock(path, { onWait, signal }) {
  let announced = false;
  for (;;) {
    try {
      return acquireLock(path);
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      if (!announced) onWait?.(error.holder);
      announced = true;
      await delay(250, undefined, signal ? { signal } : {});
    }
  }
}

/**
 * @param {string} path
 * @returns {Holder | undefined} the holder, if it is running
 */
export function readLockHolder(path) {
  const text = readText(path);
  const holder = text === undefined ? undefined : parseHolder(text);
  return holder !== undefined && isAlive(holder, path) ? holder : undefined;
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {Lock}
 */
function holdLock(path, text) {
  // Other machines cannot check our process, but they can see that the file is touched.
  const touchTimer = setInterval(() => {
    try {
      if (readText(path) === text) utimesSync(path, new Date(), new Date());
    } catch {
      // The folder was removed.
    }
  }, touchIntervalMs);
  touchTimer.unref();
  return {
    release() {
      clearInterval(touchTimer);
      if (readText(path) === text) removeIfExists(path);
    },
  };
}

/**
 * @param {Holder} holder
 * @param {string} path
 */
function isAlive(holder, path) {
  if (holder.host !== hostname()) {
    try {
      return Date.now() - statSync(path).mtimeMs < staleAfterMs;
    } catch {
      return false;
    }
  }
  // Process ids are reused, in containers often; the start time tells two processes apart.
  const startTime = processStartTime(holder.pid);
  return startTime !== undefined && (holder.startTime === '' || startTime === holder.startTime);
}

/**
 * @param {string} path
 * @param {string} staleText the content of the stale lock
 */
function removeStaleLock(path, staleText) {
  const marker = `${path}.${createHash('sha256').update(staleText).digest('hex').slice(0, 12)}`;
  if (!createAtomically(marker, String(process.pid))) {
    // Another process is removing it. An old marker was left by a process that died.
    if (isOlderThan(marker, 10_000)) removeIfExists(marker);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    return;
  }
  try {
    if (readText(path) === staleText) removeIfExists(path);
  } finally {
    removeIfExists(marker);
  }
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {boolean} false when the file exists
 */
function createAtomically(path, text) {
  const temporary = `${path}.${randomUUID()}`;
  const options = { mode: 0o600, flag: 'wx' };
  writeFileSync(temporary, text, options);
  try {
    try {
      linkSync(temporary, path);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      // Some file systems do not support hard links.
      writeFileSync(path, text, options);
    }
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    removeIfExists(temporary);
  }
}

/**
 * @param {string} text
 * @returns {Holder | undefined}
 */
function parseHolder(text) {
  try {
    /** @type {unknown} */
    const value = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { pid, host, startTime, since, nonce } = /** @type {Record<string, unknown>} */ (value);
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return undefined;
    return { pid, host: String(host), startTime: String(startTime ?? ''), since: String(since), nonce: String(nonce) };
  } catch {
    return undefined;
  }
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {string} path */
function removeIfExists(path) {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/**
 * @param {string} path
 * @param {number} ageMs
 */
function isOlderThan(path, ageMs) {
  try {
    return Date.now() - statSync(path).mtimeMs > ageMs;
  } catch {
    return false;
  }
}
