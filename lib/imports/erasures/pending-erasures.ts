import { z } from 'zod';
import type { Cipher } from '../../core/cipher';
import type { Db } from '../../store/database/database';
import { listInstallationValues } from '../../store/database/installation';
import { normaliseUsername } from './usernames';

export const pendingErasurePrefix = 'erasure pending ';
const pendingUsernamePurpose = 'erasure-username';
const pendingSchema = z.looseObject({ username: z.string() });

/** The username is needed until the erasure is finished, also after a restart. */
export function encryptPendingUsername({ cipher }: { cipher: Cipher }, username: string): string {
  return cipher.encrypt(pendingUsernamePurpose, username).toString('base64');
}

export function decryptPendingUsername({ cipher }: { cipher: Cipher }, encrypted: string): string | undefined {
  return cipher.decrypt(pendingUsernamePurpose, Buffer.from(encrypted, 'base64'))?.toString('utf8');
}

export async function isBeingErased(deps: { cipher: Cipher }, db: Db, username: string): Promise<boolean> {
  const rows = await listInstallationValues(db, pendingErasurePrefix);
  return rows.some(({ value }) => {
    const parsed = pendingSchema.safeParse(value);
    const pending = parsed.success ? decryptPendingUsername(deps, parsed.data.username) : undefined;
    return pending !== undefined && normaliseUsername(pending) === normaliseUsername(username);
  });
}
