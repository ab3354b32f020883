import type { Caller } from '../contract/caller';
import type { Role } from '../contract/roles';
import { LandfallError } from '../core/errors';
import { recordChange } from '../store/events/changes';
import { updateStaff } from '../store/staff/staff';
import { type StaffDeps, auditSnapshot, lockForChange, rejectLastAdmin, hasDirectoryRole } from './staff-deps';

/** Takes effect on the person's very next request, since every handler reads the role again. */
export async function changeRole(deps: StaffDeps, change: { id: string; role: Role; caller: Caller }): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const { row, isLastAdmin } = await lockForChange(tx, change.id);
    if (row.role === change.role) return;
    if (hasDirectoryRole(deps, row)) {
      throw new LandfallError('conflict', {
        userMessage: 'The company directory decides this role at each sign-in. Change it there.',
      });
    }
    rejectLastAdmin(isLastAdmin);
    await updateStaff(tx, row.id, { role: change.role });
    await recordChange(tx, { kind: 'staff', environment: 'live', subject: row.id });
    await deps.audit.append(tx, {
      caller: change.caller,
      action: 'staff.role_changed',
      subject: row.email,
      before: auditSnapshot(row),
      after: auditSnapshot({ ...row, role: change.role }),
    });
  });
}
