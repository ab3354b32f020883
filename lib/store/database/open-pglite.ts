import { setImmediate as nextTurn } from 'node:timers/promises';
import { PGlite, types } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { noteDatabaseOutage } from '../../core/database-outage';
import type { Database } from './database';
import { migrate } from './migrate';
import type { Migration } from './read-migrations';
import { createNestingGuard, type NestingGuard } from './nesting-guard';
import { createStatementObserver, type OnStatement } from './observe-statements';
import { createPgliteStatements, type PgliteStatements } from './pglite-statements';

export interface PgliteOptions {
  /** Null: the schema stays as it is. */
  migrations: readonly Migration[] | null;
  /** In memory when not given. The caller must hold the lock of the folder. */
  folder?: string;
  /** An empty migrated database to start from: five times faster than creating one. */
  template?: Blob | undefined;
  onStatement?: OnStatement | undefined;
}

/** @internal Exported for the benchmark. */
export const serverSettings = [
  // All of it is in memory from the start, 128 MB by default. The operating system caches the files as well.
  'shared_buffers=16MB',
  // Old log files would otherwise be kept for reuse: up to 80 MB.
  'wal_recycle=off',
  // Statistics of a table are made from 3,000 rows instead of 30,000, because requests wait meanwhile.
  'default_statistics_target=10',
];

/** PGlite has one connection and no lock of its own: open it once, in one process. */
export async function openPglite(options: PgliteOptions): Promise<Database> {
  const pglite = await PGlite.create({
    // PGlite's own reads the bytes one by one.
    parsers: { [types.BYTEA]: (hex: string) => new Uint8Array(Buffer.from(hex.slice(2), 'hex')) },
    startParams: [...PGlite.defaultStartParams, ...serverSettings.flatMap((setting) => ['-c', setting])],
    ...(options.folder === undefined ? {} : { dataDir: options.folder }),
    ...(options.template === undefined ? {} : { loadDataDir: options.template }),
  });
  try {
    if (options.migrations !== null) await migratePglite(pglite, options.migrations);
  } catch (error) {
    await pglite.close();
    throw error;
  }
  return toDatabase(pglite, options.onStatement);
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

function toDatabase(pglite: PGlite, onStatement: OnStatement | undefined): Database {
  const guard = createNestingGuard();
  const db = drizzle({ client: createClient(pglite, guard, createStatementObserver('pglite', onStatement)) });
  let closing: Promise<void> | undefined;
  return {
    engine: 'pglite',
    db,
    transaction: (work) =>
      guard
        .inside(() => db.transaction(work))
        .catch((error: unknown) => {
          noteDatabaseOutage(error);
          throw error;
        }),
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

/** What drizzle uses of PGlite, with statements that are cheaper than PGlite's own. */
function createClient(
  pglite: PGlite,
  guard: NestingGuard,
  observe: ReturnType<typeof createStatementObserver>,
): PGlite {
  const statements = createPgliteStatements(pglite);
  // PGlite's own locks, which its `listen` and `close` take as well.
  const alone = <T>(work: () => Promise<T>) =>
    pglite._runExclusiveQuery(async () => {
      await pglite._checkReady();
      // PGlite waits for nothing, so that no request would arrive or be answered during a series of statements.
      await nextTurn();
      return work();
    });
  const control = (text: string) => alone(() => statements.control(text));

  const transaction = <T>(work: (tx: PGlite) => Promise<T>) =>
    pglite._runExclusiveTransaction(async () => {
      await control('begin');
      let isOpen = true;
      const end = (text: string) => {
        isOpen = false;
        return control(text);
      };
      const tx = withMethods(pglite, {
        query: async (...args: Parameters<PgliteStatements['run']>) => {
          if (!isOpen) throw new Error('the transaction has ended');
          return observe(args[0], () => alone(() => statements.run(...args)));
        },
      });
      try {
        const result = await work(tx);
        await end('commit');
        return result;
      } catch (error) {
        // A failed commit has rolled back.
        if (isOpen) await end('rollback');
        throw error;
      }
    });
  return withMethods(pglite, {
    transaction,
    query: async (...args: Parameters<PgliteStatements['run']>) => {
      // Transactions use their own handle, so this sees only queries on the root handle.
      guard.assertOutside();
      return observe(args[0], () => pglite._runExclusiveTransaction(() => alone(() => statements.run(...args))));
    },
  });
}

function withMethods(pglite: PGlite, methods: Readonly<Record<string, unknown>>): PGlite {
  return Object.assign(Object.create(pglite) as PGlite, methods);
}
