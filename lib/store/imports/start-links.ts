import { and, desc, eq, isNull, or } from 'drizzle-orm';
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

/** Those that led to the import, or were created for its customer. */
const concerning = ({ importId, username }: { importId: string; username: string | null }) =>
  username === null
    ? eq(startLinks.importId, importId)
    : or(eq(startLinks.importId, importId), and(isNull(startLinks.importId), eq(startLinks.username, username)));

/** The newest first. */
export async function listStartLinks(
  db: Db,
  subject: { importId: string; username: string | null },
): Promise<StartLinkRow[]> {
  return db.select().from(startLinks).where(concerning(subject)).orderBy(desc(startLinks.createdAt)).limit(200);
}

/** Returns how many were not revoked before. */
export async function revokeStartLinks(
  tx: Db,
  which: { importId: string; username: string | null; id?: string },
  revoked: { at: Date; by: string },
): Promise<number> {
  const one = which.id === undefined ? undefined : eq(startLinks.id, which.id);
  const rows = await tx
    .update(startLinks)
    .set({ revokedAt: revoked.at, revokedBy: revoked.by })
    .where(and(concerning(which), isNull(startLinks.revokedAt), one))
    .returning({ id: startLinks.id });
  return rows.length;
}
