import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The kernel limits a socket address to 104 bytes on macOS and 108 on Linux, including the terminator. */
const maxBytes = 100;

/** Calls `work` with a socket path that fits the limit. A longer path goes through a symlink in a temporary folder. */
export async function withSocketPath<T>(
  folder: string,
  name: string,
  work: (socketPath: string) => Promise<T>,
): Promise<T> {
  const direct = path.join(path.resolve(folder), name);
  if (Buffer.byteLength(direct) <= maxBytes) return work(direct);
  const tempFolder = await mkdtemp(path.join(tmpdir(), 'lf-'));
  try {
    await symlink(path.resolve(folder), path.join(tempFolder, 'd'));
    return await work(path.join(tempFolder, 'd', name));
  } finally {
    await rm(tempFolder, { recursive: true, force: true });
  }
}
