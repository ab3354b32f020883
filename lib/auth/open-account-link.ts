import type { Caller } from '../contract/caller';
import { type AccountLinkRow, findAccountLink } from '../store/staff/account-links';
import type { StaffRow } from '../store/staff/staff';
import { addHits, deleteHits } from '../store/staff/throttle';
import { addressKey } from '../core/address-key';
import type { AuthDeps } from './auth-deps';
import { hashLinkToken } from './create-account-link';
import { maySignIn } from './sessions';

const maxUnknownLinks = 10;
const windowMs = 15 * 60_000;

export type UnusableLink = { kind: 'unknown' | 'used' | 'replaced' | 'expired' | 'disabled' | 'throttled' };
type OpenedLink = { kind: 'ready'; staffId: string; email: string } | UnusableLink;

/** Changes nothing about the link: chat programs open links for a preview. Unknown links count against the address. */
export async function openAccountLink(
  deps: AuthDeps,
  { token, caller }: { token: string; caller: Caller },
): Promise<OpenedLink> {
  const bucket = { name: `set-password address ${addressKey(caller.address)}`, max: maxUnknownLinks, windowMs };
  const refuse = (reason: string) => deps.recordDeniedCall({ caller, route: 'set-password', reason });
  // Counted before the attempt, so that concurrent attempts on all instances count.
  const hitIds = await deps.database.transaction((tx) => addHits(tx, [bucket], deps.clock.now()));
  if (hitIds === undefined) {
    await refuse('too many unknown links');
    return { kind: 'throttled' };
  }
  const found = await findAccountLink(deps.database.db, hashLinkToken(token));
  if (found === undefined) {
    await refuse('unknown link');
    return { kind: 'unknown' };
  }
  await deps.database.transaction((tx) => deleteHits(tx, hitIds));
  const kind = linkState(deps, found);
  return kind === 'ready' ? { kind, staffId: found.staff.id, email: found.staff.email } : { kind };
}

export function linkState(
  deps: AuthDeps,
  { link, staff }: { link: AccountLinkRow; staff: StaffRow },
): 'ready' | 'used' | 'replaced' | 'expired' | 'disabled' {
  if (link.usedAt !== null) return 'used';
  if (link.expiresAt <= link.createdAt) return 'replaced';
  if (link.expiresAt <= deps.clock.now()) return 'expired';
  return maySignIn(deps, staff) ? 'ready' : 'disabled';
}
