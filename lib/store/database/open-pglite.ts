import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database } from './database';
import { migrate } from './migrate';
import type { Migration } from './read-migrations';
import { createNestingGuard } from './nesting-guard';

export interface PgliteOptions {
  migrations: readonly Migration[];
  /** In memory when not given. The caller must hold the lock of the folder. */
  folder?: string;
  /** An empty migrated database to start from: five times faster than creating one. */
  template?: Blob | undefined;
}

/** PGlite has one connection and no lock of its own: open it once, in one process. */
export async function openPglite(options: PgliteOptions): Promise<Database> {
  const pglite = await PGlite.create({
    ...(options.folder === undefined ? {} : { dataDir: options.folder }),
    ...(options.template === undefined ? {} : { loadDataDir: options.template }),
  });
  try {
    // Old log files would otherwise be kept for reuse: up to 80 MB.
    await pglite.exec('set wal_recycle = off');
    await migratePglite(pglite, options.migrations);
  } catch (error) {
    await pglite.close();
    throw error;
  }
  return toDatabase(pglite);
}

export async function migratePglite(pglite: PGlite, migrations: readonly Migration[]): Promise<void> {
  await migrate(
    {
      run: (sql) => pglite.exec(sql),
      rows: async (sql, values) => (await pglite.query<Record<string, unknown>>(sql, values ? [...values] : [])).rows,
    },
    migrations,
  );
}

function toDatabase(pglite: PGlite): Database {
  const guard = createNestingGuard();
  const query = pglite.query.bind(pglite);
  // Transactions use their own handle, so this sees only queries on the root handle.
  pglite.query = async (...args) => {
    guard.assertOutside();
    return query(...args);
  };
  const db = drizzle({ client: pglite });
  let closing: Promise<void> | undefined;
  return {
    engine: 'pglite',
    db,
    transaction: (work) => guard.inside(() => db.transaction(work)),
    listen: async (channel, onPayload) => {
      const stop = await pglite.listen(channel, (payload) => guard.outside(() => onPayload(payload)));
      return async () => {
        // Closing the database has already stopped all listeners.
        if (!pglite.closed) await stop();
      };
    },
    close: () => (closing ??= pglite.close()),
  };
}
