import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock, type Clock } from '../../core/clock';
import { LandfallError } from '../../core/errors';
import type { Log } from '../../core/log';
import type { Database } from './database';
import { lockFolder } from '../data-folder/lock-folder';
import type { OnStatement } from './observe-statements';
import { openPglite } from './open-pglite';
import { openPostgres } from './open-postgres';
import { readMigrations, type Migration } from './read-migrations';
import { findTemplate } from './template';

export type OpenOptions = (
  | { url: string; ownerUrl?: string | undefined }
  | { folder: string; templateFolder?: string }
) & {
  clock?: Clock;
  log?: Log;
  onStatement?: OnStatement;
  /** Null: the schema stays as it is. Otherwise these are applied; by default all. */
  migrations?: readonly Migration[] | null;
};

/** Rejects with an error for the console: `FolderInUseError`, `MigrationError` or `database_unavailable`. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const migrations = options.migrations === undefined ? await readMigrations() : options.migrations;
  if ('url' in options) return openPostgres({ ...options, migrations });

  const folder = path.resolve(/* turbopackIgnore: true */ options.folder);
  const lock = await lockFolder(folder, (options.clock ?? systemClock).now());
  try {
    const database = await openFolder(folder, migrations, options);
    let closing: Promise<void> | undefined;
    // Release only once: later the lock may belong to another process.
    return { ...database, close: () => (closing ??= database.close().finally(lock.release)) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

export async function withDatabase<T>(
  opening: Promise<Database>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await opening;
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function openFolder(
  folder: string,
  migrations: readonly Migration[] | null,
  { templateFolder, onStatement }: { templateFolder?: string; onStatement?: OnStatement },
): Promise<Database> {
  const files = path.join(folder, 'database');
  // Exists while the files are first created, so that a crash does not leave half a database behind.
  const unfinished = path.join(folder, 'database.unfinished');
  if (existsSync(unfinished)) await rm(files, { recursive: true, force: true });
  if (existsSync(files)) return openPglite({ folder: files, migrations, onStatement });
  if (migrations === null) throw new LandfallError('not_found', `${folder} has no database.`);

  await writeFile(unfinished, '');
  const template = await findTemplate(migrations, templateFolder);
  const database = await openPglite({ folder: files, migrations, template, onStatement });
  await rm(unfinished);
  return database;
}
