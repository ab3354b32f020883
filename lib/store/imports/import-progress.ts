import { sql, type SQL } from 'drizzle-orm';

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

/** Also in the function `landfall_days_of`, which counts for the funnel. */
export function hasReached(step: ReachedStep): SQL {
  switch (step) {
    case 'credentials':
      return sql`imports.stage >= 1`;
    case 'sample':
      return sql`imports.stage >= 3`;
    case 'asked':
      return sql`(imports.stage >= 4 or imports.requested or imports.decision <> 'none')`;
    case 'accepted':
      return sql`(imports.stage >= 4 or imports.decision = 'accepted')`;
    case 'completed':
      return sql`imports.stage >= 6`;
  }
}

/** Through the index `imports_completed`. */
export function completedWithin(range: TimeRange): SQL {
  return within(sql`imports.completed_at`, range);
}
