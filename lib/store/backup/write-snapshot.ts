import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Db } from '../database/database';
import {
  fixTextFormats,
  readMigrationHashes,
  readRows,
  readSequences,
  readTables,
  type CatalogTable,
} from './read-catalog';
import { leftOutTables, type RowCounts, type SnapshotHeader, type SnapshotSink } from './snapshot';

/** A body of a webhook has up to a megabyte, and two characters per byte. */
const rowsPerFetch = (table: CatalogTable) => (table.hasBytes ? 20 : 500);

/** Writes everything that was committed when it began, in one transaction. Keeps no more than one batch in memory. */
export async function writeSnapshot(database: Database, sink: SnapshotSink): Promise<RowCounts> {
  const write = async (tx: Db) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    await fixTextFormats(tx);
    const tables = (await readTables(tx)).filter(({ name }) => !(name in leftOutTables));
    await sink.begin(await readHeader(tx, database.engine, tables));
    const counts: Record<string, number> = {};
    for (const table of tables) counts[table.name] = await writeTable(tx, table, sink);
    await sink.end(counts);
    return counts;
  };
  return database.transaction(write, { untimed: true });
}

const factsSchema = z.object({
  takenAt: z.string(),
  purpose: z.string().nullable(),
  auditHead: z.object({ seq: z.number(), hash: z.string(), keyId: z.string() }).nullable(),
});

async function readHeader(
  tx: Db,
  engine: Database['engine'],
  tables: readonly CatalogTable[],
): Promise<SnapshotHeader> {
  const migrations = await readMigrationHashes(tx);
  // Entries have keys only since the chain of commitments.
  const hasKeys = tables.some(({ name }) => name === 'audit_values');
  const head = hasKeys
    ? sql`(select jsonb_build_object('seq', seq, 'hash', hash, 'keyId', key_id) from audit order by seq desc limit 1)`
    : sql`null::jsonb`;
  const [facts] = await readRows(
    tx,
    sql`select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt", ${head} as "auditHead",
      (select value #>> '{}' from installation where key = 'purpose') as purpose`,
  );
  return {
    format: 1,
    engine,
    migrations,
    ...factsSchema.parse(facts),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences: await readSequences(tx),
  };
}

const batchSchema = z.array(z.object({ line: z.string() }));

async function writeTable(tx: Db, table: CatalogTable, sink: SnapshotSink): Promise<number> {
  const values = sql.join(
    table.columns.map(({ name }) => sql`${sql.identifier(name)}::text`),
    sql`, `,
  );
  const cursor = sql.identifier(`backup ${table.name}`);
  await tx.execute(
    sql`declare ${cursor} no scroll cursor for select array_to_json(array[${values}])::text as line
      from ${sql.identifier(table.name)}`,
  );
  const fetch = sql`fetch ${sql.raw(String(rowsPerFetch(table)))} from ${cursor}`;
  let count = 0;
  for (;;) {
    const batch = batchSchema.parse(await readRows(tx, fetch));
    if (batch.length === 0) break;
    count += batch.length;
    await sink.rows(
      table.name,
      batch.map(({ line }) => line),
    );
  }
  await tx.execute(sql`close ${cursor}`);
  return count;
}
