import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { LandfallError } from '../../core/errors';
import type { Db } from '../database/database';
import { writeInstallationValue } from '../database/installation';
import { fixTextFormats, readRows, readTables, type CatalogTable } from './read-catalog';
import { leftOutTables, type SnapshotSink } from './snapshot';

/** The app does not start while it is there. */
export const unfinishedKey = 'restore unfinished';

const maxRows = 500;
const maxCharacters = 1_000_000;

/**
 * Loads a snapshot inside a transaction, as the owner of the tables. Triggers are off meanwhile: they would count and
 * report what is loaded. Foreign keys and all other constraints are checked. `unfinished` is stored with the rows.
 */
export function createLoader(tx: Db, unfinished: { value: unknown; at: Date }): SnapshotSink {
  let inserts = new Map<string, (rows: readonly string[]) => SQL>();
  let sequences: readonly { name: string; value: string }[] = [];
  let withTriggers: CatalogTable[] = [];
  let waiting: { table: string; rows: string[]; characters: number } = { table: '', rows: [], characters: 0 };
  const loaded: Record<string, number> = {};

  const flush = async () => {
    const { table, rows } = waiting;
    waiting = { table: '', rows: [], characters: 0 };
    if (rows.length === 0) return;
    const insert = inserts.get(table);
    if (!insert) throw new LandfallError('bad_request', `The backup has rows of an unknown table: ${table}.`);
    await tx.execute(insert(rows));
    loaded[table] = (loaded[table] ?? 0) + rows.length;
  };

  return {
    begin: async (header) => {
      await fixTextFormats(tx);
      const tables = await readTables(tx);
      for (const { name, columns } of header.tables) {
        const here = tables.find((table) => table.name === name);
        if (!here || JSON.stringify(here.columns) !== JSON.stringify(columns)) {
          throw new LandfallError('bad_request', `The table ${name} of the backup is not the one of its version.`);
        }
      }
      const missing = tables.find(
        ({ name }) => !(name in leftOutTables) && !header.tables.some((t) => t.name === name),
      );
      if (missing) throw new LandfallError('bad_request', `The backup lacks the table ${missing.name}.`);
      inserts = new Map(tables.map((table) => [table.name, prepareInsert(table)]));
      ({ sequences } = header);
      withTriggers = tables.filter(({ hasTriggers }) => hasTriggers);
      for (const { name } of withTriggers)
        await tx.execute(sql`alter table ${sql.identifier(name)} disable trigger user`);
    },
    rows: async (table, rows) => {
      for (const row of rows) {
        const isFull = waiting.rows.length >= maxRows || waiting.characters + row.length > maxCharacters;
        if (waiting.table !== table || isFull) await flush();
        waiting.table = table;
        waiting.rows.push(row);
        waiting.characters += row.length;
      }
    },
    end: async (counts) => {
      await flush();
      const differing = Object.keys({ ...counts, ...loaded }).find(
        (name) => (counts[name] ?? 0) !== (loaded[name] ?? 0),
      );
      if (differing !== undefined) throw new LandfallError('bad_request', `Rows of ${differing} are missing.`);
      for (const { name, value } of sequences) {
        await tx.execute(sql`select setval(quote_ident(${name})::regclass, ${value}::bigint)`);
      }
      for (const { name } of withTriggers)
        await tx.execute(sql`alter table ${sql.identifier(name)} enable trigger user`);
      await writeInstallationValue(tx, { key: unfinishedKey, ...unfinished });
    },
  };
}

function prepareInsert({ name, columns }: CatalogTable): (rows: readonly string[]) => SQL {
  const names = sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  );
  const values = sql.join(
    columns.map((column, index) => sql.raw(`(given ->> ${index})::${column.type}`)),
    sql`, `,
  );
  return (rows) =>
    sql`insert into ${sql.identifier(name)} (${names}) overriding system value
      select ${values} from json_array_elements(${`[${rows.join(',')}]`}::json) as given`;
}

const emptySchema = z.object({ found: z.boolean() });

/** A table that has rows. Undefined in an empty database, also before its first migration. */
export async function findFilledTable(tx: Db): Promise<string | undefined> {
  for (const { name } of await readTables(tx)) {
    const [row] = await readRows(tx, sql`select exists (select from ${sql.identifier(name)}) as found`);
    if (emptySchema.parse(row).found) return name;
  }
  return undefined;
}

/** Neither a transaction that loads a million rows nor PGlite has statistics without it. */
export async function analyzeTables(db: Db): Promise<void> {
  for (const { name } of await readTables(db)) await db.execute(sql`analyze ${sql.identifier(name)}`);
}
