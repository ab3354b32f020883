import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Role } from '../../contract/roles';
import type { Db } from '../database/database';
import { staff } from '../schema/staff';

export type StaffRow = typeof staff.$inferSelect;

export async function findStaff(db: Db, id: string): Promise<StaffRow | undefined> {
  const [row] = await db.select().from(staff).where(eq(staff.id, id)).limit(1);
  return row;
}

export async function findStaffByEmail(db: Db, email: string): Promise<StaffRow | undefined> {
  const [row] = await db
    .select()
    .from(staff)
    .where(eq(sql`lower(${staff.email})`, email.toLowerCase()))
    .limit(1);
  return row;
}

export async function findStaffByOidcSubject(db: Db, subject: string): Promise<StaffRow | undefined> {
  const [row] = await db.select().from(staff).where(eq(staff.oidcSubject, subject)).limit(1);
  return row;
}

export async function lockStaff(tx: Db, id: string): Promise<StaffRow | undefined> {
  const [row] = await tx.select().from(staff).where(eq(staff.id, id)).for('update');
  return row;
}

/** In id order, so that two admins who demote each other at the same time cannot both succeed. */
export async function lockActiveAdmins(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.role, 'admin'), isNull(staff.disabledAt)))
    .orderBy(asc(staff.id))
    .for('update');
  return rows.map((row) => row.id);
}

export async function listStaff(db: Db): Promise<StaffRow[]> {
  return db.select().from(staff).orderBy(asc(staff.email)).limit(5000);
}

/** Most recently seen first. */
export async function listActiveAdmins(db: Db, limit: number): Promise<{ name: string; email: string }[]> {
  return db
    .select({ name: staff.name, email: staff.email })
    .from(staff)
    .where(and(eq(staff.role, 'admin'), isNull(staff.disabledAt)))
    .orderBy(sql`${staff.lastSeenAt} desc nulls last`, asc(staff.email))
    .limit(limit);
}

export async function countActiveStaff(db: Db): Promise<number> {
  return db.$count(staff, isNull(staff.disabledAt));
}

/** Which kinds of accounts there are, and whether one of each kind is enabled. */
export async function listStaffSources(db: Db): Promise<{ source: StaffRow['source']; active: boolean }[]> {
  return db
    .select({ source: staff.source, active: sql<boolean>`bool_or(${staff.disabledAt} is null)` })
    .from(staff)
    .groupBy(staff.source);
}

export async function hasLocalAccounts(db: Db): Promise<boolean> {
  const rows = await db
    .select({ id: staff.id })
    .from(staff)
    .where(and(isNull(staff.disabledAt), isNotNull(staff.passwordHash)))
    .limit(1);
  return rows.length > 0;
}

/** Undefined if the e-mail is already used. */
export async function insertStaff(tx: Db, row: typeof staff.$inferInsert): Promise<StaffRow | undefined> {
  const [inserted] = await tx.insert(staff).values(row).onConflictDoNothing().returning();
  return inserted;
}

export async function updateStaff(
  tx: Db,
  id: string,
  change: {
    name?: string;
    role?: Role;
    passwordHash?: string | null;
    passwordChangedAt?: Date;
    oidcSubject?: string | null;
    disabledAt?: Date | null;
  },
): Promise<void> {
  await tx.update(staff).set(change).where(eq(staff.id, id));
}

export async function touchStaff(db: Db, id: string, at: Date): Promise<void> {
  await db.update(staff).set({ lastSeenAt: at }).where(eq(staff.id, id));
}

/** Outside demo mode, demo accounts must not work. Returns the disabled accounts. */
export async function disableDemoStaff(tx: Db, at: Date): Promise<StaffRow[]> {
  return tx
    .update(staff)
    .set({ disabledAt: at })
    .where(and(eq(staff.source, 'demo'), isNull(staff.disabledAt)))
    .returning();
}
