import { sql } from 'drizzle-orm';
import type { Change } from '../../contract/stream';
import type { Db } from '../database/database';
import { changes } from '../schema/changes';

export const changeChannel = 'landfall_changes';

/** Part of the transaction that made the change: what rolls back is never told. NOTIFY carries the id alone. */
export async function recordChange(tx: Db, change: Omit<Change, 'id'>): Promise<void> {
  const [row] = await tx
    .insert(changes)
    .values({ at: sql`now()`, kind: change.kind, environment: change.environment, subject: change.subject })
    .returning({ id: changes.id });
  if (row) await tx.execute(sql`select pg_notify(${changeChannel}, ${String(row.id)})`);
}

/** The same for many at once, in two statements however many they are. */
export async function recordChanges(tx: Db, reported: readonly Omit<Change, 'id'>[]): Promise<void> {
  if (reported.length === 0) return;
  const rows = await tx
    .insert(changes)
    .values(reported.map(({ kind, environment, subject }) => ({ at: sql`now()`, kind, environment, subject })))
    .returning({ id: changes.id });
  const ids = sql.join(
    rows.map((row) => sql`(${String(row.id)}::text)`),
    sql`, `,
  );
  await tx.execute(sql`select pg_notify(${changeChannel}, id) from (values ${ids}) as changed(id)`);
}
