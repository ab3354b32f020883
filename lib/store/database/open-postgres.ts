import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { systemClock, type Clock } from '../../core/clock';
import { LandfallError } from '../../core/errors';
import { silentLog, type Log } from '../../core/log';
import { createPostgresListener } from './create-postgres-listener';
import type { Database } from './database';
import { migrate, MigrationError } from './migrate';
import type { Migration } from './read-migrations';
import { createNestingGuard } from './nesting-guard';

export interface PostgresOptions {
  url: string;
  migrations: readonly Migration[];
  log?: Log;
  clock?: Clock;
}

/** Any number that no other application on the same database uses for its own advisory locks. */
const migrationLock = 5_263_253_255n;
const minServerVersion = 14;

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, log = silentLog, clock = systemClock } = options;
  await migratePostgres(url, options.migrations);

  const guard = createNestingGuard();
  const pool = new pg.Pool({
    connectionString: url,
    // Listening takes one more.
    max: 10,
    application_name: 'landfall',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // Not as parameters of the connection, which poolers in front of PostgreSQL refuse. A process that stalls inside
    // a transaction must not keep its row locks for ever.
    onConnect: (client) =>
      client.query(`set statement_timeout = '60s'; set idle_in_transaction_session_timeout = '30s'`),
  });
  // An idle connection that breaks is replaced at the next use; unheard, the event would end the process.
  pool.on('error', (err) => log.warn({ err }, 'an idle connection to PostgreSQL broke'));
  // Transactions take a client of their own out of the pool, so what comes by here is the root handle's.
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
    transaction: async (work) => {
      guard.assertOutside();
      return guard.inside(() => db.transaction((tx) => work(tx)));
    },
    listen: listener.listen,
    close: () => {
      closing ??= listener.close().then(() => pool.end());
      return closing;
    },
  };
}

function guardQueries(pool: pg.Pool, refuse: () => void): pg.Pool {
  return new Proxy(pool, {
    get: (target, property) => {
      if (property === 'query') refuse();
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** On a connection of its own that holds an advisory lock: of instances that start together one migrates, all wait. */
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
    // Ending the session gives the lock back, whatever happened.
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

/** One sentence that names the place and never the credentials in the address. */
function unreachableError(url: string, cause: unknown): LandfallError {
  const { hostname, port, pathname } = new URL(url);
  const place = `PostgreSQL at ${hostname || 'localhost'}:${port || '5432'}${pathname}`;
  const why =
    cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : 'no reason';
  return new LandfallError('database_unavailable', { logMessage: `${place} cannot be used: ${why}.`, cause });
}
