import { sql } from 'drizzle-orm';
import { searchedCharacters } from '../../contract/match-warning';
import type { SeenWarnings } from '../../contract/warning-rules';
import type { Db } from '../database/database';

/** Both limit the work, however many imports there are and however many warnings one of them has. */
const maxImports = 2_000;
const maxWarnings = 5_000;

/** Nothing is stored for this: it reads what the imports have, so that erasure and retention cover it. */
export async function readSeenWarnings(db: Db): Promise<SeenWarnings> {
  const found = sql`(
    with recent as (
      select id, warnings, coalesce(since_to, first_seen_at) as at from imports where environment = 'live'
      order by coalesce(since_to, first_seen_at) desc, id desc limit ${maxImports}
    ), counted as (
      select id, sum(warnings) over (order by at desc, id desc) - warnings as earlier from recent where warnings > 0
    ), chosen as (
      select id from counted where earlier < ${maxWarnings}
    ), seen as (
      select warning ->> 'kind' as kind, left(warning ->> 'text', ${searchedCharacters}) as text
      from chosen
      cross join lateral (
        select facts -> 'warnings' as list from observations
        where environment = 'live' and import_id = chosen.id and reported -> 'warnings' is not null
        order by observations.id desc limit 1
      ) latest
      cross join lateral jsonb_array_elements(latest.list) as warning
      limit ${maxWarnings}
    )
    select kind, text, count(*)::int as count, (select count(*)::int from chosen) as imports
    from seen group by kind, text
  ) as found`;
  const rows = await db
    .select({
      kind: sql<string | null>`kind`,
      text: sql<string>`text`,
      count: sql<number>`count`,
      imports: sql<number>`imports`,
    })
    .from(found)
    .orderBy(sql`count desc, kind, text`);
  return { imports: rows[0]?.imports ?? 0, warnings: rows.map(({ imports: _, ...row }) => row) };
}
