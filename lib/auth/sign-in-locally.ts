import { createHash } from 'node:crypto';
import type { Caller } from '../contract/caller';
import type { Database } from '../store/database';
import { findStaffByEmail } from '../store/staff';
import { addressKey } from './address-key';
import { mayEnter, toStaffMember } from './create-sessions';
import type { RefusalBook } from './create-refusal-book';
import type { Throttle } from './create-throttle';
import { verifyPassword } from './hash-password';
import type { StaffMember } from './identity';

const mostFailedTries = 10;

export type LocalSignIn = { ok: true; staff: StaffMember } | { ok: false; reason: 'wrong' | 'throttled' };

/**
 * E-mail address and password. Known and unknown accounts get the same answer in the same time and are throttled alike,
 * by account and by address. Whoever has a live session of the very account they sign in to is its owner: strangers'
 * tries do not lock them out, only their own count.
 */
export async function signInLocally(
  parts: { database: Database; throttle: Throttle; refusals: RefusalBook; demo: boolean },
  attempt: { email: string; password: string; caller: Caller; liveStaffId?: string | undefined },
): Promise<LocalSignIn> {
  const { database, throttle, refusals, demo } = parts;
  const email = attempt.email.trim().toLowerCase().slice(0, 320).replaceAll('\u0000', '').toWellFormed();
  const row = await findStaffByEmail(database.db, email);
  const isOwner = row !== undefined && attempt.liveStaffId === row.id;
  const account = createHash('sha256').update(email).digest('base64url');
  const names = isOwner
    ? [`sign-in owner ${row.id}`]
    : [`sign-in account ${account}`, `sign-in address ${addressKey(attempt.caller.address)}`];
  const taken = await throttle.take(names.map((name) => ({ name, most: mostFailedTries })));
  const refuse = (reason: string) => refusals.note({ caller: attempt.caller, place: 'sign-in', reason });
  if (!taken.ok) {
    await refuse('too many tries');
    return { ok: false, reason: 'throttled' };
  }
  const usable = row !== undefined && mayEnter(row, demo) ? row : undefined;
  const fits = await verifyPassword(usable?.passwordHash, attempt.password);
  if (!fits || usable === undefined) {
    await refuse('wrong e-mail address or password');
    return { ok: false, reason: 'wrong' };
  }
  await taken.giveBack();
  return { ok: true, staff: toStaffMember(usable) };
}
