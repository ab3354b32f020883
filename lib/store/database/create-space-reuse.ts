import { sql } from 'drizzle-orm';
import type { Database } from './database';

const everyBytes = 4_000_000;

/** Tables whose rows are often replaced or deleted. */
const tables = sql.raw(
  'deliveries, delivery_counters, changes, throttle_hits, denied_calls, sessions, poll_units, installation',
);

/**
 * PGlite has neither autovacuum nor automatic checkpoints, so without this deleted rows and the write-ahead log only
 * ever grow. Cheap to call often: it works once per few megabytes of log, in some 50 ms.
 */
export function createSpaceReuse({ db }: Pick<Database, 'db'>): () => Promise<void> {
  let lastBytes = 0;
  const writtenBytes = async () => {
    const [row] = await db
      .select({ bytes: sql<string>`pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text` })
      .from(sql`(values (1)) as one`);
    return Number(row?.bytes);
  };
  return async () => {
    if ((await writtenBytes()) - lastBytes < everyBytes) return;
    await db.execute(sql`vacuum ${tables}`);
    await db.execute(sql`checkpoint`);
    lastBytes = await writtenBytes();
  };
}
