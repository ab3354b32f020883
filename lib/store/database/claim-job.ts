import { eq, sql } from 'drizzle-orm';
import type { Db } from './database';
import { prepareOnce } from './prepare-once';
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
  const [row] = await lastClaim(db).execute({ key: keyOf(name) });
  return row !== undefined && row.ageS < withinS;
}

const lastClaim = prepareOnce((db) =>
  db
    .select({ ageS: sql<number>`extract(epoch from now() - ${installation.at})::float8` })
    .from(installation)
    .where(eq(installation.key, sql.placeholder('key')))
    .prepare(''),
);

const keyOf = (name: string) => `job ${name}`;
