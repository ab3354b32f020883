import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A connection or an open transaction. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/**
 * On PGlite, a query on `db` inside an open transaction deadlocks, and a transaction held during a network call keeps
 * every other statement waiting. So inside a transaction use only `tx`, and never call the network.
 */
export interface Database {
  readonly engine: 'pglite' | 'postgres';
  readonly db: Db;
  /** An untimed one is for what processes all rows: its statements may take longer than a minute. */
  transaction<T>(work: (tx: Db) => Promise<T>, options?: { untimed?: boolean }): Promise<T>;
  /** The channel name must be lower case. `onGap` reports a reconnect: payloads may be missing. */
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>;
  /** Undefined for PGlite, which has one. */
  connections?(): { inUse: number; waiting: number };
  close(): Promise<void>;
}
