import { and, asc, desc, eq, inArray, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { creationAttempts } from '../schema/creation-attempts';
import { imports } from '../schema/imports';

export type AttemptRow = typeof creationAttempts.$inferSelect;
export type AttemptState = AttemptRow['state'];

function selectAttempts(db: Db, ...conditions: (SQL | undefined)[]) {
  return db
    .select()
    .from(creationAttempts)
    .where(and(...conditions));
}

/** Idempotent per id. `added` is false if the attempt already exists. */
export async function recordAttempt(
  tx: Db,
  row: typeof creationAttempts.$inferInsert,
): Promise<{ row: AttemptRow; added: boolean }> {
  const [inserted] = await tx.insert(creationAttempts).values(row).onConflictDoNothing().returning();
  if (inserted) return { row: inserted, added: true };
  const existing = await getAttempt(tx, row.id);
  if (!existing) throw new Error('an attempt was neither inserted nor found');
  return { row: existing, added: false };
}

export async function getAttempt(db: Db, id: string): Promise<AttemptRow | undefined> {
  const [row] = await selectAttempts(db, eq(creationAttempts.id, id));
  return row;
}

/** Compare-and-set. Undefined if the attempt is no longer in one of the `from` states. */
export async function moveAttempt(
  tx: Db,
  change: {
    id: string;
    from: readonly AttemptState[];
    to: AttemptState;
    set?: Partial<typeof creationAttempts.$inferInsert>;
    /** On the database clock. */
    leaseForMs?: number | null;
  },
): Promise<AttemptRow | undefined> {
  const { leaseForMs } = change;
  const lease =
    leaseForMs === undefined
      ? {}
      : { leaseUntil: leaseForMs === null ? null : sql`now() + ${leaseForMs} * interval '1 millisecond'` };
  const [moved] = await tx
    .update(creationAttempts)
    .set({ ...change.set, state: change.to, ...lease })
    .where(and(eq(creationAttempts.id, change.id), inArray(creationAttempts.state, [...change.from])))
    .returning();
  return moved;
}

/** Compare-and-set. False if the attempt was settled or is replaced by another one. */
export async function setSuccessor(tx: Db, row: AttemptRow, replacedBy: string | null): Promise<boolean> {
  const set = await tx
    .update(creationAttempts)
    .set({ replacedBy })
    .where(
      and(
        eq(creationAttempts.id, row.id),
        eq(creationAttempts.state, row.state),
        sql`${creationAttempts.replacedBy} is not distinct from ${row.replacedBy}::uuid`,
      ),
    )
    .returning({ id: creationAttempts.id });
  return set.length > 0;
}

/** The attempt that replaces this one, unless it failed. */
export async function findSuccessor(db: Db, { replacedBy }: AttemptRow): Promise<AttemptRow | undefined> {
  const row = replacedBy === null ? undefined : await getAttempt(db, replacedBy);
  return row?.state === 'invalid' || row?.state === 'not_created' ? undefined : row;
}

/** Attempts whose response was lost, or whose process died while sending. */
export async function listUnsettledAttempts(db: Db, limit: number): Promise<AttemptRow[]> {
  return selectAttempts(
    db,
    eq(creationAttempts.environment, 'live'),
    or(
      eq(creationAttempts.state, 'unknown'),
      and(inArray(creationAttempts.state, ['recorded', 'sending']), lt(creationAttempts.leaseUntil, sql`now()`)),
    ),
  )
    .orderBy(asc(creationAttempts.createdAt))
    .limit(limit);
}

/** Imports that already belong to an attempt, so they cannot be the result of a lost one. */
export async function listClaimedIds(db: Db, environment: Environment, ids: readonly string[]): Promise<string[]> {
  const rows = await selectAttempts(
    db,
    eq(creationAttempts.environment, environment),
    inArray(creationAttempts.importId, [...ids]),
  );
  return rows.flatMap((row) => (row.importId === null ? [] : [row.importId]));
}

/** The outcome is not known yet. */
const openStates = ['recorded', 'sending', 'unknown'] as const;
/** Open, or led to an import. */
const resumableStates = [...openStates, 'created', 'adopted'] as const;

/** Serialises creations for one link, visitor or customer over all instances. */
export async function lockAttempts(tx: Db, subject: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`attempt ${subject}`}, 0))`);
}

/** In any spelling, as services may ignore case. `otherThan`: without this attempt and the one it replaces. */
export async function listOpenAttempts(
  db: Db,
  environment: Environment,
  username: string,
  filter: { otherThan?: string; tool?: string } = {},
): Promise<AttemptRow[]> {
  return selectAttempts(
    db,
    eq(creationAttempts.environment, environment),
    sql`lower(${creationAttempts.username}) = lower(${username})`,
    inArray(creationAttempts.state, [...openStates]),
    filter.otherThan === undefined
      ? undefined
      : and(
          ne(creationAttempts.id, filter.otherThan),
          sql`${creationAttempts.replacedBy} is distinct from ${filter.otherThan}::uuid`,
        ),
    filter.tool === undefined ? undefined : eq(creationAttempts.tool, filter.tool),
  ).orderBy(desc(creationAttempts.createdAt));
}

/** The sandbox creates nothing. */
export async function hasOpenAttempts(db: Db): Promise<boolean> {
  const open = [eq(creationAttempts.environment, 'live'), inArray(creationAttempts.state, [...openStates])];
  return (await selectAttempts(db, ...open).limit(1)).length > 0;
}

export async function listLostAttempts(db: Db, environment: Environment, limit: number): Promise<AttemptRow[]> {
  return selectAttempts(db, eq(creationAttempts.environment, environment), eq(creationAttempts.state, 'unknown'))
    .orderBy(asc(creationAttempts.createdAt))
    .limit(limit);
}

/** The newest attempt of a customer link that can be resumed. */
export async function findAttemptByLink(db: Db, linkId: string): Promise<AttemptRow | undefined> {
  const [row] = await selectAttempts(
    db,
    eq(creationAttempts.linkId, linkId),
    inArray(creationAttempts.state, [...resumableStates]),
  )
    .orderBy(desc(creationAttempts.createdAt))
    .limit(1);
  return row;
}

/** Like `findAttemptByLink`, for a visitor of the open start page, who may start for several customers and tools. */
export async function findAttemptByVisitor(
  db: Db,
  visitorId: string,
  request: { username: string; tool: string },
): Promise<AttemptRow | undefined> {
  const [row] = await selectAttempts(
    db,
    eq(creationAttempts.environment, 'live'),
    eq(creationAttempts.username, request.username),
    eq(creationAttempts.tool, request.tool),
    eq(creationAttempts.visitorId, visitorId),
    inArray(creationAttempts.state, [...resumableStates]),
  )
    .orderBy(desc(creationAttempts.createdAt))
    .limit(1);
  return row;
}

export async function listRecentTools(
  db: Db,
  environment: Environment,
  staffId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ tool: creationAttempts.tool })
    .from(creationAttempts)
    .where(and(eq(creationAttempts.environment, environment), eq(creationAttempts.staffId, staffId)))
    .orderBy(desc(creationAttempts.createdAt))
    .limit(50);
  return [...new Set(rows.map(({ tool }) => tool))].slice(0, limit);
}

export async function listReplacedAttempts(db: Db, row: AttemptRow): Promise<AttemptRow[]> {
  if (row.username === null) return [];
  return selectAttempts(
    db,
    eq(creationAttempts.environment, row.environment),
    eq(creationAttempts.username, row.username),
    eq(creationAttempts.replacedBy, row.id),
  );
}

/** The import that took the place of this one, however often it was replaced. The same one if it was not. */
export async function findLastSuccessor(db: Db, environment: Environment, importId: string): Promise<string> {
  const [row] = await db
    .select({ id: imports.id })
    .from(
      sql`(with recursive chain as (
        select import_id, replaced_by, 0 as step from ${creationAttempts}
          where environment = ${environment} and import_id = ${importId}
        union all
        select next.import_id, next.replaced_by, step + 1 from chain
          join ${creationAttempts} next on next.id = chain.replaced_by
          where step < 100
      ) select * from chain) as chain`,
    )
    .innerJoin(imports, sql`${imports.environment} = ${environment} and ${imports.id} = chain.import_id`)
    .orderBy(sql`chain.step desc`)
    .limit(1);
  return row?.id ?? importId;
}

export async function findAttemptByImport(
  db: Db,
  environment: Environment,
  importId: string,
): Promise<AttemptRow | undefined> {
  const [row] = await selectAttempts(
    db,
    eq(creationAttempts.environment, environment),
    eq(creationAttempts.importId, importId),
  ).limit(1);
  return row;
}
