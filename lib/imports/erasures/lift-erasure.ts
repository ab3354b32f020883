import { appendAudit } from '../../audit/append-audit';
import type { Caller } from '../../contract/caller';
import type { Cipher } from '../../core/cipher';
import type { Clock } from '../../core/clock';
import { LandfallError } from '../../core/errors';
import type { Db } from '../../store/database/database';
import { deleteErasures, insertErasures, lockErasures } from '../../store/data-protection/erasures';
import { openErasureKey } from './data-key';
import { findErasedUsername, importFingerprint, type ImportKey } from './find-erased';
import { isBeingErased } from './pending-erasures';

/** A person who comes back becomes a customer again. Their erased imports stay erased. Returns whether there was a mark. */
export async function liftErasure(
  deps: { cipher: Cipher; clock: Clock },
  tx: Db,
  input: { caller: Caller; username: string },
): Promise<boolean> {
  await lockErasures(tx, 'shared');
  const mark = await findErasedUsername(deps, tx, input.username);
  if (!mark) return false;
  if (await isBeingErased(deps, tx, input.username)) {
    throw new LandfallError('conflict', 'The data of this customer is being erased. Try again in a few minutes.');
  }
  await deleteErasures(tx, [mark.fingerprint]);
  await appendAudit(deps, tx, {
    caller: input.caller,
    action: 'customer.returned',
    subject: 'customer',
    after: { erasedAt: mark.at.toISOString() },
  });
  return true;
}

/** Imports that the customer had before coming back, among them some that we may never have seen. */
export async function keepErased(
  deps: { cipher: Cipher; clock: Clock },
  tx: Db,
  imports: readonly ImportKey[],
): Promise<void> {
  const key = await openErasureKey(deps, tx);
  const fingerprints = imports.map((one) => importFingerprint(key, one));
  await insertErasures(tx, fingerprints, { kind: 'import', at: deps.clock.now() });
}
