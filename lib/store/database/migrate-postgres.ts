import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { LandfallError } from '../../core/errors';
import { checkAppRole, checkAppPrivileges } from './check-app-role';
import { grantAppRole } from './grant-app-role';
import { migrate, MigrationError } from './migrate';
import type { Migration } from './read-migrations';
import { sqlStateOf } from './sql-state';

export interface MigratePostgresOptions {
  url: string;
  /** The role that owns the tables. Without it, the role of `url` owns them. */
  ownerUrl?: string | undefined;
  /** Null: the schema stays as it is. */
  migrations: readonly Migration[] | null;
}

/** Any number that no other application uses for advisory locks on this database. */
const migrationLock = 5_263_253_255n;
const minServerVersion = 14;
/** With two seconds of waiting and one of pause each, about two minutes. */
const maxAttempts = 40;

export async function migratePostgres({ url, ownerUrl, migrations }: MigratePostgresOptions): Promise<void> {
  if (migrations === null) return withClient(url, assertServerVersion);
  if (ownerUrl === undefined) {
    await withClient(url, async (client) => {
      await migrateLocked(client, migrations);
      const owner = await findOtherOwner(client);
      if (owner === undefined) return;
      await checkAppRole(client, owner);
      await checkAppPrivileges(client);
    });
    return;
  }
  await withClient(ownerUrl, async (owner) => {
    const appRole = await withClient(url, async (app) => checkAppRole(app, await readRole(owner)));
    await assertOwnsTables(owner);
    await migrateLocked(owner, migrations);
    // Still under the lock: of several instances that start together one grants, and the others find nothing to do.
    await grantAppRole(owner, appRole);
  });
  // On the app's own connection, so that the result is about the database that the app uses.
  await withClient(url, checkAppPrivileges);
}

/** Holds an advisory lock, so that of several instances that start together one migrates and the others wait. */
async function migrateLocked(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await assertServerVersion(client);
  await client.query(`set lock_timeout = '120s'`);
  await client.query('select pg_advisory_lock($1)', [migrationLock.toString()]).catch((cause: unknown) => {
    throw new MigrationError(
      'Another instance has been migrating the database for two minutes. Check that instance, then start again.',
      { cause },
    );
  });
  // Statements of running instances wait behind a migration that waits for their table.
  await client.query(`set lock_timeout = '2s'`);
  const connection = {
    run: (sql: string) => client.query(sql),
    rows: async (sql: string, values: readonly unknown[] = []) =>
      (await client.query<Record<string, unknown>>(sql, [...values])).rows,
  };
  await repeatWhileLocked(() => migrate(connection, migrations)).catch((cause: unknown) => {
    throw isPermissionDenied(cause)
      ? new MigrationError(
          'The database needs migrations, and this role cannot apply them. Make it the owner of the database, or, ' +
            'with an owner role, run `npm run migrate` with DATABASE_OWNER_URL.',
          { cause },
        )
      : cause;
  });
}

/** Ending the session releases its advisory locks. */
async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
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
    return await work(client);
  } finally {
    await client.end();
  }
}

async function readRole(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ role: string }>('select current_user::text as role');
  return rows[0]?.role ?? '';
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

async function assertOwnsTables(client: pg.Client): Promise<void> {
  const other = await findOtherOwner(client);
  if (other === undefined) return;
  throw new MigrationError(
    `The tables belong to the role "${other}", not to the one of DATABASE_OWNER_URL. ` +
      'docs/security.md, "Owner role", has the SQL that moves them.',
  );
}

/** Another role that owns guarded tables or the list of migrations. */
async function findOtherOwner(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ owner: string }>(
    `select distinct pg_get_userbyid(c.relowner)::text as owner
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where pg_get_userbyid(c.relowner) <> current_user and c.relkind = 'r' and (
        n.nspname = 'drizzle' and c.relname = '__drizzle_migrations' or
        c.oid in (select t.tgrelid from pg_trigger t join pg_proc p on p.oid = t.tgfoid
          where p.proname = 'landfall_refuse_rewrite'))`,
  );
  return rows[0]?.owner;
}

/** A migration that did not get its locks was rolled back, and applied ones are not repeated. */
async function repeatWhileLocked(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === maxAttempts || sqlStateOf(error) !== '55P03') throw error;
      await delay(1000);
    }
  }
}

export const isPermissionDenied = (error: unknown): boolean => sqlStateOf(error) === '42501';

/** Names the server but never the credentials in the URL. */
function unreachableError(url: string, cause: unknown): LandfallError {
  const { hostname, port, pathname } = new URL(url);
  const server = `PostgreSQL at ${hostname || 'localhost'}:${port || '5432'}${pathname}`;
  const reason =
    cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : 'no reason';
  const logMessage =
    `${server} cannot be used: ${reason}. ` +
    'Check that it runs, and the address and password in DATABASE_URL or DATABASE_OWNER_URL.';
  return new LandfallError('database_unavailable', { logMessage, cause });
}
