import { sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { recountImports } from '../imports/import-counts';

/**
 * Inserts many imports, and their counts, as a partner has after some years: most of them are finished. Those of the demo
 * stay. Takes a minute for a million.
 */
export async function fillImports(db: Db, count: number): Promise<void> {
  await withoutIndexes(db, async () => {
    await db.execute(sql`
      insert into imports (environment, id, username, tool, family, status_text, status_key, status_family, since_from,
        since_to, seen_at, seen_by, gone, warnings, decision, created_at, created_by, first_seen_at, search_terms,
        stage, completed_at)
      select case when n % 19 = 0 then 'sandbox' else 'live' end, n::text,
        case when n % 11 = 0 then null else 'user' || n || '@company' || (n % 5000) || '.example' end,
        case when n % 13 = 0 then null else 'Tool ' || (n % 50) end, case when n % 7 = 0 then null else 'f' || (n % 3) end,
        status, status, 'waiting', moved, moved, moved + interval '1 hour', 'watcher', n % 100 = 0,
        case when n % 9 = 0 then n % 120 else 0 end,
        case when n % 499 = 0 then 'asked' when n % 997 = 0 then 'unknown' when n % 3 = 0 then 'accepted' else 'none' end,
        case when n % 2 = 0 then moved - interval '2 days' end, case when n % 2 = 0 then 'Agent ' || (n % 25) end,
        moved - interval '2 days', array['user' || n, 'company' || (n % 5000), 'example', n::text, 'tool'],
        landfall_stage(status), case when status = 'Migration completed' and n % 100 > 0 then moved end
      from (select n, now() - n * interval '7 minutes' as moved,
          case when n % 100 < 85 then 'Migration completed' when n % 100 < 92 then 'Collecting credentials'
            when n % 100 < 96 then 'Sample migration completed' when n % 100 < 99 then 'In preparation' else 'Held' end as status
        from generate_series(1, ${count}) n) as made
      on conflict do nothing`);
  });
  await db.execute(sql`vacuum (analyze) imports, import_counts, import_days`);
}

/** Polls, which the app would otherwise catch up with when it starts, and the periods that the overview measures. */
export async function fillPollsAndPeriods(db: Db): Promise<void> {
  await db.execute(sql`
    insert into poll_units (kind, key, next_poll_at, rate, fixed_interval_s)
    select case when username is null then 'import' else 'username' end, coalesce(username, id),
      now() + random() * interval '14 days', 1e-6,
      case when status_key in ('Migration completed', 'Migration cleaned') then 1209600 end
    from imports where environment = 'live' and not gone
    on conflict do nothing`);
  await db.execute(sql`
    insert into status_periods (environment, import_id, fingerprint, status_key, tool, duration_s, ended_at)
    select environment, id, period.status, period.status, tool, abs(hashtext(id || period.status)) % 90000,
      since_to - period.before
    from imports, (values ('Collecting credentials', interval '12 hours'), ('Sample migration in progress', interval '6 hours'),
      ('Migration in progress', interval '0')) as period(status, before)
    where status_key = 'Migration completed' and since_to > now() - interval '1 year'`);
  await db.execute(sql`vacuum (analyze) poll_units, status_periods`);
}

/** The requests of imports that wait for a decision. */
export async function fillRequests(db: Db): Promise<void> {
  await db.execute(sql`
    insert into full_requests (id, environment, import_id, source, verified, username, tool, by, requested_at)
    select gen_random_uuid(), environment, id, 'customer', true, username, tool, coalesce(username, ''), since_to
    from imports where decision = 'asked'
    on conflict do nothing`);
  await db.execute(sql`vacuum (analyze) full_requests`);
}

const periodsPerStatement = 100_000;

/** Rows of a narrow table. In batches, since one statement may take at most a minute. */
export async function fillPeriods(db: Db, count: number): Promise<void> {
  for (let from = 1; from <= count; from += periodsPerStatement) {
    const to = Math.min(count, from + periodsPerStatement - 1);
    await db.execute(sql`
      insert into status_periods (environment, import_id, fingerprint, status_key, tool, duration_s, ended_at)
      select 'live', n::text, md5(n::text), 'Held', 'Tool ' || n % 50, n % 90000, now() - n * interval '1 minute'
      from generate_series(${from}::int, ${to}::int) n`);
  }
}

/** Building indexes and counts afterwards is faster than updating them per row. */
async function withoutIndexes(db: Db, work: () => Promise<void>): Promise<void> {
  // PGlite takes one statement at a time.
  const indexes = await db
    .select({ drop: sql<string>`'drop index ' || indexname`, build: sql<string>`indexdef` })
    .from(sql`pg_indexes`)
    .where(sql`tablename = 'imports' and indexname not like '%_pk'`);
  for (const { drop } of indexes) await db.execute(sql.raw(drop));
  await db.execute(sql`alter table imports disable trigger user`);
  await work();
  for (const { build } of indexes) await db.execute(sql.raw(build));
  await db.execute(sql`alter table imports enable trigger user`);
  await db.transaction((tx) => recountImports(tx));
}
