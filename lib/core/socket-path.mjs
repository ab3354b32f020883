import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The kernel limits a socket address to 104 bytes on macOS and 108 on Linux, including the terminator. */
const maxBytes = 100;

/**
 * Calls `work` with a socket path that fits the limit. A longer path goes through a symlink in a temporary folder.
 *
 * @template T
 * @param {string} file
 * @param {(socketPath: string) => Promise<T>} work
 */
export async function withSocketPath(file, work) {
  const direct = path.resolve(file);
  if (Buffer.byteLength(direct) <= maxBytes) return work(direct);
  const tempFolder = await mkdtemp(path.join(tmpdir(), 'lf-'));
  try {
    await symlink(path.dirname(direct), path.join(tempFolder, 'd'));
    return await work(path.join(tempFolder, 'd', path.basename(direct)));
  } finally {
    await rm(tempFolder, { recursive: true, force: true });
  }
}
