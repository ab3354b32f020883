import type { Caller } from '../contract/caller';
import type { StaffWithPassword } from '../contract/staff';
import { updateStaff } from '../store/staff/staff';
import { checkPassword } from './check-password';
import { endAllSessions } from './create-sessions';
import { hashPassword } from './hash-password';
import { generatePassword } from './generate-password';
import { type StaffDeps, lockForChange } from './staff-deps';

/** Whoever knew the old password is out: every session ends with it. */
export async function resetPassword(
  deps: StaffDeps,
  change: { id: string; password?: string | undefined; caller: Caller },
): Promise<StaffWithPassword> {
  const password = change.password ?? generatePassword();
  checkPassword(password);
  const passwordHash = await hashPassword(password);
  return deps.database.transaction(async (tx) => {
    const { row } = await lockForChange(tx, change.id);
    await updateStaff(tx, row.id, { passwordHash });
    const sessionsEnded = await endAllSessions(tx, row.id, deps.clock.now());
    await deps.audit.append(tx, {
      caller: change.caller,
      action: 'staff.password_reset',
      subject: row.email,
      after: { sessionsEnded },
    });
    return { id: row.id, email: row.email, password: change.password === undefined ? password : null };
  });
}
