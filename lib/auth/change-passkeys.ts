import type { Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { countPasskeys, deletePasskey, renamePasskey as renamePasskeyRow } from '../store/staff/passkeys';
import { deleteRecoveryCodes } from '../store/staff/recovery-codes';
import type { AuthDeps, StaffMember } from './auth-deps';
import { needsPasskey } from './passkey-step';
import { changeStaff } from './staff-operations';

type PasskeyChange = { id: string; staff: StaffMember; caller: Caller };

export async function renamePasskey(deps: AuthDeps, change: PasskeyChange & { name: string }): Promise<void> {
  const { id, staff, caller, name } = change;
  await changeStaff(deps, { id: staff.id, caller }, async (tx) => {
    if (!(await renamePasskeyRow(tx, { id, staffId: staff.id, name }))) throw noSuchPasskey();
    return { action: 'passkey.renamed', after: { name } };
  });
}

/** The last passkey takes the recovery codes with it, and stays while the role needs one. */
export async function removePasskey(deps: AuthDeps, { id, staff, caller }: PasskeyChange): Promise<void> {
  await changeStaff(deps, { id: staff.id, caller }, async (tx, row) => {
    const removed = await deletePasskey(tx, { id, staffId: staff.id });
    if (removed === undefined) throw noSuchPasskey();
    const left = await countPasskeys(tx, staff.id);
    if (left === 0 && needsPasskey(deps, row)) {
      throw new LandfallError('conflict', 'Your role requires a passkey. Add another one before you remove this one.');
    }
    if (left === 0) await deleteRecoveryCodes(tx, staff.id);
    return { action: 'passkey.removed', before: { name: removed.name }, after: { left } };
  });
}

function noSuchPasskey(): LandfallError {
  return new LandfallError('not_found', 'This passkey does not exist or was removed.');
}
