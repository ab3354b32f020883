import { and, count, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { creationAttempts } from '../schema/imports';
import { bulkRuns, decisions } from '../schema/sponsorship';
import { customerTable, hasUsername, type CustomerSubject } from './customer-rows';
import type { MentionPatterns } from './mentions';

/** Creations that a process is sending at the moment. */
export async function countCreatingAttempts(db: Db, username: string): Promise<number> {
  const [row] = await db
    .select({ rows: count() })
    .from(creationAttempts)
    .where(
      and(
        hasUsername(creationAttempts.username, username),
        inArray(creationAttempts.state, ['recorded', 'sending']),
        gt(creationAttempts.leaseUntil, sql`now()`),
      ),
    );
  return row?.rows ?? 0;
}

/** Decisions that are not settled. */
export async function listOpenDecisions(
  db: Db,
  subject: CustomerSubject,
): Promise<{ importId: string | null; state: string }[]> {
  return db
    .select({ importId: decisions.importId, state: decisions.state })
    .from(decisions)
    .where(
      and(
        customerTable('decisions').belongsTo(subject),
        inArray(decisions.state, ['proposed', 'approved', 'sending', 'unknown']),
      ),
    );
}

/** Whether a bulk decision that still runs names the customer; it would write its items again. */
export async function hasOpenBulkRun(db: Db, patterns: MentionPatterns): Promise<boolean> {
  const [row] = await db
    .select({ id: bulkRuns.id })
    .from(bulkRuns)
    .where(sql`${bulkRuns.finishedAt} is null and ${bulkRuns.items}::text ~* ${patterns.json}`)
    .limit(1);
  return row !== undefined;
}
