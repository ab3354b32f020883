import { listPendingKeys, reencryptPending } from '../imports/erasures/pending-erasures';
import type { RotatedRows } from './key-schemas';
import type { KeysDeps } from './keys-deps';

/** Encrypts the usernames of running erasures with the first key, all in one call: there are few. */
export async function rotatePendingErasures(deps: KeysDeps): Promise<RotatedRows> {
  const result: RotatedRows = { after: null, changed: {}, unreadable: [] };
  for (const { row, keyId, readable } of await listPendingKeys(deps, deps.database.db)) {
    if (!readable) result.unreadable.push([row]);
    else if (keyId !== deps.cipher.keyIds[0] && (await reencryptPending(deps, row))) {
      result.changed[keyId] = (result.changed[keyId] ?? 0) + 1;
    }
  }
  return result;
}
