import type { Caller } from '../contract/caller';
import { findStaffByEmail } from '../store/staff/staff';
import type { AuthDeps, StaffMember } from './auth-deps';
import { accountBucket, addressBucket, type FailedAttempt, limitAttempts, ownerBucket } from './limit-attempts';
import { verifyPassword } from './passwords';
import { maySignIn, toStaffMember, type SignInProof } from './sessions';

type PasswordSignInResult = { ok: true; staff: StaffMember; proof: SignInProof } | FailedAttempt;

/** Known and unknown accounts get the same answer in the same time. Only their own attempts count against the owner. */
export async function signInWithPassword(
  deps: AuthDeps,
  attempt: { email: string; password: string; caller: Caller; liveStaffId?: string | undefined },
): Promise<PasswordSignInResult> {
  const email = attempt.email.trim().toLowerCase().slice(0, 320).replaceAll('\u0000', '').toWellFormed();
  const { caller } = attempt;
  const row = await findStaffByEmail(deps.database.db, email);
  const isOwner = row !== undefined && attempt.liveStaffId === row.id;
  const buckets = isOwner ? [ownerBucket(row.id)] : [accountBucket(email), addressBucket(caller)];
  const wrong = 'wrong e-mail address or password';
  const result = await limitAttempts(deps, { buckets, caller, wrong }, async () => {
    const usable = row !== undefined && maySignIn(deps, row) ? row : undefined;
    return (await verifyPassword(usable?.passwordHash, attempt.password)) ? usable : undefined;
  });
  if (!result.ok) return result;
  const { passwordHash } = result.value;
  return { ok: true, staff: toStaffMember(result.value), proof: { passwordHash } };
}
