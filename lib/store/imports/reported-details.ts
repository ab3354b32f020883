import { sql } from 'drizzle-orm';
import type { Db } from '../database/database';

export interface ReportedDetails {
  records: boolean;
  users: boolean;
  warnings: boolean;
}

/**
 * By live import: which details were reported in its current status. Others describe an earlier one. `keyOf` gives the key
 * of a status, because lists and details may spell it differently.
 */
export async function readReportedDetails(
  db: Db,
  ids: readonly string[],
  keyOf: (status: string) => string,
): Promise<Map<string, ReportedDetails>> {
  if (ids.length === 0) return new Map();
  const reports = (field: keyof ReportedDetails) => sql`bool_or(point.reported -> ${field}::text is not null)`;
  // Reports since the previous status was last seen. A slow read may still show that status. Of a gone import, all.
  const pointsIn = (table: 'observations' | 'confirmations') =>
    sql`select status, reported from ${sql.identifier(table)} where environment = 'live' and import_id = imports.id
      and status is not null and seen_at > coalesce(case when not imports.gone then imports.since_from end, '-infinity')`;
  const rows = await db
    .select({
      id: sql<string>`id`,
      statusKey: sql<string | null>`status_key`,
      status: sql<string>`status`,
      records: sql<boolean>`records`,
      users: sql<boolean>`users`,
      warnings: sql<boolean>`warnings`,
    })
    .from(
      sql`(select imports.id, imports.status_key, point.status, ${reports('records')} as records,
          ${reports('users')} as users, ${reports('warnings')} as warnings
        from imports
        cross join lateral (${pointsIn('observations')} union all ${pointsIn('confirmations')}) as point
        where imports.environment = 'live'
          and imports.id = any(array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))
        group by imports.id, imports.status_key, point.status) as found`,
    );
  const details = new Map<string, ReportedDetails>();
  for (const { id, statusKey, status, ...found } of rows) {
    if (keyOf(status) !== statusKey) continue;
    const other = details.get(id);
    details.set(id, {
      records: found.records || (other?.records ?? false),
      users: found.users || (other?.users ?? false),
      warnings: found.warnings || (other?.warnings ?? false),
    });
  }
  return details;
}
