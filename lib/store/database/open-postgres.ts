import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { systemClock, type Clock } from '../../core/clock';
import { isDatabaseOutage } from '../../core/database-outage';
import { LandfallError } from '../../core/errors';
import { silentLog, type Log } from '../../core/log';
import { createPostgresListener } from './create-postgres-listener';
import type { Database, Db } from './database';
import { migrate, MigrationError } from './migrate';
import type { Migration } from './read-migrations';
import { createNestingGuard } from './nesting-guard';

export interface PostgresOptions {
  url: string;
  migrations: readonly Migration[];
  log?: Log;
  clock?: Clock;
}

/** Any number that no other application uses for advisory locks on this database. */
const migrationLock = 5_263_253_255n;
const minServerVersion = 14;

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, log = silentLog, clock = systemClock } = options;
  await migratePostgres(url, options.migrations);

  const guard = createNestingGuard();
  const pool = new pg.Pool({
    connectionString: url,
    // The listener uses one more.
    max: 10,
    application_name: 'landfall',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // Set here because poolers refuse connection parameters. A process that stalls inside a transaction must not hold
    // its row locks forever.
    onConnect: (client) =>
      client.query(`set statement_timeout = '60s'; set idle_in_transaction_session_timeout = '30s'`),
  });
  // The pool replaces broken connections. Without handlers the events would end the process: the pool has one for idle
  // connections only, and a transaction that waits for something else has no query to report the error to.
  pool.on('error', (err) => log.warn({ err }, 'lost an idle PostgreSQL connection'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  // Transactions use their own client, so this sees only queries on the root handle.
  const db = drizzle({ client: guardQueries(pool, guard.assertOutside) });
  const listener = createPostgresListener({
    createClient: () =>
      new pg.Client({
        connectionString: url,
        application_name: 'landfall listen',
        connectionTimeoutMillis: 5_000,
        query_timeout: 10_000,
        keepAlive: true,
      }),
    clock,
    log,
  });
  let closing: Promise<void> | undefined;
  return {
    engine: 'postgres',
    db,
    transaction: (work) => guard.inside(() => runTransaction(pool, work)),
    listen: listener.listen,
    close: () => (closing ??= listener.close().then(() => pool.end())),
  };
}

/** Not by drizzle alone: it never returns a connection on which `begin` failed, so an outage would use up the pool. */
async function runTransaction<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await drizzle({ client }).transaction(work);
  } catch (error) {
    isBroken = isDatabaseOutage(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

function guardQueries(pool: pg.Pool, assertAllowed: () => void): pg.Pool {
  return new Proxy(pool, {
    get: (target, property) => {
      if (property === 'query') assertAllowed();
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Holds an advisory lock, so that of several instances that start together one migrates and the others wait. */
async function migratePostgres(url: string, migrations: readonly Migration[]): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'landfall migrate',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    throw unreachableError(url, cause);
  }
  try {
    await assertServerVersion(client);
    await client.query(`set lock_timeout = '120s'`);
    await client.query('select pg_advisory_lock($1)', [migrationLock.toString()]).catch((cause: unknown) => {
      throw new MigrationError(
        'Another instance has been migrating the database for two minutes; look at it, or start again.',
        { cause },
      );
    });
    await client.query('set lock_timeout = default');
    await migrate(
      {
        run: (sql) => client.query(sql),
        rows: async (sql, values) => (await client.query<Record<string, unknown>>(sql, values ? [...values] : [])).rows,
      },
      migrations,
    );
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

async function assertServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < minServerVersion) {
    throw new MigrationError(`PostgreSQL ${minServerVersion} or newer is needed; the server is version ${version}.`);
  }
}

/** Names the server but never the credentials in the URL. */
function unreachableError(url: string, cause: unknown): LandfallError {
  const { hostname, port, pathname } = new URL(url);
  const server = `PostgreSQL at ${hostname || 'localhost'}:${port || '5432'}${pathname}`;
  const reason =
    cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : 'no reason';
  return new LandfallError('database_unavailable', { logMessage: `${server} cannot be used: ${reason}.`, cause });
}
