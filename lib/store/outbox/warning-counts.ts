import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { searchedCharacters } from '../../contract/match-warning';
import type { Db } from '../database/database';

const warningsSchema = z.array(z.tuple([z.string().nullable(), z.string(), z.number()]));

/** Equal warnings of an observation, by import. The database counts them, because there may be very many. */
export async function countWarnings(
  db: Db,
  reporters: readonly { importId: string; fingerprint: string }[],
): Promise<Map<string, { kind: string | null; text: string; count: number }[]>> {
  if (reporters.length === 0) return new Map();
  const found = sql`(
    select o.import_id, warning ->> 'kind' as kind, left(warning ->> 'text', ${searchedCharacters}) as text,
      count(*)::int as count
    from jsonb_to_recordset(${JSON.stringify(reporters)}::jsonb) as wanted("importId" text, fingerprint text)
    join observations o on o.environment = 'live' and o.import_id = wanted."importId" and o.fingerprint = wanted.fingerprint
    cross join lateral jsonb_array_elements(o.facts -> 'warnings') as warning
    group by 1, 2, 3
  ) as found`;
  // One row per import: reading a row for each warning would take most of the time.
  const rows = await db
    .select({
      importId: sql<string>`import_id`,
      warnings: sql`json_agg(json_build_array(kind, coalesce(text, ''), count))`.mapWith((value: unknown) =>
        warningsSchema.parse(value),
      ),
    })
    .from(found)
    .groupBy(sql`import_id`);
  return new Map(
    rows.map(({ importId, warnings }) => [importId, warnings.map(([kind, text, count]) => ({ kind, text, count }))]),
  );
}
