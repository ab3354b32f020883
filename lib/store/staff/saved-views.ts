import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { savedViews } from '../schema/staff';

export type SavedViewRow = typeof savedViews.$inferSelect;

export async function listSavedViews(db: Db, staffId: string): Promise<SavedViewRow[]> {
  return db
    .select()
    .from(savedViews)
    .where(sql`/* keep the plan */ ${or(eq(savedViews.staffId, staffId), eq(savedViews.shared, true))}`)
    .orderBy(asc(savedViews.createdAt))
    .limit(500);
}

export async function countSavedViews(db: Db, staffId: string): Promise<number> {
  return db.$count(savedViews, eq(savedViews.staffId, staffId));
}

export async function insertSavedView(tx: Db, row: typeof savedViews.$inferInsert): Promise<void> {
  await tx.insert(savedViews).values(row);
}

/** False if the staff member has no such view. */
export async function updateSavedView(
  tx: Db,
  view: { id: string; staffId: string },
  change: { name?: string; query?: string; shared?: boolean },
): Promise<boolean> {
  const changed = await tx
    .update(savedViews)
    .set(change)
    .where(and(eq(savedViews.id, view.id), eq(savedViews.staffId, view.staffId)))
    .returning({ id: savedViews.id });
  return changed.length > 0;
}

export async function deleteSavedView(tx: Db, view: { id: string; staffId: string }): Promise<boolean> {
  const deleted = await tx
    .delete(savedViews)
    .where(and(eq(savedViews.id, view.id), eq(savedViews.staffId, view.staffId)))
    .returning({ id: savedViews.id });
  return deleted.length > 0;
}
