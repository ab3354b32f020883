import { createHmac, randomBytes } from 'node:crypto';
import type { Cipher } from '../../core/cipher';
import type { Clock } from '../../core/clock';
import { LandfallError } from '../../core/errors';
import type { Db } from '../../store/database/database';
import { insertDataKey, readDataKey } from '../../store/data-protection/data-keys';

/** For the rows in `data_keys`; key rotation re-encrypts them. */
export const dataKeyPurpose = 'data-key';
export const erasureKeyName = 'erasures';

/** The key of the hashes of erased customers and of receipts, created on first use. */
export async function openErasureKey(deps: { cipher: Cipher; clock: Clock }, tx: Db): Promise<Buffer> {
  const known = await readDataKey(tx, erasureKeyName);
  if (known) return decryptDataKey(deps, known);
  await insertDataKey(tx, {
    name: erasureKeyName,
    keyEncrypted: deps.cipher.encrypt(dataKeyPurpose, randomBytes(32)),
    createdAt: deps.clock.now(),
  });
  const created = await readDataKey(tx, erasureKeyName);
  if (!created) throw new Error('the data key was not stored');
  return decryptDataKey(deps, created);
}

/** Without the key, erased customers could not be recognised, so nothing is stored. */
export function decryptDataKey({ cipher }: { cipher: Cipher }, encrypted: Buffer): Buffer {
  const key = cipher.decrypt(dataKeyPurpose, encrypted);
  if (!key) {
    throw new LandfallError('internal', {
      logMessage: 'the key of erased customers cannot be decrypted: add the LANDFALL_KEY it was encrypted with',
    });
  }
  return key;
}

export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
