import { sql, type InferColumnsDataTypes, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';

const rowsSchema = z.array(z.array(z.unknown()));

/**
 * The rows of a query as one JSON value, so that one statement reads several tables. The query selects these columns,
 * and its order is kept. Not for binary columns.
 */
export function jsonRows<Columns extends Record<string, PgColumn>>(
  columns: Columns,
  query: SQLWrapper,
): SQL<InferColumnsDataTypes<Columns>[]> {
  const fields = Object.entries(columns);
  const values = sql.join(
    fields.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const rows = sql<
    InferColumnsDataTypes<Columns>[]
  >`(select coalesce(json_agg(json_build_array(${values})), '[]') from ${query} as "rows")`;
  rows.mapWith((value: unknown) => rowsSchema.parse(value).map((row) => toRow(fields, row)));
  return rows;
}

function toRow(fields: readonly [string, PgColumn][], values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(([name, column], index) => {
      const value = values[index] ?? null;
      return [name, value === null ? null : column.mapFromDriverValue(value)];
    }),
  );
}
