import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../database/database';
import { startLinks } from '../schema/start-links';

export type StartLinkRow = typeof startLinks.$inferSelect;

export async function insertStartLink(tx: Db, row: typeof startLinks.$inferInsert): Promise<void> {
  await tx.insert(startLinks).values(row);
}

export async function getStartLink(db: Db, id: string): Promise<StartLinkRow | undefined> {
  const [row] = await db.select().from(startLinks).where(eq(startLinks.id, id));
  return row;
}

/** Keeps the first import, so that a returning customer resumes it instead of creating a second. */
export async function setStartLinkImport(tx: Db, id: string, used: { importId: string; at: Date }): Promise<void> {
  await tx
    .update(startLinks)
    .set({ importId: used.importId, usedAt: used.at })
    .where(and(eq(startLinks.id, id), isNull(startLinks.importId)));
}

/** For a customer who deliberately starts again: the link then follows the new import. */
export async function clearStartLinkImport(tx: Db, id: string): Promise<void> {
  await tx.update(startLinks).set({ importId: null, usedAt: null }).where(eq(startLinks.id, id));
}
