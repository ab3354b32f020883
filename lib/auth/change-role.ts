import type { Caller } from '../contract/caller';
import type { Role } from '../contract/roles';
import { LandfallError } from '../core/errors';
import { recordChange } from '../store/changes';
import { updateStaff } from '../store/staff';
import { type StaffParts, facts, lockForChange, refuseLastAdmin, rolesComeFromDirectory } from './staff-parts';

/** Takes effect on the person's very next request, since every handler reads the role again. */
export async function changeRole(parts: StaffParts, change: { id: string; role: Role; caller: Caller }): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const { row, isLastAdmin } = await lockForChange(tx, change.id);
    if (row.role === change.role) return;
    if (rolesComeFromDirectory(parts, row)) {
      throw new LandfallError('conflict', {
        person: 'The company directory decides this role at each sign-in. Change it there.',
      });
    }
    refuseLastAdmin(isLastAdmin);
    await updateStaff(tx, row.id, { role: change.role });
    await recordChange(tx, { kind: 'staff', environment: 'live', subject: row.id });
    await parts.audit.append(tx, {
      caller: change.caller,
      action: 'staff.role_changed',
      subject: row.email,
      before: facts(row),
      after: facts({ ...row, role: change.role }),
    });
  });
}
