import { and, desc, eq, isNull, lte, max, or } from 'drizzle-orm';
import type { Db } from '../database/database';
import { imports } from '../schema/imports';
import { customerLinks, startLinks } from '../schema/start-links';

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

/** Links that led to the import, or were created for its customer. */
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

/** When the last link created until then expires. `pages` covers links to the customer's page that have rows. */
export async function readLatestLinkExpiry(
  db: Db,
  until: Date,
): Promise<{ starts: Date | null; pages: Date | null; hasImports: boolean }> {
  const latest = async (table: typeof startLinks | typeof customerLinks) => {
    const [row] = await db
      .select({ at: max(table.expiresAt) })
      .from(table)
      .where(and(lte(table.createdAt, until), isNull(table.revokedAt)));
    return row?.at ?? null;
  };
  const [first] = await db.select({ id: imports.id }).from(imports).where(eq(imports.environment, 'live')).limit(1);
  return { starts: await latest(startLinks), pages: await latest(customerLinks), hasImports: first !== undefined };
}
