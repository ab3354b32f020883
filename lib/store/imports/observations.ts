import { and, asc, desc, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { insertMany } from '../database/insert-many';
import { isOneOf } from '../database/is-one-of';
import { prepareOnce } from '../database/prepare-once';
import { sharedErasureLock } from '../data-protection/erasures';
import { observations, confirmations } from '../schema/imports';

export type NewObservation = typeof observations.$inferInsert;
export type NewConfirmation = typeof confirmations.$inferInsert;

/** An observation or confirmation, without `facts` and the raw response, which are rarely needed. */
export interface PointRow {
  importId: string;
  fingerprint: string;
  source: NewObservation['source'];
  by: string | null;
  status: string | null;
  gone: boolean;
  askedAt: Date;
  seenAt: Date;
  happenedAt: Date | null;
  reported: unknown;
  isConfirmation: boolean;
}

export interface ImportKey {
  environment: Environment;
  id: string;
}

/** Sorted, so that overlapping lists cannot deadlock. A decision may be locked before an import, never after. */
export async function lockImports(tx: Db, environment: Environment, importIds: readonly string[]): Promise<void> {
  if (importIds.length === 0) return;
  await tx.execute(lockEach(importIds.map((id) => ({ environment, id }))));
}

/** Keeps erasures out before it locks the imports, in one statement: an erasure locks in the same order. */
export async function lockForObserving(tx: Db, keys: readonly ImportKey[]): Promise<void> {
  await tx.execute(sql`${sharedErasureLock} union all ${lockEach(keys)}`);
}

function lockEach(keys: readonly ImportKey[]): SQL {
  const names = [...new Set(keys.map(({ environment, id }) => `import ${environment} ${id}`))].sort();
  return sql`select pg_advisory_xact_lock(hashtextextended(name, 0))
    from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as names(name)`;
}

/** The columns of a `PointRow`. */
export const observationColumns = {
  importId: observations.importId,
  fingerprint: observations.fingerprint,
  source: observations.source,
  by: observations.by,
  status: observations.status,
  gone: observations.gone,
  askedAt: observations.askedAt,
  seenAt: observations.seenAt,
  happenedAt: observations.happenedAt,
  reported: observations.reported,
};
export const confirmationColumns = {
  importId: confirmations.importId,
  fingerprint: confirmations.fingerprint,
  source: confirmations.source,
  by: confirmations.by,
  status: confirmations.status,
  gone: confirmations.gone,
  askedAt: confirmations.askedAt,
  seenAt: confirmations.seenAt,
  reported: confirmations.reported,
};

export async function listPoints(db: Db, environment: Environment, importIds: readonly string[]): Promise<PointRow[]> {
  if (importIds.length === 0) return [];
  const observed = await db
    .select(observationColumns)
    .from(observations)
    .where(and(eq(observations.environment, environment), isOneOf(observations.importId, importIds)));
  const confirmed = await db
    .select(confirmationColumns)
    .from(confirmations)
    .where(and(eq(confirmations.environment, environment), isOneOf(confirmations.importId, importIds)));
  return [
    ...observed.map((row) => ({ ...row, isConfirmation: false })),
    ...confirmed.map((row) => ({ ...row, happenedAt: null, isConfirmation: true })),
  ];
}

export async function insertObservations(tx: Db, rows: readonly NewObservation[]): Promise<void> {
  await insertMany(tx, observations, rows);
}

export async function deleteConfirmations(
  tx: Db,
  environment: Environment,
  keys: readonly { importId: string; fingerprint: string }[],
): Promise<void> {
  if (keys.length === 0) return;
  await tx.delete(confirmations).where(
    and(
      eq(confirmations.environment, environment),
      inArray(confirmations.importId, [...new Set(keys.map((key) => key.importId))]),
      inArray(
        confirmations.fingerprint,
        keys.map((key) => key.fingerprint),
      ),
    ),
  );
}

/** The full facts, including the warnings. */
export async function listObservedFacts(
  db: Db,
  environment: Environment,
  importId: string,
  fingerprints: readonly string[],
): Promise<{ fingerprint: string; facts: unknown }[]> {
  if (fingerprints.length === 0) return [];
  return observedFacts(db).execute({ environment, importId, fingerprints: JSON.stringify(fingerprints) });
}

const observedFacts = prepareOnce((db) =>
  db
    .select({ fingerprint: observations.fingerprint, facts: observations.facts })
    .from(observations)
    .where(
      and(
        eq(observations.environment, sql.placeholder('environment')),
        eq(observations.importId, sql.placeholder('importId')),
        sql`${observations.fingerprint} = any(array(
          select jsonb_array_elements_text(${sql.placeholder('fingerprints')}::jsonb)))`,
      ),
    )
    .prepare(''),
);

export async function listEncryptedResponses(
  db: Db,
  environment: Environment,
  importId: string,
  limit: number,
): Promise<{ source: NewObservation['source']; seenAt: Date; encrypted: Buffer }[]> {
  const rows = await db
    .select({ source: observations.source, seenAt: observations.seenAt, encrypted: observations.rawEncrypted })
    .from(observations)
    .where(
      and(
        eq(observations.environment, environment),
        eq(observations.importId, importId),
        isNotNull(observations.rawEncrypted),
      ),
    )
    .orderBy(desc(observations.id))
    .limit(limit);
  return rows.flatMap((row) => (row.encrypted === null ? [] : [{ ...row, encrypted: row.encrypted }]));
}

/** From which sources an import is known, and when each last reported it. Without reports that it is gone. */
export async function listLatestBySource(
  db: Db,
  environment: Environment,
  importId: string,
): Promise<{ source: NewObservation['source']; latestMs: number }[]> {
  return db
    .select({
      source: observations.source,
      latestMs: sql<number>`(extract(epoch from max(${observations.seenAt})) * 1000)::float8`,
    })
    .from(observations)
    .where(
      and(eq(observations.environment, environment), eq(observations.importId, importId), eq(observations.gone, false)),
    )
    .groupBy(observations.source);
}

/** What the service answered when the import was created. */
export async function listCreationResponses(db: Db, environment: Environment, importId: string): Promise<Buffer[]> {
  const rows = await db
    .select({ encrypted: observations.rawEncrypted })
    .from(observations)
    .where(
      and(
        eq(observations.environment, environment),
        eq(observations.importId, importId),
        eq(observations.source, 'created'),
      ),
    );
  return rows.flatMap(({ encrypted }) => encrypted ?? []);
}

export async function listObservedIds(
  db: Db,
  environment: Environment,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: observations.importId })
    .from(observations)
    .where(
      and(
        eq(observations.environment, environment),
        after === undefined ? undefined : sql`${observations.importId} > ${after}`,
      ),
    )
    .orderBy(asc(observations.importId))
    .limit(limit);
  return rows.map((row) => row.id);
}
