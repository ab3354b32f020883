import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Environment } from '../contract/environment';
import type { Db } from './database';
import { insertMany } from './insert-many';
import { stays } from './schema/imports';

export type NewStay = typeof stays.$inferInsert;

/** A late fact may change how long something stayed, so an import's stays are written anew when they differ. */
export async function replaceStays(
  tx: Db,
  environment: Environment,
  importIds: readonly string[],
  rows: readonly NewStay[],
): Promise<void> {
  if (importIds.length === 0) return;
  await tx.delete(stays).where(and(eq(stays.environment, environment), inArray(stays.importId, [...importIds])));
  await insertMany(tx, stays, rows);
}

/** How long the most recent stays in a status lasted: what "usual" is measured by. */
export async function summariseStays(
  db: Db,
  environment: Environment,
  statusKey: string,
  most: number,
): Promise<{ count: number; p90S: number | null }> {
  const recent = db
    .select({ stayedS: stays.stayedS })
    .from(stays)
    .where(and(eq(stays.environment, environment), eq(stays.statusKey, statusKey)))
    .orderBy(desc(stays.endedAt))
    .limit(most)
    .as('recent');
  const [row] = await db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      p90S: sql<number | null>`percentile_cont(0.9) within group (order by ${recent.stayedS})`,
    })
    .from(recent);
  return row ?? { count: 0, p90S: null };
}
