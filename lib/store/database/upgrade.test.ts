import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { createTestPostgresUrl } from '../testing/open-test-database';
import { workBefore0007 } from '../testing/work-before-0007';
import type { Database, Db } from './database';
import { migrate, type MigrationConnection } from './migrate';
import { openPglite } from './open-pglite';
import { openPostgres } from './open-postgres';
import { readMigrations, type Migration } from './read-migrations';
import { makeTemplate } from './template';

/** Counts of the previous version, which has no others. */
const previousCounts = `insert into import_counts (environment, status_key, gone, count)
  select environment, coalesce(status_key, ''), gone, count(*) from imports group by 1, 2, 3`;

interface Installation {
  open(migrations: readonly Migration[]): Promise<Database>;
  /** Crashes after the statements of the last migration, before they are committed. */
  crash(migrations: readonly Migration[]): Promise<void>;
}

const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

const installations: Record<Database['engine'], () => Promise<Installation>> = {
  pglite: async () => {
    const parent = await mkdtemp(path.join(tmpdir(), 'landfall-upgrade-'));
    cleanUps.push(() => rm(parent, { recursive: true, force: true }));
    let folder = path.join(parent, '0');
    await (await openPglite({ folder, migrations: [], template: await makeTemplate([]) })).close();
    return {
      open: (migrations) => openPglite({ folder, migrations }),
      crash: async (migrations) => {
        const pglite = await PGlite.create({ dataDir: folder });
        const copy = `${folder}0`;
        const query = async (text: string, values: readonly unknown[] = []) =>
          (await pglite.query<Record<string, unknown>>(text, [...values])).rows;
        // Files as a killed process would leave them.
        const kill = () => cp(folder, copy, { recursive: true });
        await migrate(killedAfter(migrations, { run: (text) => pglite.exec(text), rows: query }, kill), migrations);
        await pglite.close();
        folder = copy;
      },
    };
  },
  postgres: async () => {
    const url = await createTestPostgresUrl({ empty: true });
    return {
      open: (migrations) => openPostgres({ url, migrations }),
      crash: async (migrations) => {
        const client = new Client({ connectionString: url });
        client.on('error', () => undefined);
        await client.connect();
        const query = async (text: string, values: readonly unknown[] = []) =>
          (await client.query<Record<string, unknown>>(text, [...values])).rows;
        const kill = () => client.query('select pg_terminate_backend(pg_backend_pid())');
        const connection = killedAfter(migrations, { run: (text) => client.query(text), rows: query }, kill);
        await expect(migrate(connection, migrations)).rejects.toThrow();
        await client.end();
      },
    };
  },
};

function killedAfter(
  migrations: readonly Migration[],
  connection: MigrationConnection,
  kill: () => Promise<unknown>,
): MigrationConnection {
  return {
    ...connection,
    run: async (text) => {
      await connection.run(text);
      if (text === migrations.at(-1)?.sql) await kill();
    },
  };
}

const rowsOf = async (db: Db, text: string) => {
  const [row] = await db.select({ rows: sql<string[]>`array(${sql.raw(text)})` }).from(sql`(values (1)) as one`);
  return row?.rows ?? [];
};

/**
 * The content of every table. Rows that differ only in numbers are added up and rows of zero left out, because the rows
 * of a count may be one or many.
 */
async function readTables(db: Db): Promise<Record<string, string[]>> {
  const queries = await rowsOf(
    db,
    `select table_name || ':select json_build_array(' || string_agg(
        case when added then format('round(sum(%I)::numeric, 6)', column_name) else format('%I::text', column_name) end, ',') ||
      format(')::text from %I group by ', table_name) ||
      coalesce(string_agg(format('%I::text', column_name), ',') filter (where not added), '()') ||
      coalesce(' having ' || string_agg(format('sum(%I) <> 0', column_name), ' or ') filter (where added), '') || ' order by 1'
    from (select table_name, column_name, ordinal_position,
        data_type in ('smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision') and not exists (
          select from information_schema.key_column_usage k join information_schema.table_constraints t using (constraint_name)
          where t.constraint_type = 'PRIMARY KEY' and k.table_name = c.table_name and k.column_name = c.column_name) as added
      from information_schema.columns c join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and is_identity = 'NO' order by 1, 3) as columns
    group by table_name`,
  );
  const tables: Record<string, string[]> = {};
  for (const each of queries) {
    const [table = '', text = ''] = each.split(/:(.*)/s);
    tables[table] = await rowsOf(db, text);
  }
  return tables;
}

const readStructure = (db: Db) =>
  rowsOf(
    db,
    `select indexdef from pg_indexes where schemaname = 'public'
    union all select table_name || '.' || column_name from information_schema.columns where table_schema = 'public'
    union all select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select hash from drizzle.__drizzle_migrations order by 1`,
  );

async function using<T>(opening: Promise<Database>, use: (db: Db) => Promise<T>): Promise<T> {
  const database = await opening;
  try {
    return await use(database.db);
  } finally {
    await database.close();
  }
}

const runAll = async (db: Db, statements: readonly string[]) => {
  for (const statement of statements) await db.execute(sql.raw(statement));
};

const engines: Database['engine'][] = inject('fullSize') ? ['pglite', 'postgres'] : [inject('testEngine')];

test.each(engines)(
  'upgrading gives what the new version would have stored, also after crashes, on %s',
  async (engine) => {
    const all = await readMigrations();
    const previous = all.filter(({ name }) => name < '0007');
    const next = all[previous.length];
    expect(next).toBeDefined();
    const statements = next?.sql.split('--> statement-breakpoint') ?? [];
    const upTo = (count: number): Migration[] =>
      next ? [...previous, { ...next, sql: statements.slice(0, count).join(';') }] : previous;

    const installation = await installations[engine]();
    const read = async (db: Db) => ({ tables: await readTables(db), structure: await readStructure(db) });
    const before = await using(installation.open(previous), async (db) => {
      await runAll(db, [...workBefore0007, previousCounts]);
      return read(db);
    });
    for (const count of [Math.floor(statements.length / 2), statements.length]) {
      await installation.crash(upTo(count));
      expect(await using(installation.open(previous), read)).toEqual(before);
    }

    const upgraded = await using(installation.open(all), readTables);
    const fresh = await using((await installations[engine]()).open(all), async (db) => {
      await runAll(db, workBefore0007);
      return readTables(db);
    });
    // Changes from before the upgrade are not announced.
    expect(upgraded['outbox_events']).toEqual([]);
    expect(fresh['outbox_events']).not.toEqual([]);
    expect({ ...upgraded, outbox_events: fresh['outbox_events'] }).toEqual(fresh);
    for (const table of ['imports', 'observations', 'status_periods', 'decisions', 'deliveries', 'import_counts'])
      expect(upgraded[table]?.length, table).toBeGreaterThan(5);
  },
);
