import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../database/database';

/** An operator may keep backups in the data folder, under other names. */
const copyName = /^backup\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A backup takes less. */
const maxAgeMs = 3_600_000;

/**
 * Copies the files of the embedded database while the app runs, as a killed process would leave them: PGlite has one
 * connection and writes nothing during a transaction of its own. Other queries wait as long as copying the files takes,
 * which is much less than reading every row. Returns a folder that the caller opens and removes; if it has disconnected
 * by then, no copy is left.
 */
export async function copyDatabase(database: Database, dataFolder: string, signal: AbortSignal): Promise<string> {
  const copy = path.join(dataFolder, `backup.${randomUUID()}`);
  await mkdir(copy, { mode: 0o700 });
  try {
    await database.transaction(() =>
      cp(path.join(dataFolder, 'database'), path.join(copy, 'database'), {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
      }),
    );
    signal.throwIfAborted();
    return copy;
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
}

/** While the app runs: the command of a younger copy may still read it. */
export function removeOldCopies(dataFolder: string, now: Date): Promise<void> {
  return removeCopies(dataFolder, new Date(now.getTime() - maxAgeMs));
}

/** What a killed command left. */
export async function removeCopies(dataFolder: string, before: Date): Promise<void> {
  const entries = await readdir(dataFolder, { withFileTypes: true });
  for (const entry of entries.filter((each) => each.isDirectory() && copyName.test(each.name))) {
    const folder = path.join(dataFolder, entry.name);
    // Its command may remove it meanwhile.
    const found = await stat(folder).catch(() => undefined);
    if (found && found.mtime < before) await rm(folder, { recursive: true, force: true });
  }
}
