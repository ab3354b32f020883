import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { customerLinks } from '../schema/start-links';

export type CustomerLinkRow = typeof customerLinks.$inferSelect;

/** Links exist for live imports only. */
const ofImport = (importId: string) => and(eq(customerLinks.environment, 'live'), eq(customerLinks.importId, importId));

export async function insertCustomerLink(tx: Db, row: typeof customerLinks.$inferInsert): Promise<void> {
  await tx.insert(customerLinks).values(row);
}

/** `link`: this link is revoked, or its row is gone. `allBefore`: all that were issued until then are. */
export async function findRevocation(
  db: Db,
  { importId, linkId }: { importId: string; linkId: string | undefined },
): Promise<{ link: boolean; allBefore: Date | undefined }> {
  const isAll = and(ofImport(importId), eq(customerLinks.kind, 'all'));
  const rows = await db
    .select({ id: customerLinks.id, kind: customerLinks.kind, revokedAt: customerLinks.revokedAt })
    .from(customerLinks)
    .where(linkId === undefined ? isAll : or(isAll, eq(customerLinks.id, linkId)))
    .orderBy(desc(customerLinks.revokedAt));
  const own = rows.find(({ id }) => id === linkId);
  return {
    link: linkId !== undefined && (own === undefined || own.revokedAt !== null),
    allBefore: rows.find(({ kind }) => kind === 'all')?.revokedAt ?? undefined,
  };
}

const useIntervalMs = 60_000;

/** At most once a minute, so that reloading a page does not write each time. */
export async function recordLinkUse(db: Db, id: string, at: Date): Promise<void> {
  const before = new Date(at.getTime() - useIntervalMs);
  await db
    .update(customerLinks)
    .set({ lastUsedAt: at, uses: sql`${customerLinks.uses} + 1` })
    .where(and(eq(customerLinks.id, id), or(isNull(customerLinks.lastUsedAt), lt(customerLinks.lastUsedAt, before))));
}

/** The newest first. Expired ones are left out. */
export async function listCustomerLinks(db: Db, importId: string, now: Date): Promise<CustomerLinkRow[]> {
  return db
    .select()
    .from(customerLinks)
    .where(and(ofImport(importId), eq(customerLinks.kind, 'migration'), gt(customerLinks.expiresAt, now)))
    .orderBy(desc(customerLinks.createdAt))
    .limit(200);
}

/** Returns how many were not revoked before. */
export async function revokeCustomerLinks(
  tx: Db,
  which: { importId: string; id?: string },
  revoked: { at: Date; by: string },
): Promise<number> {
  const rows = await tx
    .update(customerLinks)
    .set({ revokedAt: revoked.at, revokedBy: revoked.by })
    .where(
      and(
        ofImport(which.importId),
        eq(customerLinks.kind, 'migration'),
        isNull(customerLinks.revokedAt),
        which.id === undefined ? undefined : eq(customerLinks.id, which.id),
      ),
    )
    .returning({ id: customerLinks.id });
  return rows.length;
}
