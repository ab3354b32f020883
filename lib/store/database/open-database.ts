import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock, type Clock } from '../../core/clock';
import type { Log } from '../../core/log';
import type { Database } from './database';
import { lockFolder } from '../data-folder/lock-folder';
import { openPglite } from './open-pglite';
import { openPostgres } from './open-postgres';
import { readMigrations, type Migration } from './read-migrations';
import { defaultTemplateFolder, findTemplate } from './template';

export type OpenOptions = ({ url: string } | { folder: string; templateFolder?: string }) & {
  clock?: Clock;
  log?: Log;
};

/**
 * Opens PostgreSQL by its address, or the embedded database in its folder, migrated. Rejects with a sentence for the
 * person at the console: `FolderInUseError`, `MigrationError`, or a `database_unavailable`.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const migrations = await readMigrations();
  if ('url' in options) return openPostgres({ ...options, migrations });

  const folder = path.resolve(/* turbopackIgnore: true */ options.folder);
  const lock = await lockFolder(folder, (options.clock ?? systemClock).now());
  try {
    const database = await openFolder(folder, migrations, options.templateFolder);
    let closing: Promise<void> | undefined;
    const close = () => {
      // Once only: later the lock may be somebody else's.
      closing ??= database.close().finally(lock.release);
      return closing;
    };
    return { ...database, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openFolder(folder: string, migrations: Migration[], templateFolder?: string): Promise<Database> {
  const files = path.join(folder, 'database');
  // Stands while the files are first laid out: a process that dies halfway must not leave half a database behind.
  const unfinished = path.join(folder, 'database.unfinished');
  if (existsSync(unfinished)) await rm(files, { recursive: true, force: true });
  if (existsSync(files)) return openPglite({ folder: files, migrations });

  await writeFile(unfinished, '');
  const template = await findTemplate(migrations, templateFolder ?? defaultTemplateFolder());
  const database = await openPglite({ folder: files, migrations, template });
  await rm(unfinished);
  return database;
}
