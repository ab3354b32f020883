import type { Database } from '../database/database';

/** The driver behind drizzle. Setting its `query` replaces this one, below the layers that name and guard statements. */
export function clientOf(database: Database): { client: object; query: (...args: unknown[]) => Promise<unknown> } {
  const client: unknown = Reflect.get(database.db, '$client');
  if (typeof client !== 'object' || client === null) throw new Error('no client');
  // Not by `get`, which returns the layers above: a layer that was set before would then call itself.
  const own: unknown = Object.getOwnPropertyDescriptor(client, 'query')?.value;
  const query: unknown = own ?? Reflect.get(Object.getPrototypeOf(client) as object, 'query');
  if (typeof query !== 'function') throw new Error('no client');
  return { client, query: (...args) => Reflect.apply(query, client, args) };
}
