import { sql } from 'drizzle-orm';
import type { Db } from './database';
import { installation } from '../schema/system';

/** Returns true for only one instance per `everyS` seconds, on the database clock. */
export async function claimJob(db: Db, name: string, everyS: number): Promise<boolean> {
  const [claimed] = await db
    .insert(installation)
    .values({ key: `job ${name}`, value: {}, at: sql`now()` })
    .onConflictDoUpdate({
      target: installation.key,
      set: { at: sql`now()` },
      setWhere: sql`${installation.at} <= now() - make_interval(secs => ${everyS})`,
    })
    .returning({ key: installation.key });
  return claimed !== undefined;
}
