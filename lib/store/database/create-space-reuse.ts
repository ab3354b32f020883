import { sql } from 'drizzle-orm';
import { audit } from '../schema/audit';
import type { Database } from './database';

const everyBytes = 4_000_000;

/**
 * PGlite has neither autovacuum nor automatic checkpoints, so without this deleted rows and the write-ahead log only
 * ever grow. Cheap to call often: it works once per few megabytes of log, and after retention or an erasure deleted
 * something, so that what they deleted does not stay in the files.
 */
export function createSpaceReuse({ db }: Pick<Database, 'db'>): () => Promise<void> {
  let lastBytes = 0;
  let lastEntry = 0;
  const writtenBytes = async () => {
    const [row] = await db
      .select({ bytes: sql<string>`pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text` })
      .from(sql`(values (1)) as one`);
    return Number(row?.bytes);
  };
  /** Both leave an entry in the audit in the transaction that deletes. */
  const hasDeletedData = async () => {
    const [row] = await db
      .select({
        last: sql<number | null>`max(${audit.seq})::int`,
        found: sql<boolean | null>`bool_or(${audit.action} in ('data.pruned', 'customer.erased'))`,
      })
      .from(audit)
      .where(sql`${audit.seq} > ${lastEntry}`);
    lastEntry = row?.last ?? lastEntry;
    return row?.found === true;
  };
  return async () => {
    const deleted = await hasDeletedData();
    if (!deleted && (await writtenBytes()) - lastBytes < everyBytes) return;
    const tables = await db
      .select({ name: sql<string>`oid::regclass::text` })
      .from(sql`pg_class`)
      .where(sql`relkind = 'r' and relnamespace = 'public'::regnamespace`);
    // One at a time, so that other queries run in between.
    for (const { name } of tables) await db.execute(sql`vacuum ${sql.raw(name)}`);
    await db.execute(sql`checkpoint`);
    lastBytes = await writtenBytes();
  };
}
