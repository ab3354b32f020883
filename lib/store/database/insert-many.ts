import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database';

export async function insertMany<T extends PgTable>(
  tx: Db,
  table: T,
  rows: readonly T['$inferInsert'][],
  onConflict?: SQL,
): Promise<void> {
  await executeTogether(tx, [insertStatement(table, rows, onConflict)]);
}

/** One JSON parameter: thousands of parameters are slow. All rows must have the same fields. Undefined without rows. */
export function insertStatement<T extends PgTable>(
  table: T,
  rows: readonly T['$inferInsert'][],
  onConflict: SQL = sql``,
): SQL | undefined {
  const [first] = rows;
  if (!first) return undefined;
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
  return sql`insert into ${sql.identifier(getTableName(table))} (${names})
    select ${names} from jsonb_to_recordset(${json}::jsonb) as given(${types}) ${onConflict}`;
}

/** Runs statements that do not read each other's rows as one, which saves a round trip for each. */
export async function executeTogether(tx: Db, statements: readonly (SQL | undefined)[]): Promise<void> {
  const given = statements.filter((statement) => statement !== undefined);
  const last = given.pop();
  if (!last) return;
  const others = given.map((statement, index) => sql`${sql.identifier(`part${index}`)} as (${statement})`);
  await tx.execute(others.length === 0 ? last : sql`with ${sql.join(others, sql`, `)} ${last}`);
}

/** PostgreSQL’s hex format for bytea. */
export function toJson(value: unknown): unknown {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}
