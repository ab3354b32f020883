import type { Caller } from '../contract/caller';
import type { StaffWithPassword } from '../contract/staff';
import { updateStaff } from '../store/staff';
import { checkPassword } from './check-password';
import { endAllSessions } from './create-sessions';
import { hashPassword } from './hash-password';
import { makePassword } from './make-password';
import { type StaffParts, lockForChange } from './staff-parts';

/** Whoever knew the old password is out: every session ends with it. */
export async function resetPassword(
  parts: StaffParts,
  change: { id: string; password?: string | undefined; caller: Caller },
): Promise<StaffWithPassword> {
  const password = change.password ?? makePassword();
  checkPassword(password);
  const passwordHash = await hashPassword(password);
  return parts.database.transaction(async (tx) => {
    const { row } = await lockForChange(tx, change.id);
    await updateStaff(tx, row.id, { passwordHash });
    const sessionsEnded = await endAllSessions(tx, row.id, parts.clock.now());
    await parts.audit.append(tx, {
      caller: change.caller,
      action: 'staff.password_reset',
      subject: row.email,
      after: { sessionsEnded },
    });
    return { id: row.id, email: row.email, password: change.password === undefined ? password : null };
  });
}
