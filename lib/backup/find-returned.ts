import { z } from 'zod';
import { erasureReceiptSchema } from '../contract/data-protection';
import type { Cipher } from '../core/cipher';
import { decryptDataKey, erasureKeyName } from '../imports/erasures/data-key';
import { checkReceipt, readReceipt } from '../data-protection/receipts';
import { usernameFingerprint } from '../imports/erasures/find-erased';
import { listAllNames } from '../store/data-protection/customer-rows';
import { readDataKey } from '../store/data-protection/data-keys';
import type { Database } from '../store/database/database';

const receiptsSchema = z.object({ receipts: z.array(erasureReceiptSchema).max(500) });

/**
 * Customers of these receipts that the database has: a backup from before their erasure has brought them back. A receipt
 * has only a keyed hash of the username, whose key was created with the first erasure; without it nothing is recognised.
 */
export async function findReturned(
  { database, cipher }: { database: Database; cipher: Cipher },
  args: unknown,
): Promise<{ usernames: string[]; canRecognise: boolean }> {
  const { receipts } = receiptsSchema.parse(args);
  const encrypted = await readDataKey(database.db, erasureKeyName);
  if (!encrypted) return { usernames: [], canRecognise: false };
  const key = decryptDataKey({ cipher }, encrypted);
  // Erasing again after a backup from before the first erasure makes a new key, which older receipts do not have.
  const valid = await Promise.all(receipts.map((receipt) => checkReceipt({ database, cipher }, receipt)));
  const known = receipts.filter((_, index) => valid[index]);
  // A customer whose erasure is in the backup, and who is stored, has come back.
  const own = await Promise.all(known.map(({ id }) => readReceipt(database.db, id)));
  const erased = new Set(known.filter((_, index) => !own[index]).map(({ usernameHash }) => usernameHash));
  const names = await listAllNames(database.db);
  return {
    usernames: names.filter((name) => erased.has(usernameFingerprint(key, name))),
    canRecognise: known.length === receipts.length,
  };
}
