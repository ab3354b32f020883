import { sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../contract/environment';

/** What the overview counts and the list then shows: said once, so that a number and the list behind it agree. */

export type ReachedStep = 'credentials' | 'sample' | 'asked' | 'accepted' | 'completed';

/** From the first moment on, and before the second. */
export interface MomentRange {
  from: Date;
  before: Date | undefined;
}

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;
const within = (moment: SQL, { from, before }: MomentRange) =>
  before === undefined ? sql`${moment} >= ${at(from)}` : sql`(${moment} >= ${at(from)} and ${moment} < ${at(before)})`;

/** When an import was made, or first seen where nobody told. An index is on exactly this. */
export const born = sql`coalesce(created_at, first_seen_at)`;

export function bornWithin(range: MomentRange): SQL {
  return within(born, range);
}

/**
 * How far along a status is. Undoing says that something was migrated, at least the sample; what was migrated before
 * stands in the stays. A text that is none of the nine says nothing.
 */
const rankOf = (key: SQL) => sql`case ${key}
  when 'Waiting to start sample migration' then 1 when 'Sample migration in progress' then 2
  when 'Sample migration completed' then 3 when 'Undo in progress' then 3 when 'Migration cleaned' then 3
  when 'In preparation' then 4 when 'Migration in progress' then 5 when 'Migration completed' then 6 else 0 end`;

/** The farthest an import ever was, moves back included. Most stand at the end of the way: those need no second look. */
export const farthest = sql`greatest(${rankOf(sql`imports.status_key`)},
  case when imports.status_key = 'Migration completed' then 0 else (
    select max(${rankOf(sql`s.status_key`)}) from stays s
    where s.environment = imports.environment and s.import_id = imports.id
  ) end)`;

/** Whether the customer asked, or somebody acted as if they had. */
export const wasAsked = sql`(imports.decision <> 'none' or exists (
  select 1 from full_requests r where r.environment = imports.environment and r.import_id = imports.id
))`;

export function hasReached(step: ReachedStep): SQL {
  switch (step) {
    case 'credentials':
      return sql`${farthest} >= 1`;
    case 'sample':
      return sql`${farthest} >= 3`;
    case 'asked':
      return sql`(${farthest} >= 4 or ${wasAsked})`;
    case 'accepted':
      return sql`(${farthest} >= 4 or imports.decision = 'accepted')`;
    case 'completed':
      return sql`${farthest} >= 6`;
  }
}

/**
 * Imports and when their full migration was first completed, since `from`: the beginning of that status where it lasts
 * or was left for another one, and the end of the run before it where the import has gone since. What comes after the
 * end of a range is left out early, so that a week long ago is not found by reading everything since.
 */
export function completions(environment: Environment, from: Date, before?: Date): SQL {
  const early = (moment: SQL) => (before === undefined ? sql`` : sql` and ${moment} < ${at(before)}`);
  const left = sql`ended_at - stayed_s * interval '1 second'`;
  return sql`(select id, min(moment) as moment from (
      select id, since_to as moment from imports
        where environment = ${environment} and status_key = 'Migration completed' and gone = false
          and since_to >= ${at(from)}${early(sql`since_to`)}
      union all
      select import_id, ${left} from stays
        where environment = ${environment} and status_key = 'Migration completed' and ended_at >= ${at(from)}
          ${early(left)}
      union all
      select s.import_id, s.ended_at from stays s
        join imports i on i.environment = s.environment and i.id = s.import_id
        where s.environment = ${environment} and s.status_key = 'Migration in progress' and s.ended_at >= ${at(from)}
          ${early(sql`s.ended_at`)} and i.gone and i.status_key = 'Migration completed'
    ) told group by id having min(moment) >= ${at(from)})`;
}

export function completedWithin(environment: Environment, range: MomentRange): SQL {
  return sql`imports.id in (select id from ${completions(environment, range.from, range.before)} as completed
    where ${within(sql`moment`, range)})`;
}
