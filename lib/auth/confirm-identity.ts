import { appendAudit } from '../audit/append-audit';
import type { AssertionOptions, ConfirmWays } from '../contract/account';
import type { ConfirmBody } from '../contract/account-requests';
import type { Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { countPasskeys } from '../store/staff/passkeys';
import { countUnusedCodes, markCodeUsed } from '../store/staff/recovery-codes';
import { findStaff } from '../store/staff/staff';
import type { AuthDeps, Identity } from './auth-deps';
import { limitAttempts, ownerBucket } from './limit-attempts';
import { verifyPassword } from './passwords';
import { hashRecoveryCode } from './recovery-codes';
import { renewSession } from './sessions';
import { createAssertionOptions, verifyPasskey } from './verify-passkey';

type Confirmation = { identity: Identity; caller: Caller };

export async function readConfirmWays(deps: AuthDeps, { staff, passkeyStep }: Identity): Promise<ConfirmWays> {
  const row = await findStaff(deps.database.db, staff.id);
  return {
    password: row?.passwordHash !== null && passkeyStep !== 'use',
    passkey: (await countPasskeys(deps.database.db, staff.id)) > 0,
    companyAccount: deps.settings.oidc !== undefined && row?.oidcSubject !== null,
  };
}

export function createConfirmOptions(deps: AuthDeps, { identity, caller }: Confirmation): Promise<AssertionOptions> {
  return createAssertionOptions(deps, { purpose: 'confirm', staffId: identity.staff.id, caller });
}

/** Failed attempts count like failed sign-ins. Returns the id of the session that replaces this one. */
export async function confirmIdentity(
  deps: AuthDeps,
  { identity, caller, proof }: Confirmation & { proof: ConfirmBody },
): Promise<{ sessionId: string; recoveryCodesLeft: number }> {
  const { staff } = identity;
  const limits = { buckets: [ownerBucket(staff.id)], caller, wrong: `wrong ${proof.way} at confirmation` };
  const result = await limitAttempts(deps, limits, async () =>
    (await prove(deps, { identity, caller, proof })) ? true : undefined,
  );
  if (!result.ok) throw result.reason === 'throttled' ? tooManyAttempts() : wrongProof(proof.way);
  const sessionId = await renewSession(deps, { identity, caller, way: proof.way });
  return { sessionId, recoveryCodesLeft: await countUnusedCodes(deps.database.db, staff.id) };
}

async function prove(
  deps: AuthDeps,
  { identity, caller, proof }: Confirmation & { proof: ConfirmBody },
): Promise<boolean> {
  const { staff, passkeyStep } = identity;
  switch (proof.way) {
    case 'password': {
      const row = await findStaff(deps.database.db, staff.id);
      return verifyPassword(row?.passwordHash, proof.password);
    }
    case 'passkey':
      return (await verifyPasskey(deps, { ...proof, purpose: 'confirm', staffId: staff.id, caller })) !== undefined;
    case 'recovery code':
      // A code replaces a passkey that is required, and nothing else.
      return passkeyStep === 'use' && useRecoveryCode(deps, { identity, caller, code: proof.code });
  }
}

/** Of several concurrent calls with one code, one succeeds. */
function useRecoveryCode(
  deps: AuthDeps,
  { identity, caller, code }: Confirmation & { code: string },
): Promise<boolean> {
  const { staff } = identity;
  return deps.database.transaction(async (tx) => {
    const codeHash = hashRecoveryCode(code);
    if (!(await markCodeUsed(tx, { staffId: staff.id, codeHash, at: deps.clock.now() }))) return false;
    const left = await countUnusedCodes(tx, staff.id);
    await appendAudit(deps, tx, { caller, action: 'recovery_code.used', subject: staff.email, after: { left } });
    return true;
  });
}

export function tooManyAttempts(): LandfallError {
  return new LandfallError(
    'rate_limited',
    'There were ten failed attempts within 15 minutes. Wait 15 minutes, then try again.',
  );
}

const wrongMessages = {
  password: { field: 'password', message: 'This is not your password' },
  passkey: { field: '', message: 'The passkey was not accepted. Try again.' },
  'recovery code': { field: 'code', message: 'This code is wrong or has been used' },
} as const;

function wrongProof(way: ConfirmBody['way']): LandfallError {
  const error = wrongMessages[way];
  return new LandfallError('invalid', { userMessage: error.message, errors: [error] });
}
