import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

interface Database {
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  /** Without values, in one message. */
  exec(text: string): Promise<unknown>;
}

const schema = `
  create table if not exists imports (
    id text primary key, username text, tool text, family text, instance_url text, status jsonb, since_from timestamptz,
    since_to timestamptz, seen_at timestamptz not null, seen_by text, gone boolean, warnings integer, records integer,
    users_matched integer, users_total integer, decision text, created_at timestamptz, created_by text, stuck boolean,
    demo boolean, environment text);
  create index if not exists imports_seen on imports (seen_at, id);
  create table if not exists deliveries (
    id uuid primary key default gen_random_uuid(), received_at timestamptz not null default now(), body bytea not null);
  create table if not exists staff (id text primary key, role text not null, disabled_at timestamptz);
  create table if not exists sessions (id text primary key, staff_id text not null references staff, ended_at timestamptz);
  create table if not exists erased (username text primary key, at timestamptz not null);
  create table if not exists request_budget (name text primary key, next_free_at timestamptz not null);
  insert into staff values ('staff', 'admin') on conflict do nothing;
  insert into sessions values ('bench', 'staff') on conflict do nothing;
  insert into request_budget values ('live', now()) on conflict do nothing`;

const fill = `
  insert into imports
  select r->>'id', r->>'username', r->>'tool', r->>'family', r->>'instanceUrl', r->'status',
    (r->>'sinceFrom')::timestamptz, (r->>'sinceTo')::timestamptz, (r->>'seenAt')::timestamptz, r->>'seenBy',
    (r->>'gone')::boolean, (r->>'warnings')::integer, (r->>'records')::integer, (r->>'usersMatched')::integer,
    (r->>'usersTotal')::integer, r->>'decision', (r->>'createdAt')::timestamptz, r->>'createdBy',
    (r->>'stuck')::boolean, (r->>'demo')::boolean, r->>'environment'
  from jsonb_array_elements($1::jsonb) r on conflict do nothing`;

/** On globalThis, because Next bundles instrumentation and routes separately. */
const holder: { benchDatabase?: Promise<Database> } = globalThis as never;

export function getDatabase(): Promise<Database> {
  return (holder.benchDatabase ??= open());
}

/** PostgreSQL with DATABASE_URL, otherwise PGlite in BENCH_DATA with BENCH_SETTINGS: the same engines as Landfall. */
async function open(): Promise<Database> {
  const { DATABASE_URL, BENCH_DATA = '', BENCH_ROWS = '', BENCH_SETTINGS = '' } = process.env;
  const rows = await readFile(BENCH_ROWS, 'utf8');
  if (DATABASE_URL !== undefined) {
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
    await pool.query(schema);
    await pool.query(fill, [rows]);
    await pool.query('analyze imports');
    return {
      query: async (text, values) => ({ rows: (await pool.query(text, values)).rows }),
      exec: (text) => pool.query(text),
    };
  }
  const settings = BENCH_SETTINGS.split(' ').filter((setting) => setting !== '');
  const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])];
  const pglite = await PGlite.create(BENCH_DATA, { startParams });
  await pglite.exec(schema);
  await pglite.query(fill, [rows]);
  await pglite.exec('analyze imports');
  return pglite;
}

/** The role of a session that has not ended. */
export async function readSession(id: string | undefined): Promise<string | undefined> {
  const database = await getDatabase();
  const { rows } = await database.query<{ role: string }>(
    `select staff.role from sessions join staff on staff.id = sessions.staff_id
     where sessions.id = $1 and sessions.ended_at is null and staff.disabled_at is null`,
    [id],
  );
  return rows[0]?.role;
}
