import { sql } from 'drizzle-orm';
import type { Db } from '../database/database';

export interface ReportedDetails {
  records: boolean;
  users: boolean;
  warnings: boolean;
}

/** By live import: which details were reported in its current status. Others describe an earlier one. */
export async function readReportedDetails(db: Db, ids: readonly string[]): Promise<Map<string, ReportedDetails>> {
  if (ids.length === 0) return new Map();
  const reports = (field: keyof ReportedDetails) => sql`bool_or(point.reported -> ${field}::text is not null)`;
  // A report of this status since the previous one was last seen. After that there was no other status.
  const pointsIn = (table: 'observations' | 'confirmations') =>
    sql`select reported from ${sql.identifier(table)} where environment = 'live' and import_id = imports.id
      and status = imports.status_text and seen_at > coalesce(imports.since_from, '-infinity')`;
  const rows = await db
    .select({
      id: sql<string>`id`,
      records: sql<boolean>`records`,
      users: sql<boolean>`users`,
      warnings: sql<boolean>`warnings`,
    })
    .from(
      sql`(select imports.id, ${reports('records')} as records, ${reports('users')} as users,
          ${reports('warnings')} as warnings
        from imports
        cross join lateral (${pointsIn('observations')} union all ${pointsIn('confirmations')}) as point
        where imports.environment = 'live'
          and imports.id = any(array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))
        group by imports.id) as found`,
    );
  return new Map(rows.map(({ id, ...details }) => [id, details]));
}
