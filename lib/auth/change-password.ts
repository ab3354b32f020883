import type { ChangePasswordBody } from '../contract/account-requests';
import type { Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { endOtherSessions } from '../store/staff/sessions';
import { findStaff, updateStaff } from '../store/staff/staff';
import type { AuthDeps, Identity } from './auth-deps';
import { tooManyAttempts } from './confirm-identity';
import { isCompanyAccount } from './is-company-account';
import { limitAttempts, ownerBucket } from './limit-attempts';
import { checkPassword, hashPassword, verifyPassword } from './passwords';
import { rejectEndedSession, renewSession } from './sessions';
import { changeStaff } from './staff-operations';

/** Ends the person's other sessions. Returns the id of the session that replaces this one. */
export async function changePassword(
  deps: AuthDeps,
  given: ChangePasswordBody & { identity: Identity; caller: Caller },
): Promise<{ sessionId: string; ended: number }> {
  const { identity, caller, current, password } = given;
  const { staff } = identity;
  const row = await findStaff(deps.database.db, staff.id);
  if (row === undefined || isCompanyAccount(row)) {
    throw new LandfallError('conflict', 'You sign in with your company account. Change the password there.');
  }
  const limits = { buckets: [ownerBucket(staff.id)], caller, wrong: 'wrong current password' };
  const result = await limitAttempts(deps, limits, async () =>
    (await verifyPassword(row.passwordHash, current)) ? true : undefined,
  );
  if (!result.ok) {
    if (result.reason === 'throttled') throw tooManyAttempts();
    throw new LandfallError('invalid', { errors: [{ field: 'current', message: 'This is not your password' }] });
  }
  await checkPassword(password, staff.email);
  const passwordHash = await hashPassword(password);
  let ended = 0;
  await changeStaff(deps, { id: staff.id, caller }, async (tx, locked) => {
    await rejectEndedSession(tx, identity);
    // A reset in the meantime must not be undone with the old password.
    if (locked.passwordHash !== row.passwordHash) {
      throw new LandfallError('conflict', 'Your password was changed in the meantime. Sign in again.');
    }
    const at = deps.clock.now();
    await updateStaff(tx, locked.id, { passwordHash, passwordChangedAt: at });
    ended = await endOtherSessions(tx, locked.id, { id: identity.sessionId, at });
    return { action: 'staff.password_changed', after: { sessionsEnded: ended } };
  });
  return { sessionId: await renewSession(deps, { identity, caller, way: 'password' }), ended };
}
