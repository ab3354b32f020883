import { and, count, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { prepareOnce } from '../database/prepare-once';
import { sessions, staff } from '../schema/staff';
import type { StaffRow } from './staff';

export type SessionRow = typeof sessions.$inferSelect;

export async function insertSession(tx: Db, row: typeof sessions.$inferInsert): Promise<void> {
  await tx.insert(sessions).values(row);
}

const sessionWithStaff = prepareOnce((db) =>
  db
    .select({ session: sessions, staff })
    .from(sessions)
    .innerJoin(staff, eq(staff.id, sessions.staffId))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare(''),
);

export async function findSessionWithStaff(
  db: Db,
  id: string,
): Promise<{ session: SessionRow; staff: StaffRow } | undefined> {
  const [row] = await sessionWithStaff(db).execute({ id });
  return row;
}

export async function touchSession(db: Db, id: string, at: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastActiveAt: at })
    .where(and(eq(sessions.id, id), lt(sessions.lastActiveAt, at), isNull(sessions.endedAt)));
}

/** False if it had already ended. */
export async function endSession(tx: Db, id: string, at: Date): Promise<boolean> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: at })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

export async function endStaffSessions(tx: Db, staffIds: readonly string[], at: Date): Promise<number> {
  if (staffIds.length === 0) return 0;
  const ended = await tx
    .update(sessions)
    .set({ endedAt: at })
    .where(and(inArray(sessions.staffId, [...staffIds]), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  return ended.length;
}

/** Returns how many of this person's sessions ended. */
export async function endOtherSessions(tx: Db, staffId: string, kept: { id: string; at: Date }): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: kept.at })
    .where(and(eq(sessions.staffId, staffId), ne(sessions.id, kept.id), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  return ended.length;
}

/** Sessions of a person that have not ended or expired, most recently used first. */
export async function listLiveSessions(
  db: Db,
  staffId: string,
  limits: { createdAfter: Date; activeAfter: Date },
): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.staffId, staffId),
        isNull(sessions.endedAt),
        gt(sessions.createdAt, limits.createdAfter),
        gt(sessions.lastActiveAt, limits.activeAfter),
      ),
    )
    .orderBy(desc(sessions.lastActiveAt), desc(sessions.createdAt))
    .limit(200);
}

/** Sessions per staff member that have not ended or expired. */
export async function countLiveSessions(
  db: Db,
  limits: { createdAfter: Date; activeAfter: Date },
): Promise<Map<string, number>> {
  const rows = await db
    .select({ staffId: sessions.staffId, sessions: count() })
    .from(sessions)
    .where(
      and(
        isNull(sessions.endedAt),
        gt(sessions.createdAt, limits.createdAfter),
        gt(sessions.lastActiveAt, limits.activeAfter),
      ),
    )
    .groupBy(sessions.staffId);
  return new Map(rows.map((row) => [row.staffId, row.sessions]));
}

/** The audit log keeps who signed in and when. */
export async function sweepSessions(db: Db, before: Date): Promise<void> {
  await db.delete(sessions).where(or(lt(sessions.endedAt, before), lt(sessions.createdAt, before)));
}
