import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateKey } from '../core/cipher';
import { writeBackupFile } from './backup-file';
import { writePrivateFile } from './private-file';

let folder = '';
let disk: string | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'landfall-file-'));
});
afterEach(async () => {
  if (disk !== undefined) execFileSync('umount', [disk]);
  disk = undefined;
  await rm(folder, { recursive: true, force: true });
});

const write = (file: string, text: string) => writePrivateFile(file, (out) => pipeline([text], out));

test('only the owner can read the file, and it replaces none', async () => {
  const file = path.join(folder, 'one.backup');
  await write(file, 'first');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(write(file, 'second')).rejects.toMatchObject({
    userMessage: `${file} already exists. Choose another name.`,
  });
  expect(await readFile(file, 'utf8')).toBe('first');
  // Taken while the backup was written.
  const late = path.join(folder, 'late.backup');
  const racing = writePrivateFile(late, async (out) => {
    await pipeline(['ours'], out);
    await writeFile(late, 'theirs');
  });
  await expect(racing).rejects.toMatchObject({ userMessage: expect.stringContaining('already exists') as string });
  expect(await readFile(late, 'utf8')).toBe('theirs');
  expect((await readdir(folder)).toSorted()).toEqual(['late.backup', 'one.backup']);
});

test('leaves nothing when the work fails or the folder does not exist', async () => {
  const failing = writePrivateFile(path.join(folder, 'a'), async (out) => {
    out.write('half');
    throw new Error('the database went away');
  });
  await expect(failing).rejects.toThrow('the database went away');
  await expect(write(path.join(folder, 'no', 'a'), '')).rejects.toMatchObject({
    userMessage: expect.stringContaining('The folder does not exist') as string,
  });
  expect(await readdir(folder)).toEqual([]);
});

test('says that the disk is full, stops reading and leaves nothing', async ({ skip }) => {
  const small = path.join(folder, 'small');
  await mkdir(small);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small], { stdio: 'ignore' });
  } catch {
    skip('needs the right to mount a file system');
  }
  disk = small;
  let batches = 0;
  const file = path.join(small, 'full.backup');
  const key = generateKey();
  const filling = writePrivateFile(file, (out) =>
    writeBackupFile(out, key, async (sink) => {
      // Random, so that it cannot be compressed.
      for (; batches < 100_000; batches += 1)
        await sink.rows(
          'notes',
          Array.from({ length: 500 }, () => generateKey()),
        );
    }),
  );
  await expect(filling).rejects.toMatchObject({
    userMessage: `${file} cannot be written: There is no space left. Nothing was left behind.`,
  });
  expect(batches).toBeLessThan(100_000);
  expect(await readdir(small)).toEqual([]);
});
