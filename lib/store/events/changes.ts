import { sql } from 'drizzle-orm';
import { readChange, type Change } from '../../contract/stream';
import { parseJson } from '../../core/parse-json';
import type { Db } from '../database/database';

export const changeChannel = 'landfall_changes';

/** Undefined if it is not a change, for instance one of an older version. */
export function readNotifiedChange(payload: string): Change | undefined {
  return readChange(parseJson(payload));
}

export async function recordChange(tx: Db, change: Omit<Change, 'id'>): Promise<void> {
  await recordChanges(tx, [change]);
}

/**
 * Call it in the transaction of the change. NOTIFY is sent on commit and carries the change, so that it reaches open
 * pages without another query. Its limit is 8,000 bytes; subjects are identifiers of at most 512.
 */
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
        returning id, kind, environment, subject
      ) select pg_notify(
        ${changeChannel},
        json_build_object('id', id::text, 'kind', kind, 'environment', environment, 'subject', subject)::text
      ) from recorded`,
  );
}
