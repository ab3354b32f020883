import { createHash, randomBytes } from 'node:crypto';
import type { Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import { countPasskeys } from '../store/staff/passkeys';
import { deleteRecoveryCodes, insertRecoveryCodes } from '../store/staff/recovery-codes';
import type { AuthDeps, Identity } from './auth-deps';
import { rejectEndedSession } from './sessions';
import { changeStaff } from './staff-operations';

const codeCount = 10;
/** Without letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Replaces all earlier codes. The codes are returned once; only their hashes are stored. */
export async function createRecoveryCodes(
  deps: AuthDeps,
  { identity, caller }: { identity: Identity; caller: Caller },
): Promise<string[]> {
  let codes: string[] = [];
  await changeStaff(deps, { id: identity.staff.id, caller }, async (tx, row) => {
    await rejectEndedSession(tx, identity);
    if ((await countPasskeys(tx, row.id)) === 0) {
      throw new LandfallError('conflict', 'Add a passkey first. Recovery codes replace a lost one.');
    }
    codes = await replaceRecoveryCodes(deps, tx, row.id);
    return { action: 'recovery_codes.created', after: { codes: codes.length } };
  });
  return codes;
}

export async function replaceRecoveryCodes(deps: AuthDeps, tx: Db, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, generateCode);
  await deleteRecoveryCodes(tx, staffId);
  await insertRecoveryCodes(tx, { staffId, codeHashes: codes.map(hashRecoveryCode), at: deps.clock.now() });
  return codes;
}

/** 120 random bits, so that a plain hash is enough. */
function generateCode(): string {
  const characters = [...randomBytes(24)].map((byte) => alphabet[byte % alphabet.length]);
  return (characters.join('').match(/.{6}/g) ?? []).join('-');
}

/** Ignores case, spaces and dashes, and accepts letters that look like digits. */
export function hashRecoveryCode(code: string): string {
  const plain = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return createHash('sha256').update(plain).digest('hex');
}
