import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Db } from '../database/database';
import { passkeyChallenges } from '../schema/staff';

type ChallengeRow = typeof passkeyChallenges.$inferSelect;

export async function insertChallenge(tx: Db, row: typeof passkeyChallenges.$inferInsert): Promise<void> {
  await tx.insert(passkeyChallenges).values(row);
}

/** Undefined if it is unknown, used, expired, or was made for another purpose or person. */
export async function takeChallenge(
  db: Db,
  { id, purpose, staffId, at }: { id: string; purpose: ChallengeRow['purpose']; staffId: string | null; at: Date },
): Promise<string | undefined> {
  const [row] = await db
    .update(passkeyChallenges)
    .set({ usedAt: at })
    .where(
      and(
        eq(passkeyChallenges.id, id),
        eq(passkeyChallenges.purpose, purpose),
        staffId === null ? isNull(passkeyChallenges.staffId) : eq(passkeyChallenges.staffId, staffId),
        isNull(passkeyChallenges.usedAt),
        gt(passkeyChallenges.expiresAt, at),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return row?.challenge;
}

export async function sweepChallenges(db: Db, before: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, before));
}
