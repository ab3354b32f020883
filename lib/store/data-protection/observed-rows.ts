import { and, asc, eq } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { confirmations, importFacts, observations } from '../schema/imports';

/** Everything that was observed of one import, oldest first and without ids, so that a part can be inserted again. */
export async function listObservedRows(db: Db, { environment, id }: { environment: Environment; id: string }) {
  const of = (table: typeof observations | typeof importFacts | typeof confirmations) =>
    and(eq(table.environment, environment), eq(table.importId, id));
  const observed = await db.select().from(observations).where(of(observations)).orderBy(asc(observations.id));
  const facts = await db.select().from(importFacts).where(of(importFacts)).orderBy(asc(importFacts.id));
  return {
    observations: observed.map(({ id: _id, ...row }) => row),
    facts: facts.map(({ id: _id, ...row }) => row),
    confirmations: await db.select().from(confirmations).where(of(confirmations)),
  };
}
