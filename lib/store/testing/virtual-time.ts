import { sql } from 'drizzle-orm';
import type { Clock } from '../../core/clock';
import { createManualClock } from '../../core/testing/manual-clock';
import type { Database } from '../database/database';

export interface VirtualTime {
  clock: Clock;
  /** The database given: what its SQL calls now() and clock_timestamp() is the time of the clock. */
  database: Database;
  nowMs(): number;
  /** Lets time pass until the work is done. */
  pass<T>(work: Promise<T>): Promise<T>;
  passUntil(done: () => boolean): Promise<void>;
}

/** Functions found before those of PostgreSQL, on every connection that is opened from now on and on this one. */
const searchPath = 'search_path = test_clock, pg_catalog, public';
const replaceClock = [
  'create schema test_clock',
  'create table test_clock.instant as select now() as at',
  ...['now', 'clock_timestamp'].map(
    (name) =>
      `create function test_clock.${name}() returns timestamptz language sql as 'select at from test_clock.instant'`,
  ),
  `do $$ begin execute format('alter database %I set ${searchPath}', current_database()); end $$`,
  `set ${searchPath}`,
];

const longestMs = 3_600_000;

/**
 * Time that moves on only when nothing is asked of the database, so that no query takes any of it: what happens in
 * which millisecond does not depend on the machine. For a fresh database that no other test uses.
 */
export async function createVirtualTime(database: Database): Promise<VirtualTime> {
  const clock = createManualClock(new Date());
  const nowMs = () => clock.now().getTime();
  for (const statement of replaceClock) await database.db.execute(sql.raw(statement));

  const underWay = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    const forget = () => underWay.delete(work);
    work.then(forget, forget);
    return work;
  };
  const { client, query } = clientOf(database);
  let setMs = Number.NaN;
  let setting: Promise<unknown> = Promise.resolve();
  const setDatabaseClock = (): Promise<unknown> => {
    if (setMs !== nowMs()) {
      setMs = nowMs();
      setting = query('update test_clock.instant set at = $1', [clock.now().toISOString()]);
    }
    return setting;
  };
  Reflect.set(client, 'query', (...args: unknown[]) => track(setDatabaseClock().then(() => query(...args))));

  const passUntil = async (done: () => boolean) => {
    const endMs = nowMs() + longestMs;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      while (underWay.size > 0) {
        await Promise.allSettled(underWay);
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (done()) return;
      if (nowMs() > endMs) throw new Error('an hour has passed, and it has not happened');
      await clock.advance(1);
    }
  };
  return {
    clock,
    nowMs,
    database: {
      ...database,
      transaction: (work) => track(setDatabaseClock().then(() => database.transaction(work))),
    },
    passUntil,
    pass: async (work) => {
      let over = false;
      const end = () => {
        over = true;
      };
      work.then(end, end);
      await passUntil(() => over);
      return work;
    },
  };
}

/** What drizzle sends its queries to. */
function clientOf(database: Database): { client: object; query: (...args: unknown[]) => Promise<unknown> } {
  const client: unknown = Reflect.get(database.db, '$client');
  const query: unknown = typeof client === 'object' && client !== null ? Reflect.get(client, 'query') : undefined;
  if (typeof client !== 'object' || client === null || typeof query !== 'function') throw new Error('no client');
  return { client, query: (...args) => Reflect.apply(query, client, args) };
}
