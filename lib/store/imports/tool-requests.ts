import { and, asc, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '../database/database';
import { toolRequests } from '../schema/start-links';

export type ToolRequestRow = typeof toolRequests.$inferSelect;

/** False if it is stored already. */
export async function insertToolRequest(tx: Db, row: typeof toolRequests.$inferInsert): Promise<boolean> {
  const stored = await tx.insert(toolRequests).values(row).onConflictDoNothing().returning({ id: toolRequests.id });
  return stored.length > 0;
}

/** Open ones from the oldest, handled ones from the newest. */
export async function listToolRequests(db: Db, state: 'open' | 'handled', limit: number): Promise<ToolRequestRow[]> {
  const query = db.select().from(toolRequests);
  return state === 'open'
    ? query.where(isNull(toolRequests.handledAt)).orderBy(asc(toolRequests.at), asc(toolRequests.id)).limit(limit)
    : query.where(isNotNull(toolRequests.handledAt)).orderBy(desc(toolRequests.at), desc(toolRequests.id)).limit(limit);
}

export async function countOpenToolRequests(db: Db): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(toolRequests).where(isNull(toolRequests.handledAt));
  return row?.rows ?? 0;
}

export async function getToolRequest(db: Db, id: string): Promise<ToolRequestRow | undefined> {
  const [row] = await db.select().from(toolRequests).where(eq(toolRequests.id, id));
  return row;
}

/** False if someone else handled it first. */
export async function setToolRequestHandled(
  tx: Db,
  id: string,
  handled: { at: Date; by: string; note: string },
): Promise<boolean> {
  const rows = await tx
    .update(toolRequests)
    .set({ handledAt: handled.at, handledBy: handled.by, note: handled.note })
    .where(and(eq(toolRequests.id, id), isNull(toolRequests.handledAt)))
    .returning({ id: toolRequests.id });
  return rows.length === 1;
}
