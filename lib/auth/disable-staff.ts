import type { Caller } from '../contract/caller';
import { updateStaff } from '../store/staff/staff';
import { endAllSessions } from './create-sessions';
import { type StaffDeps, auditSnapshot, lockForChange, rejectLastAdmin } from './staff-deps';

/** Ends every session; the row stays, since the record speaks of the person. */
export async function disableStaff(deps: StaffDeps, change: { id: string; caller: Caller }): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const { row, isLastAdmin } = await lockForChange(tx, change.id);
    if (row.disabledAt !== null) return;
    rejectLastAdmin(isLastAdmin);
    const at = deps.clock.now();
    await updateStaff(tx, row.id, { disabledAt: at });
    const ended = await endAllSessions(tx, row.id, at);
    await deps.audit.append(tx, {
      caller: change.caller,
      action: 'staff.disabled',
      subject: row.email,
      before: auditSnapshot(row),
      after: { ...auditSnapshot({ ...row, disabledAt: at }), sessionsEnded: ended },
    });
  });
}
