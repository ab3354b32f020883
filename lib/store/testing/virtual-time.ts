import { sql } from 'drizzle-orm';
import type { Clock } from '../../core/clock';
import { createManualClock } from '../../core/testing/manual-clock';
import type { Database } from '../database/database';
import { clientOf } from './client-of';

export interface VirtualTime {
  clock: Clock;
  /** `now()` and `clock_timestamp()` in its SQL return the time of the clock. */
  database: Database;
  nowMs(): number;
  /** Advances time until the work is done. */
  pass<T>(work: Promise<T>): Promise<T>;
  passUntil(done: () => boolean): Promise<void>;
}

/** Makes our functions take precedence over those of PostgreSQL on current and new connections. */
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

const maxMs = 24 * 3_600_000;

/**
 * Time advances only while no query is running, so that results do not depend on the speed of the machine. Use a
 * database that no other test uses. Larger steps are faster and less exact: queries started within one overlap.
 */
export async function createVirtualTime(database: Database, { stepMs = 1 } = {}): Promise<VirtualTime> {
  const clock = createManualClock(new Date());
  const nowMs = () => clock.now().getTime();
  for (const statement of replaceClock) await database.db.execute(sql.raw(statement));

  const running = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    const forget = () => running.delete(work);
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
    const endMs = nowMs() + maxMs;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      while (running.size > 0) {
        await Promise.allSettled(running);
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (done()) return;
      if (nowMs() > endMs) throw new Error('the condition was not met within a day of virtual time');
      // Nothing can happen before the next sleeper wakes.
      await clock.advance(Math.max(stepMs, (clock.nextWakeMs() ?? 0) - nowMs()));
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
      let finished = false;
      const end = () => {
        finished = true;
      };
      work.then(end, end);
      await passUntil(() => finished);
      return work;
    },
  };
}
