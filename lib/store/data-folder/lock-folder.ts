import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
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
 * The lock file appears whole or not at all (written aside, then linked), and names its holder. A dead holder is
 * inherited from, never just removed: whoever links the file `heir-<its id>` first is the one heir, and only the
 * living heir replaces the lock. So of any number that start together, exactly one gets it, and none can mistake a
 * fresh lock for the stale one it looked at before.
 */
export async function lockFolder(folder: string, now: Date): Promise<{ release(): Promise<void> }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lockPath = path.join(folder, lockName);
  const id = randomUUID();
  const alive = await openLivenessSocket(folder, id);
  const us = describeThisProcess(id, now, alive !== undefined);
  const draft = path.join(folder, `${draftPrefix}${id}`);
  try {
    await writeFile(draft, `${JSON.stringify(us, null, 2)}\n`, { mode: 0o600 });
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
  // Ended without closing: what is left to do without waiting is done. After kill -9 the next one inherits.
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

/** True when the dead holder's lock became ours. False: look again. Throws when it is in use. */
async function takeOverLock(folder: string, holder: Holder, draft: string): Promise<boolean> {
  // Each dead holder has one heir, who may be dead as well: walk down to the first who lives, or to the free place.
  let last = holder;
  for (;;) {
    const state = await checkHolder(last, () => isAlive(folder, last.id));
    if (state !== 'dead') {
      if (last === holder) throw new FolderInUseError(folder, holder, state);
      // A living heir is about to take over; it will be the holder when we look again.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return false;
    }
    const successorPath = path.join(folder, `${successorPrefix}${last.id}`);
    if (await linkIfFree(draft, successorPath)) {
      // Between our look and our claim another heir may have come and gone, and be the holder now.
      if ((await readHolder(path.join(folder, lockName)))?.id !== holder.id) {
        await rm(successorPath, { force: true });
        return false;
      }
      // The claim and the draft are one file: the claim becomes the lock, in one step and with its content.
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

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** A listening socket dies with its process and can be asked from another container, where pids mean nothing. */
async function openLivenessSocket(folder: string, id: string): Promise<{ stop(): Promise<void> } | undefined> {
  const name = `${alivePrefix}${id}`;
  const server = createServer((socket) => socket.destroy());
  try {
    await withSocketPath(folder, name, (socketPath) => listen(server, socketPath));
  } catch {
    // Some shared folders cannot hold sockets; the lock says so, and other containers are then refused.
    return undefined;
  }
  return {
    stop: async () => {
      server.close();
      await rm(path.join(folder, name), { force: true });
    },
  };
}

function listen(server: Server, socketPath: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, () => {
      server.unref();
      resolve();
    });
  });
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

/** Removes what others left that died on the way. Whoever still claims an inheritance will see our lock and stop. */
async function removeStaleFiles(folder: string): Promise<void> {
  const names = await readdir(folder);
  const remove = (name: string) => rm(path.join(folder, name), { force: true });
  for (const name of names.filter((each) => each.startsWith(successorPrefix))) await remove(name);
  for (const name of names.filter((each) => each.startsWith(draftPrefix))) {
    const owner = await readHolder(path.join(folder, name)).catch(() => undefined);
    if (owner && (await checkHolder(owner, () => isAlive(folder, owner.id))) === 'dead') await remove(name);
  }
  for (const name of names.filter((each) => each.startsWith(alivePrefix))) {
    if (!(await isAlive(folder, name.slice(alivePrefix.length)))) await remove(name);
  }
}
