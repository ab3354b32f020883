import type { StaffMember } from '../auth/identity';
import { type Role, roleAtLeast } from '../contract/roles';
import { LandfallError } from '../core/errors';

/** For what the matrix cannot say, because it depends on the body: `start_full` needs more than creating does. */
export function requireRole(staff: StaffMember, needed: Role): void {
  if (roleAtLeast(staff.role, needed)) return;
  throw new LandfallError('forbidden', { userMessage: `This needs the role ${needed}; yours is ${staff.role}.` });
}
