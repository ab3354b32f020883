import { createHash, randomBytes } from 'node:crypto';
import { appendAudit } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import type { AccountLink } from '../contract/staff';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import { insertAccountLink, replaceUnusedLinks } from '../store/staff/account-links';
import { findStaff } from '../store/staff/staff';
import type { AuthDeps } from './auth-deps';

const validMs = 24 * 3_600_000;

export const hashLinkToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Replaces earlier unused links. The active admins are locked. An admin who is shown it counts as one person with the account for a while. */
export async function createAccountLink(
  deps: AuthDeps,
  tx: Db,
  account: { id: string; email: string; caller: Caller },
): Promise<AccountLink> {
  const { id, email, caller } = account;
  const shownToId = caller.actor.kind === 'staff' ? caller.actor.id : null;
  if (shownToId !== null) {
    const admin = await findStaff(tx, shownToId);
    // Losing the role withdraws the links that an admin saw, and would miss this one.
    if (admin?.role !== 'admin' || admin.disabledAt !== null) {
      throw new LandfallError('forbidden', 'You are no longer an admin.');
    }
  }
  const token = randomBytes(32).toString('base64url');
  const createdAt = deps.clock.now();
  const expiresAt = new Date(createdAt.getTime() + validMs);
  await replaceUnusedLinks(tx, id);
  await insertAccountLink(tx, {
    tokenHash: hashLinkToken(token),
    staffId: id,
    shownToId,
    createdAt,
    expiresAt,
  });
  await appendAudit(deps, tx, { caller, action: 'staff.link_created', subject: email, after: { expiresAt } });
  return { url: `${deps.settings.publicOrigin}/set-password/${token}`, expiresAt: expiresAt.toISOString() };
}
