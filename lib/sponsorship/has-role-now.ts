import { roleAtLeast, type Role } from '../contract/roles';
import type { Db } from '../store/database/database';
import { findStaff } from '../store/staff/staff';

/** For what takes effect later than the person decided it. False for a disabled account, and without an account. */
export async function hasRoleNow(db: Db, staffId: string | null, role: Role): Promise<boolean> {
  const person = staffId === null ? undefined : await findStaff(db, staffId);
  return person !== undefined && person.disabledAt === null && roleAtLeast(person.role, role);
}
