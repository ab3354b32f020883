import { sql } from 'drizzle-orm';
import { searchedCharacters } from '../../contract/match-warning';
import type { Db } from '../database/database';

/** Equal warnings of observations, counted by the database because there may be very many. */
export async function countWarnings(
  db: Db,
  reporters: readonly { importId: string; fingerprint: string }[],
): Promise<{ importId: string; kind: string | null; text: string; count: number }[]> {
  if (reporters.length === 0) return [];
  const found = sql`(
    select o.import_id, warning ->> 'kind' as kind, left(warning ->> 'text', ${searchedCharacters}) as text,
      count(*)::int as count
    from jsonb_to_recordset(${JSON.stringify(reporters)}::jsonb) as wanted("importId" text, fingerprint text)
    join observations o on o.environment = 'live' and o.import_id = wanted."importId" and o.fingerprint = wanted.fingerprint
    cross join lateral jsonb_array_elements(o.facts -> 'warnings') as warning
    group by 1, 2, 3
  ) as found`;
  return db
    .select({
      importId: sql<string>`import_id`,
      kind: sql<string | null>`kind`,
      text: sql<string>`coalesce(text, '')`,
      count: sql<number>`count`,
    })
    .from(found);
}
