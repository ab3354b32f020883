import { and, eq, inArray } from 'drizzle-orm';
import type { Environment } from '../contract/environment';
import type { Db } from './database';
import { importSecrets } from './schema/imports';

/** What comes with a creation and never again. Sealed by the caller; what is known stays when nothing new is told. */
export async function keepImportSecrets(
  tx: Db,
  row: {
    environment: Environment;
    importId: string;
    redirectUrlSealed: Buffer | null;
    tokenFingerprint: string | null;
    at: Date;
  },
): Promise<void> {
  await tx.insert(importSecrets).values(row).onConflictDoNothing();
}

export async function readSealedRedirect(db: Db, environment: Environment, importId: string): Promise<Buffer | null> {
  const [row] = await db
    .select({ sealed: importSecrets.redirectUrlSealed })
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
