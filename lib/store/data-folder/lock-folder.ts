import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { parseJson } from '../../core/parse-json';
import { describeThisProcess, holderSchema, checkHolder, type Holder } from './lock-holder';
import { withSocketPath } from './socket-path';

const lockName = 'landfall.lock';
const alivePrefix = 'landfall.alive-';
const successorPrefix = 'landfall.lock.heir-';
const draftPrefix = 'landfall.lock.draft-';

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  constructor(
    folder: string,
    holder: Holder,
    readonly state: 'alive' | 'unknown',
  ) {
    const who = `process ${holder.pid} on ${holder.host} since ${holder.since.slice(0, 16).replace('T', ' ')} UTC`;
    super(
      state === 'alive'
        ? `The database folder ${folder} is in use by ${who}; stop that first, or set LANDFALL_DATA to another folder.`
        : `The database folder ${folder} is held by ${who}, and from here nobody can tell whether that still runs; ` +
            `if it surely does not, remove ${path.join(folder, lockName)} and start again.`,
    );
  }
}

/**
 * The lock file is written under a draft name and then linked, so readers never see half a file. A dead holder is never
 * simply removed: the first process to link `heir-<holder id>` is its only successor, and only a living successor
 * replaces the lock. So exactly one of several processes that start together gets it, and none mistakes a fresh lock
 * for the stale one it read before.
 */
export async function lockFolder(folder: string, now: Date): Promise<{ release(): Promise<void> }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lockPath = path.join(folder, lockName);
  const id = randomUUID();
  const alive = await openLivenessSocket(folder, id);
  const self = describeThisProcess(id, now, alive !== undefined);
  const draft = path.join(folder, `${draftPrefix}${id}`);
  try {
    await writeFile(draft, `${JSON.stringify(self, null, 2)}\n`, { mode: 0o600 });
    while (!(await linkIfFree(draft, lockPath))) {
      const holder = await readHolder(lockPath);
      if (holder && (await takeOverLock(folder, holder, draft))) break;
    }
  } catch (error) {
    await alive?.stop();
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  // Removes the lock when the process exits without closing. After kill -9 the next process takes over.
  const onExit = () => rmSync(lockPath, { force: true });
  process.once('exit', onExit);
  await removeStaleFiles(folder);
  return {
    release: async () => {
      process.removeListener('exit', onExit);
      await rm(lockPath, { force: true });
      await alive?.stop();
    },
  };
}

/** Returns false if the caller should retry. Throws if the folder is in use. */
async function takeOverLock(folder: string, holder: Holder, draft: string): Promise<boolean> {
  // Each dead holder has at most one successor, which may be dead too: follow the chain to a living one or to its end.
  let last = holder;
  for (;;) {
    const state = await checkHolder(last, () => isAlive(folder, last.id));
    if (state !== 'dead') {
      if (last === holder) throw new FolderInUseError(folder, holder, state);
      // A living successor is about to take over and will be the holder on the next attempt.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return false;
    }
    const successorPath = path.join(folder, `${successorPrefix}${last.id}`);
    if (await linkIfFree(draft, successorPath)) {
      // Another successor may have taken the lock since we read it.
      if ((await readHolder(path.join(folder, lockName)))?.id !== holder.id) {
        await rm(successorPath, { force: true });
        return false;
      }
      // The successor file is a hard link to the draft, so this rename puts the complete lock in place atomically.
      await rename(successorPath, path.join(folder, lockName));
      return true;
    }
    const successor = await readHolder(successorPath);
    if (!successor) return false;
    last = successor;
  }
}

async function linkIfFree(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const parsed = holderSchema.safeParse(parseJson(content));
  if (!parsed.success) throw new Error(`${file} is not a lock of Landfall; if nothing uses its folder, remove it.`);
  return parsed.data;
}

/** The socket closes with its process and can be probed from other containers, where pids mean nothing. */
async function openLivenessSocket(folder: string, id: string): Promise<{ stop(): Promise<void> } | undefined> {
  const name = `${alivePrefix}${id}`;
  const server = createServer((socket) => socket.destroy());
  try {
    await withSocketPath(folder, name, async (socketPath) => {
      server.listen(socketPath);
      await once(server, 'listening');
    });
    server.unref();
  } catch {
    // Some shared folders cannot hold sockets. The lock then says so, and other containers are refused.
    return undefined;
  }
  return {
    stop: async () => {
      server.close();
      await rm(path.join(folder, name), { force: true });
    },
  };
}

function isAlive(folder: string, id: string): Promise<boolean> {
  return withSocketPath(
    folder,
    `${alivePrefix}${id}`,
    (socketPath) =>
      new Promise<boolean>((resolve) => {
        const socket = connect(socketPath);
        socket.once('connect', () => {
          socket.destroy();
          resolve(true);
        });
        socket.once('error', () => resolve(false));
      }),
  );
}

/** Removes files of processes that died. Other would-be successors see our lock and stop. */
async function removeStaleFiles(folder: string): Promise<void> {
  const isStale = async (name: string) => {
    if (name.startsWith(successorPrefix)) return true;
    if (name.startsWith(alivePrefix)) return !(await isAlive(folder, name.slice(alivePrefix.length)));
    if (!name.startsWith(draftPrefix)) return false;
    const owner = await readHolder(path.join(folder, name)).catch(() => undefined);
    return owner !== undefined && (await checkHolder(owner, () => isAlive(folder, owner.id))) === 'dead';
  };
  for (const name of await readdir(folder)) {
    if (await isStale(name)) await rm(path.join(folder, name), { force: true });
  }
}
