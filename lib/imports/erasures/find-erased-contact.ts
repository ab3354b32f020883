import type { Cipher } from '../../core/cipher';
import type { Db } from '../../store/database/database';
import { lockErasures } from '../../store/data-protection/erasures';
import type { ImportKey } from '../../store/imports/observations';
import { findErased, findErasedUsername } from './find-erased';

/**
 * Before storing where the customer of an import wants to be written to, first in the transaction. `import`: it was erased
 * and may only exist until the erasure is finished. `address`: a customer with this address as the username was erased.
 */
export async function findErasedContact(
  deps: { cipher: Cipher },
  tx: Db,
  key: ImportKey,
  email: string | null,
): Promise<'import' | 'address' | null> {
  await lockErasures(tx, 'shared');
  const marks = await findErased(deps, tx, { usernames: email === null ? [] : [email], imports: [key] });
  if (marks?.ofImport(key)?.kind === 'import') return 'import';
  return email !== null && marks?.ofUsername(email) ? 'address' : null;
}

/** Without an address that is the username of an erased customer. Call `lockErasures` first. */
export async function withoutErasedContact<T extends { contactEmail?: string | null | undefined }>(
  deps: { cipher: Cipher },
  tx: Db,
  input: T,
): Promise<T> {
  const { contactEmail } = input;
  if (!contactEmail || !(await findErasedUsername(deps, tx, contactEmail))) return input;
  return { ...input, contactEmail: null };
}
