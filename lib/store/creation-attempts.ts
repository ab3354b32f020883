import { and, asc, desc, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Environment } from '../contract/environment';
import type { Db } from './database';
import { creationAttempts } from './schema/imports';

export type AttemptRow = typeof creationAttempts.$inferSelect;
export type AttemptState = AttemptRow['state'];

/** The same attempt recorded twice is one row. `added` says whether this call was the first. */
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
  const [row] = await db.select().from(creationAttempts).where(eq(creationAttempts.id, id));
  return row;
}

/** Compare-and-set. Undefined means that the attempt is no longer where the caller thought. */
export async function moveAttempt(
  tx: Db,
  change: {
    id: string;
    from: readonly AttemptState[];
    to: AttemptState;
    set?: Partial<typeof creationAttempts.$inferInsert>;
    /** On the database's clock. */
    leaseForMs?: number | null;
  },
): Promise<AttemptRow | undefined> {
  const lease =
    change.leaseForMs === undefined
      ? {}
      : {
          leaseUntil: change.leaseForMs === null ? null : sql`now() + ${change.leaseForMs} * interval '1 millisecond'`,
        };
  const [moved] = await tx
    .update(creationAttempts)
    .set({ ...change.set, state: change.to, ...lease })
    .where(and(eq(creationAttempts.id, change.id), inArray(creationAttempts.state, [...change.from])))
    .returning();
  return moved;
}

/** Creations whose answer was lost, and those whose process died while they were being sent. */
export async function listUnsettledAttempts(db: Db, limit: number): Promise<AttemptRow[]> {
  return db
    .select()
    .from(creationAttempts)
    .where(
      and(
        eq(creationAttempts.environment, 'live'),
        or(
          eq(creationAttempts.state, 'unknown'),
          and(inArray(creationAttempts.state, ['recorded', 'sending']), lt(creationAttempts.leaseUntil, sql`now()`)),
        ),
      ),
    )
    .orderBy(asc(creationAttempts.createdAt))
    .limit(limit);
}

/** Ids under this username that belong to another attempt: they are not the one that was lost. */
export async function listClaimedIds(db: Db, environment: Environment, username: string): Promise<string[]> {
  const rows = await db
    .select({ id: creationAttempts.importId })
    .from(creationAttempts)
    .where(
      and(
        eq(creationAttempts.environment, environment),
        eq(creationAttempts.username, username),
        isNotNull(creationAttempts.importId),
      ),
    );
  return rows.flatMap((row) => (row.id === null ? [] : [row.id]));
}

export async function listOpenAttemptsOf(db: Db, environment: Environment, username: string): Promise<AttemptRow[]> {
  return db
    .select()
    .from(creationAttempts)
    .where(
      and(
        eq(creationAttempts.environment, environment),
        eq(creationAttempts.username, username),
        inArray(creationAttempts.state, ['recorded', 'sending', 'unknown']),
      ),
    )
    .orderBy(desc(creationAttempts.createdAt));
}

/** The newest attempt made through this customer link. */
export async function findAttemptOfLink(db: Db, linkId: string): Promise<AttemptRow | undefined> {
  const [row] = await db
    .select()
    .from(creationAttempts)
    .where(eq(creationAttempts.linkId, linkId))
    .orderBy(desc(creationAttempts.createdAt))
    .limit(1);
  return row;
}

export async function findAttemptOfImport(
  db: Db,
  environment: Environment,
  importId: string,
): Promise<AttemptRow | undefined> {
  const [row] = await db
    .select()
    .from(creationAttempts)
    .where(and(eq(creationAttempts.environment, environment), eq(creationAttempts.importId, importId)))
    .limit(1);
  return row;
}
