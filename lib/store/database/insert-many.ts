import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database';

/** One JSON parameter: thousands of parameters are slow. All rows must have the same fields. */
export async function insertMany<T extends PgTable>(
  tx: Db,
  table: T,
  rows: readonly T['$inferInsert'][],
  onConflict: SQL = sql``,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => field in first);
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const types = sql.join(
    columns.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
    sql`, `,
  );
  const json = JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(columns.map(([field, column]) => [column.name, toJson(Reflect.get(row, field))])),
    ),
  );
  await tx.execute(
    sql`insert into ${sql.identifier(getTableName(table))} (${names})
      select ${names} from jsonb_to_recordset(${json}::jsonb) as given(${types}) ${onConflict}`,
  );
}

/** PostgreSQL’s hex format for bytea. */
function toJson(value: unknown): unknown {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}
