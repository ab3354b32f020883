import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { insertMany } from '../database/insert-many';
import { importSecrets } from '../schema/imports';

/** What comes with a creation and never again. Sealed by the caller; what is known stays when nothing new is told. */
export async function saveImportSecrets(
  tx: Db,
  row: {
    environment: Environment;
    importId: string;
    redirectUrlEncrypted: Buffer | null;
    tokenFingerprint: string | null;
    at: Date;
  },
): Promise<void> {
  await tx.insert(importSecrets).values(row).onConflictDoNothing();
}

/** The same for many at once. */
export async function saveManyImportSecrets(
  tx: Db,
  rows: readonly (typeof importSecrets.$inferInsert)[],
): Promise<void> {
  await insertMany(tx, importSecrets, rows, sql`on conflict do nothing`);
}

export async function readEncryptedRedirectUrl(
  db: Db,
  environment: Environment,
  importId: string,
): Promise<Buffer | null> {
  const [row] = await db
    .select({ sealed: importSecrets.redirectUrlEncrypted })
    .from(importSecrets)
    .where(and(eq(importSecrets.environment, environment), eq(importSecrets.importId, importId)));
  return row?.sealed ?? null;
}

/** Which import of ours a token belongs to, by its keyed fingerprint under any of our keys. */
export async function findImportByToken(
  db: Db,
  environment: Environment,
  fingerprints: readonly string[],
): Promise<string | undefined> {
  if (fingerprints.length === 0) return undefined;
  const [row] = await db
    .select({ importId: importSecrets.importId })
    .from(importSecrets)
    .where(and(eq(importSecrets.environment, environment), inArray(importSecrets.tokenFingerprint, [...fingerprints])))
    .limit(1);
  return row?.importId;
}

/** The newest address the service told us: shows where it sends customers nowadays. */
export async function readLatestEncryptedRedirectUrl(
  db: Db,
  environment: Environment,
): Promise<{ encrypted: Buffer; at: Date } | undefined> {
  const [row] = await db
    .select({ encrypted: importSecrets.redirectUrlEncrypted, at: importSecrets.at })
    .from(importSecrets)
    .where(and(eq(importSecrets.environment, environment), isNotNull(importSecrets.redirectUrlEncrypted)))
    .orderBy(desc(importSecrets.at))
    .limit(1);
  return row?.encrypted ? { encrypted: row.encrypted, at: row.at } : undefined;
}
