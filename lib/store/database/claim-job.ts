import { sql } from 'drizzle-orm';
import type { Db } from './database';
import { installation } from '../schema/system';

/** True for one instance in every `everyS` seconds of the database's clock: that one may run the job now. */
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
