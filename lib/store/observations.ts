import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Environment } from '../contract/environment';
import type { Db } from './database';
import { insertMany } from './insert-many';
import { observations, sightings } from './schema/imports';

export type NewObservation = typeof observations.$inferInsert;
export type NewSighting = typeof sightings.$inferInsert;

/** A row that holds a point of the record. `facts` and the raw answer stay where they are: most folds need neither. */
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
  told: unknown;
  sighting: boolean;
}

/**
 * Whoever observes an import does so alone, over all instances, until the transaction ends. Names are locked in one
 * order, so that two lists that share imports cannot wait for each other. An open decision may be locked before an
 * import, never after it.
 */
export async function lockImports(tx: Db, environment: Environment, importIds: readonly string[]): Promise<void> {
  const names = [...new Set(importIds)].sort().map((id) => sql`(${`import ${environment} ${id}`}::text)`);
  if (names.length === 0) return;
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from (values ${sql.join(names, sql`, `)}) as names(name)`,
  );
}

export async function listPoints(db: Db, environment: Environment, importIds: readonly string[]): Promise<PointRow[]> {
  if (importIds.length === 0) return [];
  const ids = [...importIds];
  const observed = await db
    .select({
      importId: observations.importId,
      fingerprint: observations.fingerprint,
      source: observations.source,
      by: observations.by,
      status: observations.status,
      gone: observations.gone,
      askedAt: observations.askedAt,
      seenAt: observations.seenAt,
      happenedAt: observations.happenedAt,
      told: observations.told,
    })
    .from(observations)
    .where(and(eq(observations.environment, environment), inArray(observations.importId, ids)));
  const seenAgain = await db
    .select({
      importId: sightings.importId,
      fingerprint: sightings.fingerprint,
      source: sightings.source,
      by: sightings.by,
      status: sightings.status,
      gone: sightings.gone,
      askedAt: sightings.askedAt,
      seenAt: sightings.seenAt,
      told: sightings.told,
    })
    .from(sightings)
    .where(and(eq(sightings.environment, environment), inArray(sightings.importId, ids)));
  return [
    ...observed.map((row) => ({ ...row, sighting: false })),
    ...seenAgain.map((row) => ({ ...row, happenedAt: null, sighting: true })),
  ];
}

export async function insertObservations(tx: Db, rows: readonly NewObservation[]): Promise<void> {
  await insertMany(tx, observations, rows);
}

export async function insertSightings(tx: Db, rows: readonly NewSighting[]): Promise<void> {
  await insertMany(tx, sightings, rows);
}

export async function deleteSightings(
  tx: Db,
  environment: Environment,
  keys: readonly { importId: string; fingerprint: string }[],
): Promise<void> {
  if (keys.length === 0) return;
  await tx.delete(sightings).where(
    and(
      eq(sightings.environment, environment),
      inArray(sightings.importId, [...new Set(keys.map((key) => key.importId))]),
      inArray(
        sightings.fingerprint,
        keys.map((key) => key.fingerprint),
      ),
    ),
  );
}

/** The facts of an import's observations, newest first: where the warnings themselves are read from. */
export async function listObservedFacts(
  db: Db,
  environment: Environment,
  importId: string,
  fingerprints: readonly string[],
): Promise<{ fingerprint: string; facts: unknown }[]> {
  if (fingerprints.length === 0) return [];
  return db
    .select({ fingerprint: observations.fingerprint, facts: observations.facts })
    .from(observations)
    .where(
      and(
        eq(observations.environment, environment),
        eq(observations.importId, importId),
        inArray(observations.fingerprint, [...fingerprints]),
      ),
    );
}

/** The raw answers we kept of an import, newest first, still sealed. */
export async function listSealedAnswers(
  db: Db,
  environment: Environment,
  importId: string,
  limit: number,
): Promise<{ source: NewObservation['source']; seenAt: Date; sealed: Buffer }[]> {
  const rows = await db
    .select({ source: observations.source, seenAt: observations.seenAt, sealed: observations.rawSealed })
    .from(observations)
    .where(
      and(
        eq(observations.environment, environment),
        eq(observations.importId, importId),
        isNotNull(observations.rawSealed),
      ),
    )
    .orderBy(desc(observations.id))
    .limit(limit);
  return rows.flatMap((row) => (row.sealed === null ? [] : [{ ...row, sealed: row.sealed }]));
}

/** The identifiers of everything observed, in order, a page at a time. */
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
