import type { Caller } from '../contract/caller';
import { updateStaff } from '../store/staff';
import { endAllSessions } from './create-sessions';
import { type StaffParts, facts, lockForChange, refuseLastAdmin } from './staff-parts';

/** Ends every session; the row stays, since the record speaks of the person. */
export async function disableStaff(parts: StaffParts, change: { id: string; caller: Caller }): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const { row, isLastAdmin } = await lockForChange(tx, change.id);
    if (row.disabledAt !== null) return;
    refuseLastAdmin(isLastAdmin);
    const at = parts.clock.now();
    await updateStaff(tx, row.id, { disabledAt: at });
    const ended = await endAllSessions(tx, row.id, at);
    await parts.audit.append(tx, {
      caller: change.caller,
      action: 'staff.disabled',
      subject: row.email,
      before: facts(row),
      after: { ...facts({ ...row, disabledAt: at }), sessionsEnded: ended },
    });
  });
}
