import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeRows } from '../lib/backup/describe-rows';
import { checkRestoreFinished } from '../lib/backup/finish-restore';
import { loadSnapshot } from '../lib/backup/load-snapshot';
import { createCipher } from '../lib/core/cipher';
import { systemClock } from '../lib/core/clock';
import { loadOrCreateKeys } from '../lib/core/keys';
import { silentLog } from '../lib/core/log';
import { parseSettings } from '../lib/core/settings';
import { writeSnapshot } from '../lib/store/backup/write-snapshot';
import { openDatabase, withDatabase } from '../lib/store/database/open-database';
import { describeFinished } from './steps/describe-finished';
import { loadEnvFile, runMain, UsageError } from './run-main';
import { CliError } from './steps/cli-error.mjs';
import { printProgress } from './steps/print-progress';

const help = `Moves an embedded installation to PostgreSQL. Stop the app first. The folder stays as it is; demo data is refused.

  npm run move -- --from FOLDER     the data folder, such as .data or, if you went live in the demo, .data/live

Set DATABASE_URL to an empty database, with an owner role DATABASE_OWNER_URL as well, and LANDFALL_KEY and
NEXTAUTH_SECRET to "landfallKey" and "nextAuthSecret" of FOLDER/keys.json unless they were set before. Append "olderKeys"
to LANDFALL_KEY, comma separated.
`;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  if (values.from === undefined) throw new UsageError('A folder is missing. Use --from FOLDER.');
  loadEnvFile();
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, landfallKeys } = parseSettings(process.env);
  if (url === undefined || landfallKeys === undefined) throw new CliError('DATABASE_URL is not set.');
  const folder = path.resolve(values.from);
  checkKeysOfFolder(folder, landfallKeys);
  const finished = await withDatabase(openDatabase({ folder, migrations: null }), async (source) => {
    // A move holds nothing back, so what the restore has yet to hold would be sent.
    await checkRestoreFinished(source.db);
    return loadSnapshot({
      kind: 'move',
      target: { url, ownerUrl },
      cipher: createCipher(landfallKeys),
      clock: systemClock,
      log: silentLog,
      read: (sink) => writeSnapshot(source, printProgress(sink)),
    });
  });
  process.stdout.write(
    `${finished.counts ? `Moved ${describeRows(finished.counts)}.\n` : ''}${describeFinished(finished)}` +
      'Start Landfall with the same settings. Everyone signs in again. Keep or remove the folder, but do not start ' +
      'Landfall with it again: both would send decisions.\n',
  );
  return finished.audit.ok ? 0 : 1;
}

/** Without the older keys, values from before a rotation could not be read. */
function checkKeysOfFolder(folder: string, landfallKeys: readonly string[]): void {
  const file = path.join(folder, 'keys.json');
  if (!existsSync(file)) return;
  const { landfallKey, olderKeys } = loadOrCreateKeys(folder);
  const given = [landfallKey, ...olderKeys].filter((key) => landfallKeys.includes(key));
  // None of them: LANDFALL_KEY was set before, and the file has a key that was never used.
  if (given.length === 0 || given.length === 1 + olderKeys.length) return;
  throw new CliError(
    `LANDFALL_KEY has only some of the keys in ${file}. Set it to "landfallKey" and all of "olderKeys", comma separated.`,
  );
}

await runMain(main, help);
