import { sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { manyWarnings } from '../imports/import-filter';
import { toTimestamptz } from '../imports/import-progress';
import { addAlerts } from './alerts';

/** The key of an alert about an import contains JSON, because ids and statuses may contain any character. */
const warningKey = sql`'many_warnings:' || jsonb_build_array(environment, id)::text`;
const stuckKey = sql`'taking_too_long:' || jsonb_build_array(environment, id, status_key)::text`;
const partsOf = (prefix: SQL) => sql`substr(key, length(${prefix}) + 1)::jsonb`;

/** Returns the candidates that have many warnings and were not reported yet. */
export async function raiseWarningAlerts(
  tx: Db,
  candidates: readonly { environment: Environment; importId: string | null }[],
  at: Date,
): Promise<{ environment: Environment; importId: string; warnings: number }[]> {
  if (candidates.length === 0) return [];
  const found = await tx
    .select({
      key: sql<string>`${warningKey}`,
      environment: sql<Environment>`environment`,
      importId: sql<string>`id`,
      warnings: sql<number>`warnings`,
    })
    .from(sql`imports`)
    .where(
      sql`(environment, id) in (
          select environment, "importId" from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb)
            as given(environment text, "importId" text))
        and warnings > ${manyWarnings} and not gone`,
    );
  const added = await addAlerts(
    tx,
    found.map(({ key }) => key),
    at,
  );
  return found.filter(({ key }) => added.has(key));
}

/** Imports that entered a status between the two times of it, and are in it still, up to a limit. The longest first. */
export async function raiseStuckAlerts(
  tx: Db,
  environment: Environment,
  windows: readonly { statusKey: string; from: Date; to: Date }[],
  options: { at: Date; limit: number },
): Promise<{ importId: string; statusKey: string; since: Date }[]> {
  if (windows.length === 0) return [];
  const values = windows.map(
    ({ statusKey, from, to }) => sql`(${statusKey}::text, ${toTimestamptz(from)}, ${toTimestamptz(to)})`,
  );
  const found = await tx
    .select({
      key: sql<string>`key`,
      importId: sql<string>`id`,
      statusKey: sql<string>`status_key`,
      sinceMs: sql<number>`(extract(epoch from since_to) * 1000)::float8`,
    })
    .from(
      sql`(values ${sql.join(values, sql`, `)}) as stuck(status, entered_after, entered_before), lateral (
        select ${stuckKey} as key, id, status_key, since_to from imports
        where environment = ${environment} and status_key = stuck.status and not gone
          and since_to > stuck.entered_after and since_to < stuck.entered_before
          and not exists (select 1 from alerts where alerts.key = ${stuckKey})
        order by since_to limit ${options.limit}) as found`,
    )
    .orderBy(sql`since_to`, sql`id`)
    .limit(options.limit);
  const added = await addAlerts(
    tx,
    found.map(({ key }) => key),
    options.at,
  );
  return found
    .filter(({ key }) => added.has(key))
    .map(({ importId, statusKey, sinceMs }) => ({ importId, statusKey, since: new Date(sinceMs) }));
}

/**
 * Forgets imports that left their status, or have had few warnings since `quietSince`, so that they can be reported
 * again.
 */
export async function removeImportAlerts(tx: Db, quietSince: Date): Promise<void> {
  const stuck = partsOf(sql`'taking_too_long:'`);
  const warned = partsOf(sql`'many_warnings:'`);
  await tx.execute(sql`delete from alerts where key like 'taking!_too!_long:%' escape '!' and not exists (
    select 1 from imports where environment = ${stuck} ->> 0 and id = ${stuck} ->> 1 and status_key = ${stuck} ->> 2
      and not gone)`);
  await tx.execute(sql`delete from alerts where key like 'many!_warnings:%' escape '!'
    and at < ${toTimestamptz(quietSince)} and not exists (
      select 1 from imports where environment = ${warned} ->> 0 and id = ${warned} ->> 1 and warnings > ${manyWarnings})`);
}
