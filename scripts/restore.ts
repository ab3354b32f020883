import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readBackupFile } from '../lib/backup/backup-file';
import { describeRows } from '../lib/backup/describe-rows';
import { finishRestore } from '../lib/backup/finish-restore';
import { loadSnapshot, type Target } from '../lib/backup/load-snapshot';
import { erasureReceiptSchema } from '../lib/contract/data-protection';
import { createCipher } from '../lib/core/cipher';
import { systemClock } from '../lib/core/clock';
import { loadOrCreateKeys } from '../lib/core/keys';
import { silentLog } from '../lib/core/log';
import { parseJson } from '../lib/core/parse-json';
import { parseSettings, type Settings } from '../lib/core/settings';
import { openDatabase } from '../lib/store/database/open-database';
import { describeFinished } from './steps/describe-finished';
import { loadEnvFile, runMain, UsageError } from './run-main';
import { CliError } from './steps/cli-error.mjs';
import { printProgress } from './steps/print-progress';
import { withCommands } from './with-commands';

const help = `Restores a backup of \`npm run backup\` into an empty database: PostgreSQL (DATABASE_URL) or a new data folder
(LANDFALL_DATA). Everyone is signed out, and what was about to be sent is not sent: it may have been sent after the
backup was taken. Stop the app first.

  npm run restore -- FILE                    needs BACKUP_KEY and LANDFALL_KEY as they were
  npm run restore -- recovered --to TIME     the same precautions for a database that you restored by other means, such
                                             as point-in-time recovery to TIME (2026-11-17T02:00:00Z)
  npm run restore -- erased RECEIPT...       lists customers that the backup brought back, from the receipts of erasures
                                             after it (Settings > Data and retention); erase them again
  npm run restore -- release                 allows decisions again, after you compared those made since the backup with
                                             the migration service

With an owner role, set DATABASE_OWNER_URL. If it is stopped, run it again: it continues. docs/operations.md has more.
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
  const [command, ...rest] = positionals;
  if (command === 'erased' && rest.length > 0) return listReturned(rest);
  if (command === undefined) throw new UsageError('A file is missing.');
  if (rest.length > 0) throw new UsageError(`Unknown command "${positionals.join(' ')}".`);
  if (command === 'release') return release();
  loadEnvFile();
  const settings = parseSettings(process.env);
  const deps = { cipher: createCipher(readLandfallKeys(settings)), clock: systemClock, log: silentLog };
  if (command === 'recovered') {
    const to = new Date(values.to ?? '');
    if (Number.isNaN(to.getTime()))
      throw new UsageError('The time of the recovered database is missing. Use --to 2026-11-17T02:00:00Z.');
    const database = await openDatabase(targetOf(settings));
    const unfinished = { kind: 'restore', takenAt: to.toISOString(), auditHead: null } as const;
    const finished = await finishRestore({ ...deps, database }, unfinished).finally(() => database.close());
    process.stdout.write(describeFinished(finished));
    return finished.audit.ok ? 0 : 1;
  }
  const { backupKeys } = settings;
  if (!backupKeys) throw new CliError('BACKUP_KEY is not set. It is the key that the backup was made with.');
  if (!existsSync(command)) throw new CliError(`${command} does not exist.`);
  const finished = await loadSnapshot({
    ...deps,
    kind: 'restore',
    target: targetOf(settings),
    read: (sink) => readBackupFile(createReadStream(command), backupKeys, printProgress(sink)),
  });
  if (finished.counts) process.stdout.write(`Restored ${describeRows(finished.counts)}.\n`);
  process.stdout.write(describeFinished(finished));
  return finished.audit.ok ? 0 : 1;
}

/** The running app accepts calls of up to 1 MB. */
const receiptsPerCall = 500;
const returnedSchema = z.object({ usernames: z.array(z.string()), canRecognise: z.boolean() });

async function listReturned(files: readonly string[]): Promise<number> {
  const receipts = await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file, 'utf8').catch(() => '');
      const receipt = erasureReceiptSchema.safeParse(parseJson(content)).data;
      if (!receipt) throw new CliError(`${file} is not the receipt of an erasure.`);
      return receipt;
    }),
  );
  return withCommands(async (call) => {
    const found: z.infer<typeof returnedSchema>[] = [];
    for (let at = 0; at < receipts.length; at += receiptsPerCall) {
      const batch = receipts.slice(at, at + receiptsPerCall);
      found.push(returnedSchema.parse(await call('restore.returned', { receipts: batch })));
    }
    const usernames = [...new Set(found.flatMap((each) => each.usernames))];
    const canRecognise = found.every((each) => each.canRecognise);
    process.stdout.write(
      [
        ...(usernames.length > 0 ? ['Erase again in Settings > Data and retention:', ...usernames] : []),
        ...(!canRecognise
          ? [
              'The backup is from before the first erasure, so it does not show whom all of these receipts are about. Check each request by hand.',
            ]
          : usernames.length === 0
            ? ['None of these customers is in the database.']
            : []),
        '',
      ].join('\n'),
    );
    return canRecognise && usernames.length === 0 ? 0 : 1;
  });
}

function release(): Promise<number> {
  return withCommands(async (call) => {
    const released = await call('restore.release', {});
    process.stdout.write(released === true ? 'Decisions are no longer paused.\n' : 'Decisions were not paused.\n');
    return 0;
  });
}

function targetOf({ databaseUrl, databaseOwnerUrl, dataFolder }: Settings): Target {
  return databaseUrl === undefined
    ? { folder: path.resolve(dataFolder) }
    : { url: databaseUrl, ownerUrl: databaseOwnerUrl };
}

/** Never creates keys: data that was encrypted with others would be unreadable. */
function readLandfallKeys({ landfallKeys, dataFolder }: Settings): readonly string[] {
  if (landfallKeys) return landfallKeys;
  const folder = path.resolve(dataFolder);
  if (!existsSync(path.join(folder, 'keys.json'))) {
    throw new CliError(`LANDFALL_KEY is not set, and ${folder} has no keys.json. Copy it from the old data folder.`);
  }
  const { landfallKey, olderKeys } = loadOrCreateKeys(folder);
  return [landfallKey, ...olderKeys];
}

await runMain(main, help);
