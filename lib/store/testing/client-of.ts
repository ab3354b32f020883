import type { Database } from '../database/database';

/** The driver behind drizzle. Setting its `query` replaces this one, below the layers that name and guard statements. */
export function clientOf(database: Database): { client: object; query: (...args: unknown[]) => Promise<unknown> } {
  const client: unknown = Reflect.get(database.db, '$client');
  if (typeof client !== 'object' || client === null) throw new Error('no client');
  const holder: object = Object.hasOwn(client, 'query') ? client : (Object.getPrototypeOf(client) as object);
  const query: unknown = Reflect.get(holder, 'query');
  if (typeof query !== 'function') throw new Error('no client');
  return { client, query: (...args) => Reflect.apply(query, client, args) };
}
