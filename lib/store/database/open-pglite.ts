import { Mutex, PGlite, types as baseTypes, type QueryOptions, type Results } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { noteDatabaseOutage } from '../../core/database-outage';
import type { Database } from './database';
import { migrate } from './migrate';
import type { Migration } from './read-migrations';
import { createNestingGuard } from './nesting-guard';
import { createStatementObserver, type OnStatement } from './observe-statements';
import { openPgliteThread, type PgliteThread } from './open-pglite-thread';
import { createPgliteStatements, type PgliteStatements, type PgliteTypes } from './pglite-statements';

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
  const listeners = new Map<string, Set<(payload: string) => void>>();
  const thread = await openPgliteThread(
    {
      startParams: [...PGlite.defaultStartParams, ...serverSettings.flatMap((setting) => ['-c', setting])],
      ...(options.folder === undefined ? {} : { dataDir: options.folder }),
      ...(options.template === undefined ? {} : { loadDataDir: options.template }),
    },
    (channel, payload) => listeners.get(channel)?.forEach((listener) => listener(payload)),
  );
  try {
    const types = { serializers: { ...baseTypes.serializers }, parsers: { ...baseTypes.parsers, ...ownParsers } };
    const statements = createPgliteStatements(thread, types);
    await addArrayTypes(statements, types);
    if (options.migrations !== null) await migrate(migrationClient(statements), options.migrations);
    return toDatabase(thread, statements, listeners, options.onStatement);
  } catch (error) {
    await thread.close();
    throw error;
  }
}

/** PGlite's own reads the bytes one by one. */
const ownParsers = { [baseTypes.BYTEA]: (hex: string) => new Uint8Array(Buffer.from(hex.slice(2), 'hex')) };

async function addArrayTypes(statements: PgliteStatements, { serializers, parsers }: PgliteTypes): Promise<void> {
  const { rows } = await statements.run<{ element: number; list: number }>(
    new Mutex(),
    'select oid as element, typarray as list from pg_type where typarray <> 0',
  );
  for (const { element, list } of rows) {
    serializers[list] = (value) => baseTypes.arraySerializer(value, serializers[element], list);
    parsers[list] = (text) => baseTypes.arrayParser(text, parsers[element] ?? String, list);
  }
}

function migrationClient(statements: PgliteStatements): Parameters<typeof migrate>[0] {
  const lock = new Mutex();
  return {
    run: (sql) => statements.control(sql),
    rows: async (sql, values) => (await statements.run<Record<string, unknown>>(lock, sql, values)).rows,
  };
}

function toDatabase(
  thread: PgliteThread,
  statements: PgliteStatements,
  listeners: Map<string, Set<(payload: string) => void>>,
  onStatement: OnStatement | undefined,
): Database {
  const guard = createNestingGuard();
  const transactions = new Mutex();
  const observe = createStatementObserver('pglite', onStatement);
  const control = (text: string) => transactions.runExclusive(() => statements.control(text));
  const db = drizzle({
    client: toClient({
      query: async (text, values, queryOptions) => {
        // Transactions use their own handle, so this sees only queries on the root handle.
        guard.assertOutside();
        return observe(text, () => statements.run(transactions, text, values, queryOptions));
      },
      transaction: (work) => transactions.runExclusive(() => runTransaction(statements, observe, work)),
    }),
  });
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
      const listener = (payload: string) => guard.outside(() => onPayload(payload));
      const ofChannel = listeners.get(channel) ?? new Set();
      listeners.set(channel, ofChannel.add(listener));
      await control(`listen "${channel}"`);
      return async () => {
        ofChannel.delete(listener);
        // Closing the database stops all listeners.
        if (ofChannel.size === 0 && closing === undefined) await control(`unlisten "${channel}"`);
      };
    },
    close: () => (closing ??= transactions.runExclusive(() => thread.close())),
  };
}

async function runTransaction<T>(
  statements: PgliteStatements,
  observe: ReturnType<typeof createStatementObserver>,
  work: (tx: PGlite) => Promise<T>,
): Promise<T> {
  await statements.control('begin');
  const lock = new Mutex();
  let isOpen = true;
  const end = (text: string) => {
    isOpen = false;
    return lock.runExclusive(() => statements.control(text));
  };
  const query: Client['query'] = async (text, values, options) => {
    if (!isOpen) throw new Error('the transaction has ended');
    return observe(text, () => statements.run(lock, text, values, options));
  };
  try {
    const result = await work(toClient({ query }));
    await end('commit');
    return result;
  } catch (error) {
    // A failed commit has rolled back.
    if (isOpen) await end('rollback');
    throw error;
  }
}

/** What drizzle uses of PGlite. */
interface Client {
  query(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<Results>;
  transaction?<T>(work: (tx: PGlite) => Promise<T>): Promise<T>;
}

const toClient = (client: Client): PGlite => Object.assign(Object.create(PGlite.prototype) as PGlite, client);
