import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseSettings } from '../lib/core/settings';
import { FolderInUseError } from '../lib/store/data-folder/lock-folder';
import { openDatabase } from '../lib/store/database/open-database';
import { readMigrations } from '../lib/store/database/read-migrations';
import { loadEnvFile, runMain } from './run-main';

const help = `Updates the database for this version of Landfall. The app does the same when it starts. Run this first to shorten the
start, or to check that it works.

  npm run migrate        the PostgreSQL of DATABASE_URL, else the folder of LANDFALL_DATA

With DATABASE_OWNER_URL, that role owns and migrates the tables, and the role of DATABASE_URL receives the rights of the
app. If you set it here only, the running app never has it.
`;

async function main(): Promise<number> {
  parseArgs();
  loadEnvFile();
  const settings = parseSettings(process.env);
  const migrationCount = (await readMigrations()).length;
  const { databaseUrl } = settings;
  const folder = path.resolve(settings.dataFolder);
  const where = databaseUrl === undefined ? `in ${folder}` : `at ${describeDatabase(databaseUrl)}`;
  try {
    const database = await openDatabase(
      databaseUrl === undefined ? { folder } : { url: databaseUrl, ownerUrl: settings.databaseOwnerUrl },
    );
    await database.close();
    process.stdout.write(`The database ${where} is up to date: ${migrationCount} migrations.\n`);
  } catch (error) {
    // The running app has already migrated the folder to its own version.
    if (!(error instanceof FolderInUseError) || error.state !== 'alive') throw error;
    process.stdout.write(
      `The database ${where} is open in a running Landfall, which updated it when it started. ` +
        'After an update, restart it to apply new migrations.\n',
    );
  }
  return 0;
}

/** Host and database name only, without credentials. */
function describeDatabase(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

await runMain(main, help);
