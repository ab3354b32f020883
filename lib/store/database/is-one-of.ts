import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Like `inArray`, as one JSON parameter: one text for any number of values, and thousands of parameters are slow. */
export function isOneOf(column: PgColumn, values: readonly (string | number)[]): SQL {
  return sql`${column} = any(array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)::${sql.raw(column.getSQLType())}))`;
}
