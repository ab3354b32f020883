import { sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';

/** Conditions shared by the overview counts and the import list, so that a number and the list behind it agree. */

export type ReachedStep = 'credentials' | 'sample' | 'asked' | 'accepted' | 'completed';

/** `from` inclusive, `before` exclusive. */
export interface TimeRange {
  from: Date;
  before: Date | undefined;
}

export const toTimestamptz = (timestamp: Date) => sql`${timestamp.toISOString()}::timestamptz`;
const within = (timestamp: SQL, { from, before }: TimeRange) =>
  before === undefined
    ? sql`${timestamp} >= ${toTimestamptz(from)}`
    : sql`(${timestamp} >= ${toTimestamptz(from)} and ${timestamp} < ${toTimestamptz(before)})`;

/** Creation time, or first seen if unknown. Must match the expression of the index `imports_created`. */
export const importCreatedAt = sql`coalesce(created_at, first_seen_at)`;

export function createdWithin(range: TimeRange): SQL {
  return within(importCreatedAt, range);
}

/** Progress of a status. Undo implies that at least the sample was migrated. An unknown status ranks 0. */
const stageRank = (key: SQL) => sql`case ${key}
  when 'Waiting to start sample migration' then 1 when 'Sample migration in progress' then 2
  when 'Sample migration completed' then 3 when 'Undo in progress' then 3 when 'Migration cleaned' then 3
  when 'In preparation' then 4 when 'Migration in progress' then 5 when 'Migration completed' then 6 else 0 end`;

/** The highest rank an import ever had. Completed imports need no lookup in `status_periods`. */
export const maxStageRank = sql`greatest(${stageRank(sql`imports.status_key`)},
  case when imports.status_key = 'Migration completed' then 0 else (
    select max(${stageRank(sql`s.status_key`)}) from status_periods s
    where s.environment = imports.environment and s.import_id = imports.id
  ) end)`;

/** Whether a full migration was requested or decided. */
export const wasRequested = sql`(imports.decision <> 'none' or exists (
  select 1 from full_requests r where r.environment = imports.environment and r.import_id = imports.id
))`;

export function hasReached(step: ReachedStep): SQL {
  switch (step) {
    case 'credentials':
      return sql`${maxStageRank} >= 1`;
    case 'sample':
      return sql`${maxStageRank} >= 3`;
    case 'asked':
      return sql`(${maxStageRank} >= 4 or ${wasRequested})`;
    case 'accepted':
      return sql`(${maxStageRank} >= 4 or imports.decision = 'accepted')`;
    case 'completed':
      return sql`${maxStageRank} >= 6`;
  }
}

/**
 * Imports and when their full migration was first completed, since `from`. If the import is gone now, that is the end
 * of its "Migration in progress" period. `before` is applied inside the subqueries, so that an old week is found
 * without reading everything after it.
 */
export function completions(environment: Environment, from: Date, before?: Date): SQL {
  const andBefore = (timestamp: SQL) =>
    before === undefined ? sql`` : sql` and ${timestamp} < ${toTimestamptz(before)}`;
  const startedAt = sql`ended_at - duration_s * interval '1 second'`;
  return sql`(select id, min(completed_at) as completed_at from (
      select id, since_to as completed_at from imports
        where environment = ${environment} and status_key = 'Migration completed' and gone = false
          and since_to >= ${toTimestamptz(from)}${andBefore(sql`since_to`)}
      union all
      select import_id, ${startedAt} from status_periods
        where environment = ${environment} and status_key = 'Migration completed' and ended_at >= ${toTimestamptz(from)}
          ${andBefore(startedAt)}
      union all
      select s.import_id, s.ended_at from status_periods s
        join imports i on i.environment = s.environment and i.id = s.import_id
        where s.environment = ${environment} and s.status_key = 'Migration in progress' and s.ended_at >= ${toTimestamptz(from)}
          ${andBefore(sql`s.ended_at`)} and i.gone and i.status_key = 'Migration completed'
    ) completed group by id having min(completed_at) >= ${toTimestamptz(from)})`;
}

export function completedWithin(environment: Environment, range: TimeRange): SQL {
  return sql`imports.id in (select id from ${completions(environment, range.from, range.before)} as completed
    where ${within(sql`completed_at`, range)})`;
}
