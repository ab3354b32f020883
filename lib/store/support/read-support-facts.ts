import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { knownStatuses } from '../../contract/status';
import { readMigrationHashes, readRows, readTables } from '../backup/read-catalog';
import type { Database, Db } from '../database/database';

const countSchema = z.array(z.object({ name: z.string(), count: z.number() }));
const tableSchema = z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number() }));
const factsSchema = z.object({ version: z.string(), bytes: z.number(), now: z.string(), encoding: z.string() });

/** Columns that only our code fills, from a fixed list. Any other text may name a customer. */
const counted: readonly { what: string; from: SQL; column: SQL }[] = [
  { what: 'decisions', from: sql`decisions`, column: sql`state` },
  { what: 'creations', from: sql`creation_attempts`, column: sql`state` },
  { what: 'webhooks', from: sql`deliveries`, column: sql`verdict` },
  {
    what: 'webhooksNotApplied',
    from: sql`deliveries where verdict = 'verified' and applied_at is null`,
    column: sql`verdict`,
  },
  { what: 'messages', from: sql`outbox_messages`, column: sql`channel || ' ' || state` },
  { what: 'staff', from: sql`staff`, column: sql`role || case when disabled_at is null then '' else ' disabled' end` },
  { what: 'erasures', from: sql`erasures`, column: sql`kind` },
  {
    what: 'pollsDue',
    from: sql`poll_units where next_poll_at < now()`,
    column: sql`kind || case when next_poll_at < now() - interval '10 minutes' then ' late' else '' end`,
  },
];

/** Numbers and names of our own only: sizes, states and times, never the content of a row. */
export async function readSupportFacts({ db, engine }: Pick<Database, 'db' | 'engine'>) {
  const facts = await readRows(
    db,
    sql`select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      pg_database_size(current_database())::float8 as bytes, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as now`,
  );
  const migrations = await readMigrationHashes(db);
  const tables = await readRows(
    db,
    sql`select relname::text as name, greatest(reltuples, 0)::float8 as rows, pg_total_relation_size(oid)::float8 as bytes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 3 desc`,
  );
  const has = new Set((await readTables(db)).map(({ name }) => name));
  const known = sql.join(
    knownStatuses.map((status) => sql`${status}`),
    sql`, `,
  );
  const states: Record<string, unknown> = {};
  for (const { what, from, column } of counted) states[what] = await countBy(db, from, column).catch(() => null);
  return {
    engine,
    ...factsSchema.parse(facts[0]),
    migrations: { count: migrations.length, last: migrations.at(-1)?.slice(0, 12) ?? null },
    tables: tableSchema.parse(tables),
    states: {
      ...states,
      imports: await countBy(
        db,
        sql`imports`,
        sql`case when gone then 'gone' when status_key in (${known}) then status_key else 'other' end`,
      ).catch(() => null),
    },
    jobs: has.has('installation') ? await readJobs(db) : [],
  };
}

async function countBy(db: Db, from: SQL, column: SQL): Promise<Record<string, number>> {
  const rows = await readRows(
    db,
    sql`select name, count(*)::int as count from (select ${column} as name from ${from}) as named group by name order by name`,
  );
  return Object.fromEntries(countSchema.parse(rows).map(({ name, count }) => [name, count]));
}

/** When each job that one instance runs for all was last claimed, and whether anything blocks the app. */
async function readJobs(db: Db): Promise<unknown[]> {
  return readRows(
    db,
    sql`select regexp_replace(key, '^(erasure pending|erasure receipt) .*$', '\\1') as name, max(at)::text as at, count(*)::int as count
      from installation
      where key ~ '^(job |erasure pending |erasure receipt |purpose$|restore unfinished$|decisions held$)' group by 1 order by 1`,
  );
}
