import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { systemClock, type Clock } from '../../core/clock';
import { noteDatabaseOutage } from '../../core/database-outage';
import { silentLog, type Log } from '../../core/log';
import { createPostgresListener } from './create-postgres-listener';
import type { Database, Db } from './database';
import { isOutdatedStatement } from './may-keep-plan';
import { migratePostgres, type MigratePostgresOptions } from './migrate-postgres';
import { createNamedStatements } from './name-statements';
import { createNestingGuard } from './nesting-guard';
import { createStatementObserver, type OnStatement } from './observe-statements';
import { sqlStateOf } from './sql-state';

interface PostgresOptions extends MigratePostgresOptions {
  /** Also how long a query waits for a free connection. */
  connectTimeoutMs?: number;
  /** For a server that fell silent. Longer than the limit that the server has itself. */
  queryTimeoutMs?: number;
  log?: Log;
  clock?: Clock;
  onStatement?: OnStatement | undefined;
}

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, log = silentLog, clock = systemClock, connectTimeoutMs = 5_000, queryTimeoutMs = 65_000 } = options;
  await migratePostgres(options);

  const guard = createNestingGuard();
  const pool = new pg.Pool({
    connectionString: url,
    // The listener uses one more.
    max: 10,
    application_name: 'landfall',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    // The default of the operating system is two hours.
    keepAliveInitialDelayMillis: 10_000,
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
  const statements = createNamedStatements({ log, observe: createStatementObserver('postgres', options.onStatement) });
  const db = drizzle({ client: statements.wrapPool(pool, guard.assertOutside) });
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
    transaction: (work, { untimed = false } = {}) =>
      guard.inside(() => runTransaction(pool, (client) => statements.wrapClient(client, untimed), work, untimed)),
    listen: listener.listen,
    connections: () => ({ inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    close: () => (closing ??= listener.close().then(() => pool.end())),
  };
}

/** Not by drizzle alone: it never returns a connection on which `begin` failed, so an outage would use up the pool. */
async function runTransaction<T>(
  pool: pg.Pool,
  wrapClient: (client: pg.PoolClient) => pg.PoolClient,
  work: (tx: Db) => Promise<T>,
  untimed: boolean,
): Promise<T> {
  let client: pg.PoolClient | undefined;
  let isBroken = false;
  try {
    client = await pool.connect();
    return await drizzle({ client: wrapClient(client) }).transaction(async (tx) => {
      if (untimed) {
        await tx.execute(sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`);
      }
      return work(tx);
    });
  } catch (error) {
    // A new connection prepares its statements anew.
    isBroken = noteDatabaseOutage(error) || isOutdatedStatement(sqlStateOf(error));
    throw error;
  } finally {
    client?.release(isBroken);
  }
}
