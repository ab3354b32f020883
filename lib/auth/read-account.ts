import type { Account } from '../contract/account';
import { LandfallError } from '../core/errors';
import { listPasskeys } from '../store/staff/passkeys';
import { findStaffWithCodes } from '../store/staff/recovery-codes';
import { listLiveSessions } from '../store/staff/sessions';
import type { AuthDeps, Identity } from './auth-deps';
import { describeDevice } from './describe-device';
import { isCompanyAccount } from './is-company-account';
import { needsPasskey } from './passkey-step';
import { minPasswordLength } from './passwords';
import { sessionLimits } from './sessions';

export async function readAccount(deps: AuthDeps, { staff, sessionId }: Identity): Promise<Account> {
  const { db } = deps.database;
  const nowMs = deps.clock.now().getTime();
  const limits = {
    createdAfter: new Date(nowMs - sessionLimits.absoluteMs),
    activeAfter: new Date(nowMs - sessionLimits.idleMs),
  };
  const [found, passkeys, sessions] = await Promise.all([
    findStaffWithCodes(db, staff.id),
    listPasskeys(db, staff.id),
    listLiveSessions(db, staff.id, limits),
  ]);
  if (found === undefined) throw new LandfallError('not_found');
  const { row, unusedCodes } = found;
  return {
    email: row.email,
    name: row.name,
    local: !isCompanyAccount(row),
    passwordChangedAt: row.passwordChangedAt?.toISOString() ?? null,
    minPasswordLength,
    passkeyRequired: needsPasskey(deps, row),
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      synced: passkey.backedUp,
      createdAt: passkey.createdAt.toISOString(),
      lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: unusedCodes,
    sessions: sessions.map((session) => ({
      id: session.id,
      device: describeDevice(session.userAgent),
      address: session.address,
      startedAt: session.createdAt.toISOString(),
      lastActiveAt: session.lastActiveAt.toISOString(),
      current: session.id === sessionId,
    })),
  };
}
