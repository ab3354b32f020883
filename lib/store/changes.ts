import { asc, gt, sql } from 'drizzle-orm';
import type { Change } from '../contract/stream';
import type { Db } from './database';
import { changes } from './schema/changes';

export const changeChannel = 'landfall_changes';

/** Part of the transaction that made the change: what rolls back is never told. NOTIFY carries the id alone. */
export async function recordChange(tx: Db, change: Omit<Change, 'id'>): Promise<void> {
  const [row] = await tx
    .insert(changes)
    .values({ at: sql`now()`, kind: change.kind, environment: change.environment, subject: change.subject })
    .returning({ id: changes.id });
  if (row) await tx.execute(sql`select pg_notify(${changeChannel}, ${String(row.id)})`);
}

export async function listChangesAfter(db: Db, id: number, limit: number): Promise<(typeof changes.$inferSelect)[]> {
  return db.select().from(changes).where(gt(changes.id, id)).orderBy(asc(changes.id)).limit(limit);
}
