import { appendAudit } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import { recordChange } from '../store/events/changes';
import { findAccountLink, markLinkUsed } from '../store/staff/account-links';
import { endStaffSessions } from '../store/staff/sessions';
import { lockStaff, updateStaff } from '../store/staff/staff';
import type { AuthDeps } from './auth-deps';
import { hashLinkToken } from './create-account-link';
import { linkState, openAccountLink, type UnusableLink } from './open-account-link';
import { findPasswordProblem, hashPassword, passwordProblems } from './passwords';

export const chosenPasswordProblems = { ...passwordProblems, different: 'The two passwords are different' } as const;

type SetPasswordResult =
  | { kind: 'set'; email: string }
  | { kind: 'invalid'; problem: keyof typeof chosenPasswordProblems }
  | UnusableLink;

/** Of several concurrent calls with one link, one sets its password. */
export async function setPasswordByLink(
  deps: AuthDeps,
  given: { token: string; password: string; repeated: string; caller: Caller },
): Promise<SetPasswordResult> {
  const { token, password, repeated, caller } = given;
  const opened = await openAccountLink(deps, { token, caller });
  if (opened.kind !== 'ready') return opened;
  const problem =
    (await findPasswordProblem(password, opened.email)) ?? (password === repeated ? undefined : 'different');
  if (problem !== undefined) return { kind: 'invalid', problem };
  const passwordHash = await hashPassword(password);
  const tokenHash = hashLinkToken(token);
  return deps.database.transaction(async (tx): Promise<SetPasswordResult> => {
    // Locked before the link is read again, because a reset or disabling the account may be under way.
    await lockStaff(tx, opened.staffId);
    const found = await findAccountLink(tx, tokenHash);
    if (found === undefined) return { kind: 'unknown' };
    const kind = linkState(deps, found);
    if (kind !== 'ready') return { kind };
    const { staff } = found;
    const at = deps.clock.now();
    if (!(await markLinkUsed(tx, tokenHash, at))) return { kind: 'used' };
    await updateStaff(tx, staff.id, { passwordHash, passwordChangedAt: at });
    const sessionsEnded = await endStaffSessions(tx, [staff.id], at);
    await recordChange(tx, { kind: 'staff', environment: 'live', subject: staff.id });
    await appendAudit(deps, tx, {
      caller,
      action: 'staff.password_set_by_link',
      subject: staff.email,
      after: { sessionsEnded },
    });
    return { kind: 'set', email: staff.email };
  });
}
