import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openDatabase } from './open-database';
import { changes } from '../schema/changes';
import { defaultTemplateFolder, findTemplate, makeTemplate } from './template';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'landfall-template-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const fullSize = inject('fullSize');
// Without a template, creating the database takes five seconds on an idle machine.
const withTemplate = !fullSize;
test(`recreates a database whose first open was interrupted, ${withTemplate ? 'with' : 'without'} a template`, async () => {
  // What a process leaves when it dies while creating the files.
  await mkdir(path.join(folder, 'database'));
  await writeFile(path.join(folder, 'database', 'PG_VERSION'), 'half');
  await writeFile(path.join(folder, 'database.unfinished'), '');
  const templateFolder = withTemplate ? defaultTemplateFolder() : path.join(folder, 'none');
  const database = await openDatabase({ folder, templateFolder });
  expect(await database.db.$count(changes)).toBe(0);
  await database.close();
  expect(await readdir(folder)).toEqual(['database']);
});

test('finds a template by its migrations, and falls back to the one without migrations', async () => {
  const empty = await makeTemplate([]);
  // Copy only the template without migrations from the shared folder: creating one takes seconds, and other processes
  // may be writing or removing the others.
  const templates = path.join(folder, 'templates');
  await mkdir(templates);
  for (const name of await readdir(defaultTemplateFolder())) {
    const file = path.join(defaultTemplateFolder(), name);
    const { size } = await stat(file).catch(() => ({ size: 0 }));
    if (size === empty.size) await copyFile(file, path.join(templates, name));
  }
  const notes = { name: '0000_notes', sql: 'create table notes (body text)', hash: 'a', whenMs: 1 };

  expect((await findTemplate([notes], templates))?.size).toBe(empty.size);
  expect(await findTemplate([notes], path.join(folder, 'none'))).toBeUndefined();
  // The build makes one with our migrations, so only test:full pays for another.
  if (!fullSize) return;
  const made = await makeTemplate([notes], templates);
  expect(await readdir(templates)).toHaveLength(2);
  expect((await findTemplate([notes], templates))?.size).toBe(made.size);
  expect((await findTemplate([{ ...notes, hash: 'b' }], templates))?.size).toBe(empty.size);
  expect(made.size).not.toBe(empty.size);
});
