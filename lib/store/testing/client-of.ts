import type { Database } from '../database/database';

/** The driver behind drizzle. */
export function clientOf(database: Database): { client: object; query: (...args: unknown[]) => Promise<unknown> } {
  const client: unknown = Reflect.get(database.db, '$client');
  const query: unknown = typeof client === 'object' && client !== null ? Reflect.get(client, 'query') : undefined;
  if (typeof client !== 'object' || client === null || typeof query !== 'function') throw new Error('no client');
  return { client, query: (...args) => Reflect.apply(query, client, args) };
}
