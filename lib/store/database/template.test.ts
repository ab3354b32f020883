import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from './open-database';
import { changes } from '../schema/changes';
import { defaultTemplateFolder, findTemplate, makeTemplate } from './template';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'landfall-template-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

// Without a template the database is made from nothing, which takes five seconds of a free machine.
test('a first open that was cut short is begun again, without a template too', async () => {
  // As left by a process that died while it laid out the files.
  await mkdir(path.join(folder, 'database'));
  await writeFile(path.join(folder, 'database', 'PG_VERSION'), 'half');
  await writeFile(path.join(folder, 'database.unfinished'), '');
  const database = await openDatabase({ folder, templateFolder: path.join(folder, 'none') });
  expect(await database.db.$count(changes)).toBe(0);
  await database.close();
  expect(await readdir(folder)).toEqual(['database']);
});

test('a template is found by what went into it; for other migrations the bare one serves, and old ones go', async () => {
  const bare = await makeTemplate([]);
  // The bare one is taken from where all tests keep it: making one anew takes seconds. It alone: another process may
  // be writing or removing others there.
  const templates = path.join(folder, 'templates');
  await mkdir(templates);
  for (const name of await readdir(defaultTemplateFolder())) {
    const file = path.join(defaultTemplateFolder(), name);
    const { size } = await stat(file).catch(() => ({ size: 0 }));
    if (size === bare.size) await copyFile(file, path.join(templates, name));
  }
  const notes = { name: '0000_notes', sql: 'create table notes (body text)', hash: 'a', whenMs: 1 };

  const made = await makeTemplate([notes], templates);
  expect(await readdir(templates)).toHaveLength(2);
  expect((await findTemplate([notes], templates))?.size).toBe(made.size);
  expect((await findTemplate([{ ...notes, hash: 'b' }], templates))?.size).toBe(bare.size);
  expect(made.size).not.toBe(bare.size);
  expect(await findTemplate([notes], path.join(folder, 'none'))).toBeUndefined();
});
