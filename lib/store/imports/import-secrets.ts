import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { insertMany } from '../database/insert-many';
import { importSecrets } from '../schema/imports';

type NewImportSecrets = typeof importSecrets.$inferInsert;

/** The service sends these only on creation, so stored values are never overwritten. The caller encrypts them. */
export async function saveImportSecrets(tx: Db, row: NewImportSecrets): Promise<void> {
  await saveManyImportSecrets(tx, [row]);
}

export async function saveManyImportSecrets(tx: Db, rows: readonly NewImportSecrets[]): Promise<void> {
  await insertMany(tx, importSecrets, rows, sql`on conflict do nothing`);
}

export async function readEncryptedRedirectUrl(
  db: Db,
  environment: Environment,
  importId: string,
): Promise<Buffer | null> {
  const [row] = await db
    .select({ encrypted: importSecrets.redirectUrlEncrypted })
    .from(importSecrets)
    .where(and(eq(importSecrets.environment, environment), eq(importSecrets.importId, importId)));
  return row?.encrypted ?? null;
}

/** Finds an import by the keyed fingerprints of its token, one per encryption key. */
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

/** Shows where the service currently sends customers. */
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

export interface TokenRow {
  environment: Environment;
  importId: string;
  fingerprint: string;
  redirectUrlEncrypted: Buffer | null;
  at: Date;
}

/** Imports with a fingerprint of their token, after the one given. */
export async function listTokenFingerprints(
  db: Db,
  { after, limit }: { after: readonly [string, string] | null; limit: number },
): Promise<TokenRow[]> {
  const rows = await db
    .select()
    .from(importSecrets)
    .where(
      and(
        isNotNull(importSecrets.tokenFingerprint),
        after === null
          ? undefined
          : sql`(${importSecrets.environment}, ${importSecrets.importId}) > (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(asc(importSecrets.environment), asc(importSecrets.importId))
    .limit(limit);
  return rows.map(({ tokenFingerprint, ...row }) => ({ ...row, fingerprint: tokenFingerprint ?? '' }));
}

/** Leaves a fingerprint alone that has changed since it was read. */
export async function replaceTokenFingerprint(
  tx: Db,
  { environment, importId, fingerprint }: TokenRow,
  replacement: string,
): Promise<void> {
  await tx
    .update(importSecrets)
    .set({ tokenFingerprint: replacement })
    .where(
      and(
        eq(importSecrets.environment, environment),
        eq(importSecrets.importId, importId),
        eq(importSecrets.tokenFingerprint, fingerprint),
      ),
    );
}
