import { LandfallError } from '../core/errors';
import type { Cipher } from '../core/cipher';
import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import { analyzeTables, createLoader, findFilledTable } from '../store/backup/create-loader';
import { readMigrationHashes } from '../store/backup/read-catalog';
import type { RowCounts, SnapshotHeader, SnapshotSink } from '../store/backup/snapshot';
import type { Database, Db } from '../store/database/database';
import { isPermissionDenied } from '../store/database/migrate-postgres';
import { openDatabase, type OpenOptions, withDatabase } from '../store/database/open-database';
import { readMigrations, type Migration } from '../store/database/read-migrations';
import { finishRestore, readUnfinished, type Finished, type Unfinished } from './finish-restore';

/** Where to: an empty folder, or an empty PostgreSQL database. */
export type Target = { folder: string } | { url: string; ownerUrl: string | undefined };

export interface LoadOptions {
  kind: Unfinished['kind'];
  target: Target;
  cipher: Cipher;
  clock: Clock;
  log: Log;
  /** Reads a snapshot into the sink. Called with a sink that stops after the header, then with a sink that loads. */
  read(sink: SnapshotSink): Promise<unknown>;
}

/**
 * Creates the schema of the snapshot's version, loads the rows in one transaction, then migrates and finishes. If it is
 * stopped before the rows are committed, the database is still empty; after that, the same command continues, and counts
 * no rows.
 */
export async function loadSnapshot(options: LoadOptions): Promise<Finished & { counts: RowCounts | null }> {
  const { target } = options;
  const header = await readHeader(options);
  checkPurpose(options, header);
  checkKeys(options, header);
  const migrations = await findMigrations(header);
  // As the owner: triggers cannot be switched off by the role of the app.
  const owner = 'url' in target ? { url: target.ownerUrl ?? target.url } : target;
  const counts = (await isLoaded(options, owner, header, migrations))
    ? null
    : await withDatabase(open(options, owner, migrations), (empty) => loadRows(options, empty, header));
  return withDatabase(open(options, target), async (database) => {
    const unfinished = await readUnfinished(database.db);
    if (!unfinished) throw new Error('the restored rows are not there');
    return { ...(await finishRestore({ ...options, database }, unfinished)), counts };
  });
}

/** True if an earlier run has committed the rows of this snapshot. Rejects unless the database is empty otherwise. */
async function isLoaded(
  options: LoadOptions,
  owner: Target | { url: string },
  header: SnapshotHeader,
  migrations: readonly Migration[],
): Promise<boolean> {
  const examine = async (database: Database) => {
    const unfinished = await findUnfinished(database);
    if (!unfinished) await checkEmpty(database, migrations);
    else if (!isSame(unfinished, { ...header, kind: options.kind })) {
      throw new LandfallError(
        'conflict',
        `This database was not restored completely, from a backup of ${unfinished.takenAt}. Continue with that one.`,
      );
    }
    return unfinished !== undefined;
  };
  return withDatabase(open(options, owner, null), examine).catch((error: unknown) => {
    if (error instanceof LandfallError && error.code === 'not_found') return false;
    throw error;
  });
}

/** A source that is moved is read again at another time, but nothing has changed in it. */
function isSame(unfinished: Unfinished, { kind, takenAt, auditHead }: Unfinished): boolean {
  if (unfinished.kind !== kind) return false;
  return kind === 'move' ? unfinished.auditHead?.hash === auditHead?.hash : unfinished.takenAt === takenAt;
}

async function loadRows(
  { kind, clock, read }: LoadOptions,
  database: Database,
  { takenAt, auditHead }: SnapshotHeader,
): Promise<RowCounts> {
  let counts: RowCounts = {};
  const load = async (tx: Db) => {
    const value: Unfinished = { kind, takenAt, auditHead };
    const loader = createLoader(tx, { value, at: clock.now() });
    await read({
      ...loader,
      end: async (rows) => {
        counts = rows;
        await loader.end(rows);
      },
    });
  };
  await database.transaction(load, { untimed: true }).catch((error: unknown) => {
    if (!isPermissionDenied(error)) throw error;
    const userMessage = 'The role of DATABASE_URL does not own the tables. Set DATABASE_OWNER_URL for this command.';
    throw new LandfallError('forbidden', { userMessage, cause: error });
  });
  await analyzeTables(database.db);
  return counts;
}

class HeaderRead extends Error {}

async function readHeader({ read }: LoadOptions): Promise<SnapshotHeader> {
  let header: SnapshotHeader | undefined;
  const stop = async () => {
    throw new HeaderRead();
  };
  await read({
    begin: async (given) => {
      header = given;
      await stop();
    },
    rows: stop,
    end: stop,
  }).catch((error: unknown) => {
    if (!(error instanceof HeaderRead)) throw error;
  });
  if (!header) throw new Error('a snapshot begins with a header');
  return header;
}

/** The migrations of the snapshot's version. */
async function findMigrations({ migrations }: SnapshotHeader): Promise<Migration[]> {
  const known = await readMigrations();
  if (migrations.length > known.length) {
    throw new LandfallError(
      'conflict',
      `The backup is newer than this version of Landfall: it has ${migrations.length} migrations, this version has ` +
        `${known.length}. Use the newer version.`,
    );
  }
  const differing = known.find(({ hash }, index) => index < migrations.length && hash !== migrations[index]);
  if (differing) {
    throw new LandfallError(
      'conflict',
      `The backup was made by another version of Landfall: its migration ${differing.name} is not the one known here.`,
    );
  }
  return known.slice(0, migrations.length);
}

/** Made-up imports and accounts must not meet real ones. A restored database keeps its purpose, which the app checks. */
function checkPurpose({ kind }: LoadOptions, { purpose }: SnapshotHeader): void {
  if (kind !== 'move' || purpose === 'live') return;
  throw new LandfallError(
    'conflict',
    purpose === null
      ? 'It is not known whether this folder holds demo data. Start this version of Landfall with it once, then stop it.'
      : 'This folder holds demo data, which is not moved. PostgreSQL starts empty.',
  );
}

function checkKeys({ cipher }: LoadOptions, { auditHead }: SnapshotHeader): void {
  if (auditHead === null || cipher.keyIds.includes(auditHead.keyId)) return;
  throw new LandfallError(
    'conflict',
    'Values in the backup are encrypted with a key that is not in LANDFALL_KEY. Set LANDFALL_KEY as it was, or copy ' +
      'keys.json from the old data folder into the new one.',
  );
}

async function findUnfinished({ db }: Database): Promise<Unfinished | undefined> {
  return (await readMigrationHashes(db)).length === 0 ? undefined : readUnfinished(db);
}

async function checkEmpty({ db }: Database, migrations: readonly Migration[]): Promise<void> {
  const filled = await findFilledTable(db);
  if (filled !== undefined) {
    throw new LandfallError(
      'conflict',
      `The database is not empty: ${filled} has rows. Nothing was changed. Create a new database, or set LANDFALL_DATA to a ` +
        'new folder, and restore into that.',
    );
  }
  if ((await readMigrationHashes(db)).length > migrations.length) {
    throw new LandfallError(
      'conflict',
      'The database is empty but has a newer schema than the backup. Create a new database and restore into that.',
    );
  }
}

async function open(options: LoadOptions, target: Target | { url: string }, migrations?: OpenOptions['migrations']) {
  const { clock, log } = options;
  return openDatabase({ ...target, clock, log, ...(migrations === undefined ? {} : { migrations }) });
}
