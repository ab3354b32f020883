import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Like `inArray` for long lists, as one JSON parameter: thousands of parameters are slow. */
export function isOneOf(column: PgColumn, values: readonly (string | number)[]): SQL {
  return sql`${column} = any(array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)::${sql.raw(column.getSQLType())}))`;
}
