import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import type { Db } from '../database/database';
import { accountLinks, staff } from '../schema/staff';
import type { StaffRow } from './staff';

export type AccountLinkRow = typeof accountLinks.$inferSelect;

export async function insertAccountLink(
  tx: Db,
  row: Pick<AccountLinkRow, 'tokenHash' | 'staffId' | 'shownToId' | 'createdAt' | 'expiresAt'>,
): Promise<void> {
  await tx.insert(accountLinks).values(row);
}

/** A replaced or withdrawn link expires at its creation, which no other link does. */
export async function replaceUnusedLinks(tx: Db, staffId: string): Promise<void> {
  await tx
    .update(accountLinks)
    .set({ expiresAt: accountLinks.createdAt })
    .where(and(eq(accountLinks.staffId, staffId), isNull(accountLinks.usedAt)));
}

/** Unused links that this person saw and could open as another one. Returns how many there were. */
export async function withdrawLinksShownTo(tx: Db, shownToId: string, at: Date): Promise<number> {
  const { createdAt, expiresAt, staffId, tokenHash, usedAt } = accountLinks;
  const withdrawn = await tx
    .update(accountLinks)
    .set({ expiresAt: createdAt })
    .where(and(eq(accountLinks.shownToId, shownToId), ne(staffId, shownToId), isNull(usedAt), gt(expiresAt, at)))
    .returning({ tokenHash });
  return withdrawn.length;
}

export async function findAccountLink(
  db: Db,
  tokenHash: string,
): Promise<{ link: AccountLinkRow; staff: StaffRow } | undefined> {
  const [row] = await db
    .select({ link: accountLinks, staff })
    .from(accountLinks)
    .innerJoin(staff, eq(staff.id, accountLinks.staffId))
    .where(eq(accountLinks.tokenHash, tokenHash))
    .limit(1);
  return row;
}

/** False if it was used, replaced or expired before. */
export async function markLinkUsed(tx: Db, tokenHash: string, at: Date): Promise<boolean> {
  const used = await tx
    .update(accountLinks)
    .set({ usedAt: at })
    .where(and(eq(accountLinks.tokenHash, tokenHash), isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, at)))
    .returning({ tokenHash: accountLinks.tokenHash });
  return used.length === 1;
}

export async function hasUsableLink(tx: Db, staffId: string, at: Date): Promise<boolean> {
  const { usedAt, expiresAt } = accountLinks;
  return (await tx.$count(accountLinks, and(eq(accountLinks.staffId, staffId), isNull(usedAt), gt(expiresAt, at)))) > 0;
}

/** Returns how many links were not confirmed before. */
export async function confirmLinks(
  tx: Db,
  confirmation: { staffId: string; confirmedById: string; at: Date },
): Promise<number> {
  const { staffId, confirmedById, at } = confirmation;
  const confirmed = await tx
    .update(accountLinks)
    .set({ confirmedById, confirmedAt: at })
    .where(and(eq(accountLinks.staffId, staffId), isNull(accountLinks.confirmedAt)))
    .returning({ tokenHash: accountLinks.tokenHash });
  return confirmed.length;
}
