import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Environment } from '../contract/environment';
import type { Db } from './database';
import { insertMany } from './insert-many';
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

/** The same for many at once. */
export async function keepManyImportSecrets(
  tx: Db,
  rows: readonly (typeof importSecrets.$inferInsert)[],
): Promise<void> {
  await insertMany(tx, importSecrets, rows, sql`on conflict do nothing`);
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

/** The newest address the service told us: shows where it sends customers nowadays. */
export async function readLatestSealedRedirect(
  db: Db,
  environment: Environment,
): Promise<{ sealed: Buffer; at: Date } | undefined> {
  const [row] = await db
    .select({ sealed: importSecrets.redirectUrlSealed, at: importSecrets.at })
    .from(importSecrets)
    .where(and(eq(importSecrets.environment, environment), isNotNull(importSecrets.redirectUrlSealed)))
    .orderBy(desc(importSecrets.at))
    .limit(1);
  return row?.sealed ? { sealed: row.sealed, at: row.at } : undefined;
}
