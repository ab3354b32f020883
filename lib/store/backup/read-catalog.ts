import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../database/database';

/** Generated columns are computed again, so they are not stored. */
const tablesQuery = sql`
  select c.relname::text as name,
    exists (select from pg_attribute b where b.attrelid = c.oid and b.attnum > 0 and b.atttypid = 'bytea'::regtype) as "hasBytes",
    exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as "hasTriggers",
    (select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
        order by a.attnum), '[]')
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select coalesce(jsonb_agg(distinct f.confrelid::regclass::text), '[]') from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
  from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`;

const tableSchema = z.object({
  name: z.string(),
  hasBytes: z.boolean(),
  hasTriggers: z.boolean(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  refersTo: z.array(z.string()),
});
export type CatalogTable = z.infer<typeof tableSchema>;

/** What the database has, not what this version of Landfall expects, so that no table can be forgotten. */
export async function readTables(tx: Db): Promise<CatalogTable[]> {
  return inOrderOfReferences(z.array(tableSchema).parse(await readRows(tx, tablesQuery)));
}

function inOrderOfReferences(tables: readonly CatalogTable[]): CatalogTable[] {
  const ordered = new Map<string, CatalogTable>();
  const add = (table: CatalogTable, path: readonly string[]) => {
    if (ordered.has(table.name)) return;
    if (path.includes(table.name)) throw new Error(`tables refer to each other: ${[...path, table.name].join(' -> ')}`);
    for (const other of tables) if (table.refersTo.includes(other.name)) add(other, [...path, table.name]);
    ordered.set(table.name, table);
  };
  for (const table of tables) add(table, []);
  return [...ordered.values()];
}

const sequenceSchema = z.object({ name: z.string(), value: z.string() });

/** Sequences that were used. Read after the first row of a snapshot: not part of it, but never behind it. */
export async function readSequences(tx: Db): Promise<z.infer<typeof sequenceSchema>[]> {
  const rows = await readRows(
    tx,
    sql`select sequencename::text as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`,
  );
  return z.array(sequenceSchema).parse(rows);
}

/** Hashes in order. Empty for a database without any. */
export async function readMigrationHashes(tx: Db): Promise<string[]> {
  const [found] = await readRows(tx, sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`);
  if (!z.object({ found: z.boolean() }).parse(found).found) return [];
  const rows = await readRows(tx, sql`select hash from drizzle.__drizzle_migrations order by id`);
  return z
    .array(z.object({ hash: z.string() }))
    .parse(rows)
    .map(({ hash }) => hash);
}

const resultSchema = z.object({ rows: z.array(z.unknown()) });

export async function readRows(tx: Db, query: ReturnType<typeof sql>): Promise<unknown[]> {
  return resultSchema.parse(await tx.execute(query)).rows;
}

/** Values are stored as text, which is exact only if both sides write and read it in the same way. */
export async function fixTextFormats(tx: Db): Promise<void> {
  for (const setting of [
    `timezone = 'UTC'`,
    `datestyle = 'ISO, YMD'`,
    `intervalstyle = 'postgres'`,
    'extra_float_digits = 3',
    `bytea_output = 'hex'`,
  ]) {
    await tx.execute(sql.raw(`set local ${setting}`));
  }
}
