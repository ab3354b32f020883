import { sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pg-proxy';
import type { Db } from '../database/database';

/** The SQL of an operation, which is not run. */
export async function recordQueries(operation: (db: Db) => Promise<unknown>): Promise<SQL[]> {
  const queries: SQL[] = [];
  const recorder = drizzle(async (text, params) => {
    const chunks = text
      .split(/\$(\d+)/)
      .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql.param(params[Number(part) - 1])));
    queries.push(sql.join(chunks));
    return { rows: [] };
  });
  // The operation may fail on the empty result; its queries are recorded by then.
  await operation(recorder).catch(() => undefined);
  return queries;
}
