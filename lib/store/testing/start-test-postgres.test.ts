import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findDataParent } from './start-test-postgres';

it('removes what killed runs have left in memory, and nothing that is in use', async () => {
  const memory = await mkdtemp(path.join(tmpdir(), 'landfall-memory-'));
  const add = async (name: string, pid: number) => {
    const folder = path.join(memory, name);
    await mkdir(folder);
    await writeFile(path.join(folder, 'postmaster.pid'), `${pid}\n${folder}\n`);
    return folder;
  };
  // Above the largest possible one.
  const left = await add('landfall-data-left', 2 ** 22 + 1);
  const used = await add('landfall-data-used', process.pid);
  const other = await add('other', 2 ** 22 + 1);
  await findDataParent(memory);
  expect([left, used, other].map(existsSync)).toEqual([false, true, true]);
  await rm(memory, { recursive: true });
});

it('uses the disk where there is no memory for files', async () => {
  expect(await findDataParent('/no/such/folder')).toBe(tmpdir());
});
