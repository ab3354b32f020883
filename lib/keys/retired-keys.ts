import type { Db } from '../store/database/database';
import { deleteInstallationValue, readInstallationValue, writeInstallationValue } from '../store/database/installation';
import type { KeysDeps } from './keys-deps';

const nameOf = (keyId: string) => `key ${keyId} retired`;

/** Since then, no link was made with the key. Undefined before the first complete rotation away from it. */
export async function readRetirement(db: Db, keyId: string): Promise<Date | undefined> {
  return (await readInstallationValue(db, nameOf(keyId)))?.at;
}

export async function recordRetirement(tx: Db, keyId: string, at: Date): Promise<void> {
  await writeInstallationValue(tx, { key: nameOf(keyId), value: {}, at });
}

/** At each start: a key that was moved back to the front makes links again. */
export async function recordKeyInUse({ database, cipher }: Pick<KeysDeps, 'database' | 'cipher'>): Promise<void> {
  await deleteInstallationValue(database.db, nameOf(cipher.keyId));
}
