import { createHash } from 'node:crypto';
import type { Caller } from '../contract/caller';
import { addHits, countHits, deleteHits } from '../store/staff/throttle';
import { addressKey } from '../core/address-key';
import type { AuthDeps } from './auth-deps';

const maxFailedAttempts = 10;
const windowMs = 15 * 60_000;

/** Only the attempts of a live session count against its owner, so that others cannot lock them out. */
export const ownerBucket = (staffId: string) => `sign-in owner ${staffId}`;
export const addressBucket = (caller: Caller) => `sign-in address ${addressKey(caller.address)}`;
export const accountBucket = (email: string) =>
  `sign-in account ${createHash('sha256').update(email).digest('base64url')}`;

/** `triesLeft` counts failures of this account and of this address, so it is the same whether the account exists or not. */
export type FailedAttempt = { ok: false; reason: 'wrong'; triesLeft: number } | { ok: false; reason: 'throttled' };
type Attempt<T> = { ok: true; value: T } | FailedAttempt;

/** Failed attempts to prove an identity share one limit, whatever the way. `prove` returns undefined if it failed. */
export async function limitAttempts<T>(
  deps: AuthDeps,
  attempt: { buckets: readonly string[]; caller: Caller; wrong: string },
  prove: () => Promise<T | undefined>,
): Promise<Attempt<T>> {
  const { caller, wrong } = attempt;
  const buckets = attempt.buckets.map((name) => ({ name, max: maxFailedAttempts, windowMs }));
  // Counted before the attempt, so that concurrent attempts on all instances count.
  const hitIds = await deps.database.transaction((tx) => addHits(tx, buckets, deps.clock.now()));
  const refuse = (reason: string) => deps.recordDeniedCall({ caller, route: 'sign-in', reason });
  if (hitIds === undefined) {
    await refuse('too many attempts');
    return { ok: false, reason: 'throttled' };
  }
  const value = await prove();
  if (value === undefined) {
    await refuse(wrong);
    const failed = await countHits(deps.database.db, buckets, deps.clock.now());
    return { ok: false, reason: 'wrong', triesLeft: Math.max(0, maxFailedAttempts - failed) };
  }
  await deps.database.transaction((tx) => deleteHits(tx, hitIds));
  return { ok: true, value };
}
