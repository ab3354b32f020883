import { sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { toTimestamptz } from '../imports/import-progress';

/** Live imports that changed their status between these times, up to a limit. New imports are not counted. */
export async function countStatusChanges(db: Db, range: { after: Date; before: Date; limit: number }): Promise<number> {
  const since = sql`coalesce(since_to, first_seen_at)`;
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(
    sql`(select 1 from imports where environment = 'live' and ${since} > ${toTimestamptz(range.after)}
        and ${since} < ${toTimestamptz(range.before)} and since_from >= greatest(first_seen_at, ${toTimestamptz(range.after)})
        and since_to > first_seen_at and not gone limit ${range.limit}) as changed`,
  );
  return row?.count ?? 0;
}
