import { createHash } from 'node:crypto';
import type { Caller } from '../contract/caller';
import { findStaffByEmail } from '../store/staff/staff';
import { addHits, deleteHits } from '../store/staff/throttle';
import { addressKey } from '../core/address-key';
import type { AuthDeps, StaffMember } from './auth-deps';
import { verifyPassword } from './passwords';
import { maySignIn, toStaffMember } from './sessions';

const maxFailedAttempts = 10;
const windowMs = 15 * 60_000;

type PasswordSignInResult = { ok: true; staff: StaffMember } | { ok: false; reason: 'wrong' | 'throttled' };

/** Known and unknown accounts get the same answer in the same time. Only their own attempts count against the owner. */
export async function signInWithPassword(
  deps: AuthDeps,
  attempt: { email: string; password: string; caller: Caller; liveStaffId?: string | undefined },
): Promise<PasswordSignInResult> {
  const email = attempt.email.trim().toLowerCase().slice(0, 320).replaceAll('\u0000', '').toWellFormed();
  const row = await findStaffByEmail(deps.database.db, email);
  const isOwner = row !== undefined && attempt.liveStaffId === row.id;
  const account = createHash('sha256').update(email).digest('base64url');
  const names = isOwner
    ? [`sign-in owner ${row.id}`]
    : [`sign-in account ${account}`, `sign-in address ${addressKey(attempt.caller.address)}`];
  const buckets = names.map((name) => ({ name, max: maxFailedAttempts, windowMs }));
  // Counted before the attempt, so that concurrent attempts on all instances count.
  const hitIds = await deps.database.transaction((tx) => addHits(tx, buckets, deps.clock.now()));
  const refuse = (reason: string) => deps.recordDeniedCall({ caller: attempt.caller, route: 'sign-in', reason });
  if (hitIds === undefined) {
    await refuse('too many tries');
    return { ok: false, reason: 'throttled' };
  }
  const usable = row !== undefined && maySignIn(deps, row) ? row : undefined;
  const matches = await verifyPassword(usable?.passwordHash, attempt.password);
  if (!matches || usable === undefined) {
    await refuse('wrong e-mail address or password');
    return { ok: false, reason: 'wrong' };
  }
  await deps.database.transaction((tx) => deleteHits(tx, hitIds));
  return { ok: true, staff: toStaffMember(usable) };
}
