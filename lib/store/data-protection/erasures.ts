import { inArray, sql, type Placeholder } from 'drizzle-orm';
import type { Db } from '../database/database';
import { prepareOnce } from '../database/prepare-once';
import { dataKeys, erasures } from '../schema/system';

export type ErasureKind = typeof erasures.$inferSelect.kind;

/** Any number that no other advisory lock uses. */
const erasureLock = 7_142_026_115;

/**
 * Everything that stores customer data takes the shared lock before it checks for erased customers; marking a customer as
 * erased takes the exclusive one. So no transaction that checked before the mark can commit after it.
 */
export async function lockErasures(tx: Db, mode: 'shared' | 'exclusive'): Promise<void> {
  await tx.execute(mode === 'shared' ? sharedErasureLock : sql.raw(`select pg_advisory_xact_lock(${erasureLock})`));
}

export const sharedErasureLock = sql.raw(`select pg_advisory_xact_lock_shared(${erasureLock})`);

export const erasureKeyQuery = (name: string | Placeholder) =>
  sql`select key_encrypted from data_keys where name = ${name} and exists (select 1 from erasures)`;

/** The key of the hashes, still encrypted. Undefined while nothing is marked, so that nothing needs to be hashed. */
export async function readErasureKey(db: Db, name: string): Promise<Buffer | undefined> {
  const [row] = await erasureKey(db).execute({ name });
  return row?.encrypted;
}

const erasureKey = prepareOnce((db) =>
  db
    .select({ encrypted: dataKeys.keyEncrypted })
    .from(dataKeys)
    .where(sql`${dataKeys.name} = ${sql.placeholder('name')} and exists (select 1 from ${erasures})`)
    .prepare(''),
);

export async function listErasures(db: Db, fingerprints: readonly string[]): Promise<(typeof erasures.$inferSelect)[]> {
  if (fingerprints.length === 0) return [];
  return db
    .select()
    .from(erasures)
    .where(sql`${erasures.fingerprint} in (select jsonb_array_elements_text(${JSON.stringify(fingerprints)}::jsonb))`);
}

/** A mark of an erased import stays as it is; it replaces one of a pruned import. */
export async function insertErasures(
  tx: Db,
  fingerprints: readonly string[],
  mark: { kind: ErasureKind; at: Date },
): Promise<void> {
  if (fingerprints.length === 0) return;
  await tx
    .insert(erasures)
    .values([...new Set(fingerprints)].map((fingerprint) => ({ fingerprint, ...mark })))
    .onConflictDoUpdate({
      target: erasures.fingerprint,
      set: { kind: sql`excluded.kind`, at: sql`excluded.at` },
      setWhere: sql`${erasures.kind} = 'pruned'`,
    });
}

/** Customers, not their imports. */
export async function countErasures(db: Db): Promise<number> {
  return db.$count(erasures, sql`${erasures.kind} = 'username'`);
}

export async function deleteErasures(tx: Db, fingerprints: readonly string[]): Promise<void> {
  if (fingerprints.length > 0) await tx.delete(erasures).where(inArray(erasures.fingerprint, [...fingerprints]));
}
