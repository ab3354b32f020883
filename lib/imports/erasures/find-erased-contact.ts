import type { Cipher } from '../../core/cipher';
import type { Db } from '../../store/database/database';
import { lockErasures } from '../../store/data-protection/erasures';
import type { ImportKey } from '../../store/imports/observations';
import { findErased } from './find-erased';

/**
 * Before storing where a customer wants to be written to, first in the transaction. Returns when the import or a customer
 * with this address as the username was erased; then nothing may be stored. Null if neither was.
 */
export async function findErasedContact(
  deps: { cipher: Cipher },
  tx: Db,
  { email, importKey }: { email: string | null; importKey: ImportKey | null },
): Promise<Date | null> {
  await lockErasures(tx, 'shared');
  const usernames = email === null ? [] : [email];
  const imports = importKey === null ? [] : [importKey];
  const marks = await findErased(deps, tx, { usernames, imports });
  const ofImport = importKey === null ? undefined : marks?.ofImport(importKey);
  const mark =
    (ofImport?.kind === 'import' ? ofImport : undefined) ?? (email === null ? undefined : marks?.ofUsername(email));
  return mark?.at ?? null;
}
