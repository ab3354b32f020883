import type { Migration } from './read-migrations';

/** A connection used only for the migration: transactions are opened and closed with plain statements. */
export interface MigrationConnection {
  run(sql: string): Promise<unknown>;
  rows(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

// The table that drizzle's own tools use, so that they still work on our database.
const migrationsTable = 'drizzle.__drizzle_migrations';

/** Each migration and its row are one transaction. The caller must hold a lock. */
export async function migrate(connection: MigrationConnection, migrations: readonly Migration[]): Promise<string[]> {
  const applied = await readApplied(connection);
  checkHistory(applied, migrations, await readCompatible(connection));
  const missing = migrations.slice(applied.length);
  if (missing.length > 0) {
    await connection.run('create schema if not exists drizzle');
    await connection.run(
      `create table if not exists ${migrationsTable} (id serial primary key, hash text not null, created_at bigint)`,
    );
  }
  for (const migration of missing) await apply(connection, migration);
  return missing.map((migration) => migration.name);
}

async function readApplied(connection: MigrationConnection): Promise<string[]> {
  const [found] = await connection.rows(`select to_regclass('${migrationsTable}') is not null as found`);
  if (found?.['found'] !== true) return [];
  const rows = await connection.rows(`select hash from ${migrationsTable} order by id`);
  return rows.map((row) => String(row['hash']));
}

/** What the newest version that migrated this database said about older ones. */
async function readCompatible(connection: MigrationConnection): Promise<string | undefined> {
  const [row] = await connection.rows(
    `select obj_description(to_regclass('${migrationsTable}'), 'pg_class') as comment`,
  );
  return /^compatible with (\S+)$/.exec(String(row?.['comment']))?.[1];
}

function checkHistory(
  applied: readonly string[],
  migrations: readonly Migration[],
  compatibleWith: string | undefined,
): void {
  const isCompatible = migrations.some(({ name }) => name === compatibleWith);
  if (applied.length > migrations.length && !isCompatible) {
    throw new MigrationError(
      `The database is newer than this version of Landfall: it has ${applied.length} migrations, this version has ` +
        `${migrations.length}. Start the newer version, or restore a backup made before it.`,
    );
  }
  const differing = migrations.find((migration, index) => index < applied.length && applied[index] !== migration.hash);
  if (differing) {
    throw new MigrationError(
      `The database was made by another version of Landfall: its migration ${differing.name} is not the one known ` +
        'here. Start that version, or use an empty database.',
    );
  }
}

async function apply(connection: MigrationConnection, migration: Migration): Promise<void> {
  await connection.run('begin');
  try {
    await connection.run(migration.sql);
    await connection.rows(`insert into ${migrationsTable} (hash, created_at) values ($1, $2) returning id`, [
      migration.hash,
      migration.whenMs,
    ]);
    const { compatibleWith } = migration;
    const comment = compatibleWith === undefined ? 'null' : `'compatible with ${compatibleWith}'`;
    await connection.run(`comment on table ${migrationsTable} is ${comment}`);
    await connection.run('commit');
  } catch (cause) {
    await connection.run('rollback');
    throw new MigrationError(
      `The migration ${migration.name} failed and was rolled back; the database is unchanged. ` +
        `The database reported: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
