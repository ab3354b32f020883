import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The kernel's limit for the address of a local socket is 104 bytes on macOS and 108 on Linux, the end included. */
const maxBytes = 100;

/**
 * Hands `work` a path for the socket that fits, however deep the folder lies: by way of a link in a private temporary
 * folder, which is gone afterwards. The socket itself is made in, or found in, the folder asked for.
 */
export async function withSocketPath<T>(
  folder: string,
  name: string,
  work: (socketPath: string) => Promise<T>,
): Promise<T> {
  const direct = path.join(path.resolve(folder), name);
  if (Buffer.byteLength(direct) <= maxBytes) return work(direct);
  const detour = await mkdtemp(path.join(tmpdir(), 'lf-'));
  try {
    await symlink(path.resolve(folder), path.join(detour, 'd'));
    return await work(path.join(detour, 'd', name));
  } finally {
    await rm(detour, { recursive: true, force: true });
  }
}
