import { sql } from 'drizzle-orm';
import type { Change } from '../../contract/stream';
import type { Db } from '../database/database';

export const changeChannel = 'landfall_changes';

export async function recordChange(tx: Db, change: Omit<Change, 'id'>): Promise<void> {
  await recordChanges(tx, [change]);
}

/** Call it in the transaction of the change. NOTIFY is sent on commit and carries only the id. */
export async function recordChanges(tx: Db, recorded: readonly Omit<Change, 'id'>[]): Promise<void> {
  if (recorded.length === 0) return;
  const rows = recorded.map(({ kind, environment, subject }) => ({
    kind,
    environment,
    subject: subject.toWellFormed(),
  }));
  await tx.execute(
    sql`with recorded as (
        insert into changes (at, kind, environment, subject)
        select now(), kind, environment, subject
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(kind text, environment text, subject text)
        returning id
      ) select pg_notify(${changeChannel}, id::text) from recorded`,
  );
}
