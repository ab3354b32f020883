import { rotationAction } from '../audit/chain-entry';
import type { Db } from '../store/database/database';
import { deleteInstallationValue, readInstallationValue, writeInstallationValue } from '../store/database/installation';
import { isKeyUsedAfter } from '../store/events/audit';
import type { KeysDeps } from './keys-deps';

const nameOf = (keyId: string) => `key ${keyId} retired`;

/**
 * Since then, the key was not used. Undefined before the first complete rotation away from it, and again once an instance
 * that still has it in front has signed an audit entry: such an instance makes links as well.
 */
export async function readRetirement(db: Db, keyId: string): Promise<Date | undefined> {
  const retired = await readInstallationValue(db, nameOf(keyId));
  return retired && !(await isKeyUsedAfter(db, { keyId, action: rotationAction })) ? retired.at : undefined;
}

export async function recordRetirement(tx: Db, keyId: string, at: Date): Promise<void> {
  await writeInstallationValue(tx, { key: nameOf(keyId), value: {}, at });
}

/** At each start: a key that was moved back to the front makes links again. */
export async function recordKeyInUse({ database, cipher }: Pick<KeysDeps, 'database' | 'cipher'>): Promise<void> {
  await deleteInstallationValue(database.db, nameOf(cipher.keyId));
}
