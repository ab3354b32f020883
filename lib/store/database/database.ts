import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** What every query runs on: the root handle, or the transaction in whose scope it stands. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/**
 * One dialect, two engines. On PGlite a query on the root handle inside an open transaction deadlocks, and a
 * transaction held over a network call stops the whole app: no transaction spans a call, and inside one only `tx`
 * is in scope.
 */
export interface Database {
  readonly engine: 'pglite' | 'postgres';
  readonly db: Db;
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** On a channel named in plain lower case. Calls back with each payload. Survives a lost connection by listening again; `onGap` says that some may be missed. */
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
