import { sql } from 'drizzle-orm';
import type { Change } from '../../contract/stream';
import type { Db } from '../database/database';
import { changes } from '../schema/changes';

export const changeChannel = 'landfall_changes';

export async function recordChange(tx: Db, change: Omit<Change, 'id'>): Promise<void> {
  await recordChanges(tx, [change]);
}

/** Call it in the transaction of the change. NOTIFY is sent on commit and carries only the id. */
export async function recordChanges(tx: Db, recorded: readonly Omit<Change, 'id'>[]): Promise<void> {
  if (recorded.length === 0) return;
  const rows = await tx
    .insert(changes)
    .values(recorded.map(({ kind, environment, subject }) => ({ at: sql`now()`, kind, environment, subject })))
    .returning({ id: changes.id });
  const ids = sql.join(
    rows.map((row) => sql`(${String(row.id)}::text)`),
    sql`, `,
  );
  await tx.execute(sql`select pg_notify(${changeChannel}, id) from (values ${ids}) as changed(id)`);
}
