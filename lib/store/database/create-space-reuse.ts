import { sql } from 'drizzle-orm';
import { audit } from '../schema/audit';
import type { Database } from './database';

const everyBytes = 4_000_000;
const hasDeadRows = sql<boolean>`pg_stat_get_dead_tuples(oid) > 0`;
/** The same rule as autovacuum's. */
const hasChanged = sql<boolean>`pg_relation_size(oid) > 0 and (pg_stat_get_mod_since_analyze(oid) > 50 + reltuples / 10
  or not exists (select from pg_statistic where starelid = oid))`;

/**
 * PGlite has neither autovacuum nor automatic checkpoints, so without this deleted rows and the write-ahead log only
 * ever grow, and plans are made without knowing what is in the tables. Cheap to call often: it works once per few
 * megabytes of log, and after retention or an erasure deleted something, so that what they deleted does not stay in the
 * files.
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
  const readNewEntries = async () => {
    const [row] = await db
      .select({
        last: sql<number | null>`max(${audit.seq})::int`,
        found: sql<boolean | null>`bool_or(${audit.action} in ('data.pruned', 'customer.erased'))`,
      })
      .from(audit)
      .where(sql`${audit.seq} > ${lastEntry}`);
    return { last: row?.last ?? lastEntry, hasDeletedData: row?.found === true };
  };
  return async () => {
    const entries = await readNewEntries();
    if (!entries.hasDeletedData && (await writtenBytes()) - lastBytes < everyBytes) {
      lastEntry = entries.last;
      return;
    }
    // The counts of dead rows start at zero with the process, and can be a second old.
    const all = entries.hasDeletedData || lastBytes === 0;
    // Under load each vacuum waits for its turn, while the log goes on growing.
    const tables = await db
      .select({ name: sql<string>`oid::regclass::text`, hasChanged })
      .from(sql`pg_class`)
      .where(
        sql`relkind = 'r' and relnamespace = 'public'::regnamespace and (${all} or ${hasDeadRows} or ${hasChanged})`,
      );
    // One at a time, so that other queries run in between.
    for (const table of tables) {
      const name = sql.raw(table.name);
      await db.execute(sql`vacuum ${name}`);
      if (table.hasChanged) await db.execute(sql`analyze ${name}`);
    }
    await db.execute(sql`checkpoint`);
    lastBytes = await writtenBytes();
    lastEntry = entries.last;
  };
}
