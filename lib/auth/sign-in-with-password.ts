import { createHash } from 'node:crypto';
import type { Caller } from '../contract/caller';
import type { Database } from '../store/database/database';
import { findStaffByEmail } from '../store/staff/staff';
import { addressKey } from './address-key';
import { maySignIn, toStaffMember } from './create-sessions';
import type { DeniedCallLog } from './create-denied-call-log';
import type { Throttle } from './create-throttle';
import { verifyPassword } from './hash-password';
import type { StaffMember } from './identity';

const maxFailedAttempts = 10;

export type PasswordSignInResult = { ok: true; staff: StaffMember } | { ok: false; reason: 'wrong' | 'throttled' };

/**
 * Known and unknown accounts get the same answer in the same time, and are throttled alike by account and address. A
 * person with a live session of the same account is its owner: only their own attempts count against them.
 */
export async function signInWithPassword(
  deps: { database: Database; throttle: Throttle; deniedCalls: DeniedCallLog; demo: boolean },
  attempt: { email: string; password: string; caller: Caller; liveStaffId?: string | undefined },
): Promise<PasswordSignInResult> {
  const { database, throttle, deniedCalls, demo } = deps;
  const email = attempt.email.trim().toLowerCase().slice(0, 320).replaceAll('\u0000', '').toWellFormed();
  const row = await findStaffByEmail(database.db, email);
  const isOwner = row !== undefined && attempt.liveStaffId === row.id;
  const account = createHash('sha256').update(email).digest('base64url');
  const names = isOwner
    ? [`sign-in owner ${row.id}`]
    : [`sign-in account ${account}`, `sign-in address ${addressKey(attempt.caller.address)}`];
  const slot = await throttle.tryAcquire(names.map((name) => ({ name, max: maxFailedAttempts })));
  const refuse = (reason: string) => deniedCalls.record({ caller: attempt.caller, route: 'sign-in', reason });
  if (!slot.ok) {
    await refuse('too many tries');
    return { ok: false, reason: 'throttled' };
  }
  const usable = row !== undefined && maySignIn(row, demo) ? row : undefined;
  const matches = await verifyPassword(usable?.passwordHash, attempt.password);
  if (!matches || usable === undefined) {
    await refuse('wrong e-mail address or password');
    return { ok: false, reason: 'wrong' };
  }
  await slot.release();
  return { ok: true, staff: toStaffMember(usable) };
}
