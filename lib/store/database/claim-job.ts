import { and, eq, sql } from 'drizzle-orm';
import type { Db } from './database';
import { installation } from '../schema/system';

/** Returns true for only one instance per `everyS` seconds, on the database clock. */
export async function claimJob(db: Db, name: string, everyS: number): Promise<boolean> {
  const [claimed] = await db
    .insert(installation)
    .values({ key: keyOf(name), value: {}, at: sql`now()` })
    .onConflictDoUpdate({
      target: installation.key,
      set: { at: sql`now()` },
      // Also if the clock was set back. A claim that this one waited for may be later than `now()`, and is rounded.
      setWhere: sql`${installation.at} <= now() - make_interval(secs => ${everyS})
        or ${installation.at} > clock_timestamp() + interval '1 second'`,
    })
    .returning({ key: installation.key });
  return claimed !== undefined;
}

/** Whether an instance claimed the job in the last `withinS` seconds. */
export async function wasJobClaimed(db: Db, name: string, withinS: number): Promise<boolean> {
  const isRecent = sql`${installation.at} > now() - make_interval(secs => ${withinS})`;
  return (await db.$count(installation, and(eq(installation.key, keyOf(name)), isRecent))) > 0;
}

const keyOf = (name: string) => `job ${name}`;
