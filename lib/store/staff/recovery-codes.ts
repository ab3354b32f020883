import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../database/database';
import { recoveryCodes, staff } from '../schema/staff';

export async function insertRecoveryCodes(
  tx: Db,
  { staffId, codeHashes, at }: { staffId: string; codeHashes: readonly string[]; at: Date },
): Promise<void> {
  await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ staffId, codeHash, createdAt: at })));
}

/** False if the code is unknown or has been used. */
export async function markCodeUsed(
  tx: Db,
  { staffId, codeHash, at }: { staffId: string; codeHash: string; at: Date },
): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(and(eq(recoveryCodes.staffId, staffId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
    .returning({ staffId: recoveryCodes.staffId });
  return used.length > 0;
}

const unusedOf = (staffId: string) => and(eq(recoveryCodes.staffId, staffId), isNull(recoveryCodes.usedAt));

export async function countUnusedCodes(db: Db, staffId: string): Promise<number> {
  return db.$count(recoveryCodes, unusedOf(staffId));
}

/** In one statement, since the page of an account needs much else. */
export async function findStaffWithCodes(
  db: Db,
  id: string,
): Promise<{ row: typeof staff.$inferSelect; unusedCodes: number } | undefined> {
  const [found] = await db
    .select({ row: staff, unusedCodes: db.$count(recoveryCodes, unusedOf(id)) })
    .from(staff)
    .where(eq(staff.id, id))
    .limit(1);
  return found;
}

/** Returns how many unused codes were deleted. */
export async function deleteRecoveryCodes(tx: Db, staffId: string): Promise<number> {
  const deleted = await tx
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.staffId, staffId))
    .returning({ usedAt: recoveryCodes.usedAt });
  return deleted.filter(({ usedAt }) => usedAt === null).length;
}
