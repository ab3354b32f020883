import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { access, link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../core/error-code.mjs';
import { LandfallError } from '../core/errors';

/**
 * Writes a file that only its owner can read. It gets its name when it is complete and on disk, and never replaces
 * another. If anything fails, nothing is left.
 */
export async function writePrivateFile<T>(file: string, work: (out: WriteStream) => Promise<T>): Promise<T> {
  const exists = new LandfallError('conflict', `${file} already exists. Choose another name.`);
  if (
    await access(file).then(
      () => true,
      () => false,
    )
  )
    throw exists;
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.partial`);
  const out = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  // Who writes to it gets the error as well.
  out.on('error', () => undefined);
  try {
    const result = await work(out);
    await giveName(draft, file);
    await syncFolder(path.dirname(file));
    return result;
  } catch (error) {
    throw errorCode(error) === 'EEXIST' ? exists : toPlainError(file, error);
  } finally {
    await close(out);
    await rm(draft, { force: true });
  }
}

/** The file is opened in the background: if it is not closed, it could appear after it was removed. */
async function close(out: WriteStream): Promise<void> {
  if (out.closed) return;
  const closed = once(out, 'close');
  out.destroy();
  await closed;
}

/** A link fails if the name is taken meanwhile. Some network file systems have none. */
async function giveName(draft: string, file: string): Promise<void> {
  await link(draft, file).catch(async (error: unknown) => {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(errorCode(error) ?? '')) throw error;
    await rename(draft, file);
  });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const plainMessages: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no space left',
  EDQUOT: 'The disk quota is used up',
  EFBIG: 'The file is too large for this disk',
  ENOENT: 'The folder does not exist',
  EACCES: 'Permission denied',
  EROFS: 'The disk is read-only',
};

/** Undefined if the error is not about the file or its disk. */
export const describeWriteError = (error: unknown): string | undefined => plainMessages[errorCode(error) ?? ''];

function toPlainError(file: string, error: unknown): unknown {
  const problem = describeWriteError(error);
  if (problem === undefined) return error;
  return new LandfallError('conflict', {
    userMessage: `${file} cannot be written: ${problem}. Nothing was left behind.`,
    cause: error,
  });
}
