import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Writable } from 'node:stream';
import { z } from 'zod';
import { writeBackupFile } from '../lib/backup/backup-file';
import { describeRows } from '../lib/backup/describe-rows';
import { writePrivateFile } from '../lib/backup/private-file';
import { verifyBackup } from '../lib/backup/verify-backup';
import { parseSettings, type Settings } from '../lib/core/settings';
import { recordBackup } from '../lib/store/backup/record-backup';
import { writeSnapshot } from '../lib/store/backup/write-snapshot';
import { callRunningApp } from '../lib/store/data-folder/command-socket';
import type { Database } from '../lib/store/database/database';
import { openDatabase, withDatabase } from '../lib/store/database/open-database';
import { loadEnvFile, runMain, UsageError } from './run-main';
import { CliError } from './steps/cli-error.mjs';
import { printProgress } from './steps/print-progress';

const help = `Writes everything in the database to one encrypted file, as of one moment. Works while the app runs.

  npm run backup -- --out FILE        FILE must not exist; only you can read it
  npm run backup --silent > FILE      to standard output
  npm run backup -- verify FILE       reads all of it; needs no database

BACKUP_KEY encrypts it. The backup contains neither BACKUP_KEY nor LANDFALL_KEY (keys.json in the data folder), and a
restore needs both: keep them elsewhere. docs/operations.md has more.
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
  const [command, file, ...rest] = positionals;
  if (rest.length > 0 || (command !== undefined && command !== 'verify'))
    throw new UsageError(`Unknown command "${positionals.join(' ')}".`);
  loadEnvFile();
  const settings = parseSettings(process.env);
  const keys = requireBackupKeys(settings);
  if (command === 'verify') {
    if (file === undefined) throw new UsageError('A file is missing: verify FILE.');
    const { header, counts } = await verifyBackup(createReadStream(file), keys);
    process.stdout.write(`${file} is complete: ${describeRows(counts)}, as of ${header.takenAt}.\n`);
    return 0;
  }
  const { out } = values;
  if (out === undefined && process.stdout.isTTY)
    throw new UsageError('A backup is not printed to a terminal. Use --out FILE.');
  const [key = ''] = keys;
  const write = (database: Database) => (stream: Writable) =>
    writeBackupFile(stream, key, (sink) => writeSnapshot(database, printProgress(sink)));
  const counts = await withSource(settings, async (database) =>
    out === undefined ? write(database)(process.stdout) : writePrivateFile(path.resolve(out), write(database)),
  );
  process.stderr.write(`Backed up ${describeRows(counts)}${out === undefined ? '' : ` to ${out}`}.\n`);
  return 0;
}

function requireBackupKeys({ backupKeys }: Settings): readonly string[] {
  if (backupKeys) return backupKeys;
  throw new CliError(
    'BACKUP_KEY is not set. Generate one, and keep it where a lost server does not lose it:\n' +
      `  node -p "crypto.randomBytes(32).toString('base64')"`,
  );
}

const copySchema = z.object({ folder: z.string() });

/** The database as it is: a backup before an update must not apply the update's migrations. */
async function withSource<T>(settings: Settings, work: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl } = settings;
  const folder = path.resolve(settings.dataFolder);
  const workAndRecord = async (database: Database) => {
    const result = await work(database);
    await recordIfPossible(() => recordBackup(database.db, new Date()));
    return result;
  };
  if (databaseUrl !== undefined) {
    return withDatabase(openDatabase({ url: databaseUrl, migrations: null }), workAndRecord);
  }
  // Only one process can open the embedded database, so a running app makes a copy of its files.
  const copied = await callRunningApp(folder, 'backup.copy', {});
  if (copied === undefined) return withDatabase(openDatabase({ folder, migrations: null }), workAndRecord);
  const copy = copySchema.parse(copied.result).folder;
  try {
    const result = await withDatabase(openDatabase({ folder: copy, migrations: null }), work);
    await recordIfPossible(() => callRunningApp(folder, 'backup.taken', {}));
    return result;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** The backup is complete, even if its account may not write or the running app is an older version. */
async function recordIfPossible(record: () => Promise<unknown>): Promise<void> {
  try {
    await record();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Settings > Connection does not show this backup: ${reason}\n`);
  }
}

await runMain(main, help);
