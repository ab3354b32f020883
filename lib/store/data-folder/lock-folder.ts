import path from 'node:path';
import { acquireLock, LockHeldError, type Lock } from '../../core/file-lock.mjs';

const lockName = 'landfall.lock';

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  readonly state: LockHeldError['state'];
  constructor(folder: string, { holder, state }: LockHeldError) {
    const who = `process ${holder.pid} on ${holder.host} since ${holder.since.slice(0, 16).replace('T', ' ')} UTC`;
    super(
      state === 'alive'
        ? `The database folder ${folder} is in use by ${who}. Stop that process first, or set LANDFALL_DATA to another folder.`
        : `The database folder ${folder} is locked by ${who}. It is not possible to check from here whether that process is still running. ` +
            `If you are sure that it has stopped, remove ${path.join(folder, lockName)} and start again.`,
    );
    this.state = state;
  }
}

export async function lockFolder(folder: string, now: Date): Promise<Lock> {
  try {
    return await acquireLock(path.join(folder, lockName), now);
  } catch (error) {
    throw error instanceof LockHeldError ? new FolderInUseError(folder, error) : error;
  }
}
