import { z } from 'zod';
import { readKeyId, type Cipher } from '../../core/cipher';
import type { Database, Db } from '../../store/database/database';
import {
  listInstallationValues,
  lockInstallationValue,
  readInstallationValue,
  writeInstallationValue,
} from '../../store/database/installation';
import { normaliseUsername } from './usernames';

export const pendingErasurePrefix = 'erasure pending ';
const pendingUsernamePurpose = 'erasure-username';
const pendingSchema = z.looseObject({ username: z.string(), addresses: z.array(z.string()).default([]) });

/** The names are needed until the erasure is finished, also after a restart. */
export function encryptPendingName({ cipher }: { cipher: Cipher }, name: string): string {
  return cipher.encrypt(pendingUsernamePurpose, name).toString('base64');
}

export function decryptPendingName({ cipher }: { cipher: Cipher }, encrypted: string): string | undefined {
  return cipher.decrypt(pendingUsernamePurpose, Buffer.from(encrypted, 'base64'))?.toString('utf8');
}

export async function isBeingErased(deps: { cipher: Cipher }, db: Db, username: string): Promise<boolean> {
  const rows = await listInstallationValues(db, pendingErasurePrefix);
  return rows.some(({ value }) => {
    const parsed = pendingSchema.safeParse(value);
    const pending = parsed.success ? decryptPendingName(deps, parsed.data.username) : undefined;
    return pending !== undefined && normaliseUsername(pending) === normaliseUsername(username);
  });
}

/** With which key each username of a running erasure is encrypted. */
export async function listPendingKeys(
  deps: { cipher: Cipher },
  db: Db,
): Promise<{ row: string; keyId: string; readable: boolean }[]> {
  const rows = await listInstallationValues(db, pendingErasurePrefix);
  return rows.flatMap(({ key: row, value }) => {
    const parsed = pendingSchema.safeParse(value);
    if (!parsed.success) return [];
    const { username } = parsed.data;
    const readable = decryptPendingName(deps, username) !== undefined;
    return [{ row, keyId: readKeyId(Buffer.from(username, 'base64')) ?? 'none', readable }];
  });
}

/** Encrypts the names again with the first key. False if the erasure has ended or no key decrypts them. */
export async function reencryptPending(deps: { database: Database; cipher: Cipher }, key: string): Promise<boolean> {
  return deps.database.transaction(async (tx) => {
    await lockInstallationValue(tx, key);
    const stored = await readInstallationValue(tx, key);
    const parsed = pendingSchema.safeParse(stored?.value);
    if (!stored || !parsed.success) return false;
    const names = [parsed.data.username, ...parsed.data.addresses].map((name) => decryptPendingName(deps, name));
    if (names.includes(undefined)) return false;
    const [username, ...addresses] = names.map((name) => encryptPendingName(deps, name ?? ''));
    const value = { ...parsed.data, username, addresses };
    await writeInstallationValue(tx, { key, value, at: stored.at });
    return true;
  });
}
