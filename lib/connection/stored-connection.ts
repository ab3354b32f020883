import { z } from 'zod';
import type { Cipher } from '../core/cipher';
import { parseJson } from '../core/parse-json';
import { parseSettings, type Settings } from '../core/settings';
import { parseDialect } from '../service/dialect/parse-dialect';
import type { Db } from '../store/database/database';
import { readConnectionRow, type ConnectionRow } from '../store/service-calls/connection-row';

export const connectionPurpose = 'connection';

const storedSchema = z.object({
  service: z.nullable(
    z.object({
      url: z.string(),
      /** Null: derived from the address. */
      sandboxUrl: z.nullable(z.string()),
      token: z.string(),
      /** Null: the default. */
      password: z.nullable(z.string()),
    }),
  ),
  /** A replaced secret is accepted until the given time. */
  webhookSecrets: z.array(z.object({ secret: z.string(), until: z.nullable(z.iso.datetime()) })),
  /** Hosts besides that of the address. */
  redirectHosts: z.array(z.string()),
  /** The text of a dialect file. */
  dialect: z.nullable(z.string()),
});
export type StoredConnection = z.infer<typeof storedSchema>;

export const emptyConnection: StoredConnection = {
  service: null,
  webhookSecrets: [],
  redirectHosts: [],
  dialect: null,
};

/** Takes the place of a stored token where settings are checked. A token that works stays, also if it breaks a newer rule. */
export const keptToken = 'kept';

export interface ConnectionVersion {
  /** 0 if nothing was ever saved. */
  version: number;
  stored: StoredConnection;
  /** No key of ours decrypts the row, or it breaks a rule that is newer than it. It has to be entered again. */
  unreadable: boolean;
  by: string | null;
  at: Date | null;
  checkedAt: Date | null;
}

export async function readStoredConnection(db: Db, cipher: Pick<Cipher, 'decrypt'>): Promise<ConnectionVersion> {
  return decryptConnection(cipher, await readConnectionRow(db));
}

export function decryptConnection(cipher: Pick<Cipher, 'decrypt'>, row: ConnectionRow | undefined): ConnectionVersion {
  if (row === undefined)
    return { version: 0, stored: emptyConnection, unreadable: false, by: null, at: null, checkedAt: null };
  const { version, by, at, checkedAt } = row;
  const plain = cipher.decrypt(connectionPurpose, row.valueEncrypted);
  const parsed = storedSchema.safeParse(plain && parseJson(plain.toString('utf8')));
  return parsed.success && isUsable(parsed.data)
    ? { version, stored: parsed.data, unreadable: false, by, at, checkedAt }
    : { version, stored: emptyConnection, unreadable: true, by, at, checkedAt: null };
}

/** Derives the sandbox address, the password and the redirect host as the settings do. */
export function parseService(stored: NonNullable<StoredConnection['service']>): Settings['service'] {
  const { service } = parseSettings({
    SERVICE_URL: stored.url,
    SERVICE_TOKEN: keptToken,
    SERVICE_SANDBOX_URL: stored.sandboxUrl ?? undefined,
    SERVICE_PASSWORD: stored.password ?? undefined,
  });
  return { ...service, token: stored.token };
}

/** Rules can become stricter; the app must start nevertheless. */
function isUsable({ service, dialect }: StoredConnection): boolean {
  try {
    if (service !== null) parseService(service);
    if (dialect !== null) parseDialect(dialect);
    return true;
  } catch {
    return false;
  }
}

export function encryptConnection(cipher: Pick<Cipher, 'encrypt'>, stored: StoredConnection): Buffer {
  return cipher.encrypt(connectionPurpose, JSON.stringify(stored));
}
