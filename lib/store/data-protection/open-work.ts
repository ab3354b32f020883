import { and, count, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { creationAttempts } from '../schema/creation-attempts';
import { bulkRuns, decisions } from '../schema/sponsorship';
import { customerTable, hasUsername, type CustomerSubject } from './customer-rows';

/** Creations that a process is sending at the moment. */
export async function countCreatingAttempts(db: Db, spellings: readonly string[]): Promise<number> {
  const [row] = await db
    .select({ rows: count() })
    .from(creationAttempts)
    .where(
      and(
        hasUsername(creationAttempts.username, spellings),
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

/** The items of bulk decisions that still run and match the pattern. */
export async function listOpenBulkItems(db: Db, pattern: string): Promise<unknown[]> {
  const rows = await db
    .select({ items: bulkRuns.items })
    .from(bulkRuns)
    .where(sql`${bulkRuns.finishedAt} is null and ${bulkRuns.items}::text ~* ${pattern}`);
  return rows.map(({ items }) => items);
}
