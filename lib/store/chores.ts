import { sql } from 'drizzle-orm';
import type { Db } from './database';
import { installation } from './schema/system';

/** One instance at a time, at most once in `everyS` on the database's clock. True for whoever may run it now. */
export async function claimChore(db: Db, name: string, everyS: number): Promise<boolean> {
  const [claimed] = await db
    .insert(installation)
    .values({ key: `chore ${name}`, value: {}, at: sql`now()` })
    .onConflictDoUpdate({
      target: installation.key,
      set: { at: sql`now()` },
      setWhere: sql`${installation.at} <= now() - make_interval(secs => ${everyS})`,
    })
    .returning({ key: installation.key });
  return claimed !== undefined;
}
