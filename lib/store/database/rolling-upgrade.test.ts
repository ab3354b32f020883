import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { version } from '../../core/version';
import { findUnsafeStatements } from '../testing/find-unsafe-statements';
import { createTestPostgresUrl } from '../testing/open-test-database';
import { workBefore0007 } from '../testing/work-before-0007';
import type { Database } from './database';
import { openPostgres } from './open-postgres';
import { readMigrations, type Migration } from './read-migrations';

const releases = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync('lib/store/migrations/releases.json', 'utf8')));

test('this version includes the last migration, unless the changelog has unreleased changes', async () => {
  const [, unreleased = ''] = /^## Unreleased\n([^]*?)(?=^## )/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
  const migrations = await readMigrations();
  expect(Object.keys(releases).at(-1)).toBe(version);
  if (unreleased.trim() === '') expect(releases[version]).toBe(migrations.at(-1)?.name);
});

test('migrations since 1.0.0 leave the previous version working', async () => {
  const migrations = await readMigrations();
  expect(migrations.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.values(releases)));
  const newer = migrations.filter(({ name }) => name > (releases['1.0.0'] ?? ''));
  expect(newer.flatMap((each) => findUnsafeStatements(each.sql).map((found) => `${each.name}: ${found}`))).toEqual([]);
});

test.each([
  'DROP TABLE "notes";',
  'alter table notes drop column body;',
  'ALTER TABLE "notes" RENAME COLUMN "body" TO "text";',
  'alter table notes rename to remarks;',
  'alter table notes alter column body set not null;',
  'alter table notes alter column body set data type varchar(10);',
  'ALTER TABLE "notes" ADD COLUMN "author" text NOT NULL;',
  'alter table notes add constraint short check (length(body) < 10);',
  'CREATE INDEX "notes_body" ON "notes" USING btree ("body");',
  "update notes set body = '';",
])('refuses %j unless it says why it is safe', (statement) => {
  expect(findUnsafeStatements(statement)).toHaveLength(1);
  expect(findUnsafeStatements(`-- safe: it has at most ten rows\n${statement}`)).toEqual([]);
});

test('an exception is for one statement', () => {
  const both = '-- safe: nothing used it\ndrop table notes;\ndrop table other;';
  expect(findUnsafeStatements(both)).toEqual([expect.stringContaining('drop table other')]);
});

test.each([
  'create table notes (id int not null);--> statement-breakpoint\nCREATE INDEX "n" ON "notes" ("id");',
  'alter table notes add column author text;',
  'ALTER TABLE "notes" ADD COLUMN "author" text DEFAULT \'\' NOT NULL;',
  'alter table notes add constraint short check (length(body) < 10) not valid;',
  'alter table notes alter column body drop not null;',
])('accepts %j', (statement) => {
  expect(findUnsafeStatements(statement)).toEqual([]);
});

/** Changes tables that are written all the time, as a release may. */
const nextRelease = `create table next_release (id integer primary key);
  alter table imports add column next_text text not null default '';
  alter table deliveries add column next_number integer;
  alter table observations add column next_flag boolean not null default false;`;

/** What an instance of the previous version does all the time. `$1` is unique. */
const statements = [
  `insert into imports (environment, id, username, status_text, status_key, status_family, since_from, since_to, seen_at, seen_by,
      first_seen_at, search_terms)
    values ('live', $1, 'user', 'Held', 'Held', 'waiting', now(), now(), now(), 'watcher', now(), '{user}')`,
  `insert into observations (environment, import_id, source, status, asked_at, seen_at, facts, reported, fingerprint)
    values ('live', $1, 'lookup', 'Held', now(), now(), '{}', '{}', 'first')`,
  `insert into deliveries (id, received_at, content_hash, body_encrypted, body_bytes, headers, verdict, reason, import_id, status,
      times, last_received_at, address)
    values (md5($1)::uuid, now(), $1, 'body', 40, '{}', 'verified', '', $1, 'Held', 1, now(), '203.0.113.5')`,
  `update imports set status_text = 'Paused', status_key = 'Paused' where id = $1`,
  `update deliveries set applied_at = now() where content_hash = $1`,
];

const readRows = async (database: Database, table: string) => {
  const [row] = await database.db
    .select({ rows: sql<Record<string, unknown>[]>`coalesce(json_agg(t), '[]')` })
    .from(sql`${sql.identifier(table)} as t`);
  return row?.rows ?? [];
};

/** The columns of the keys of these tables. */
const identify = (row: Record<string, unknown>) =>
  JSON.stringify(['environment', 'id', 'import_id', 'fingerprint', 'kind', 'key'].map((name) => row[name]));

const filledTables = [
  ...['imports', 'observations', 'confirmations', 'status_periods', 'poll_units', 'full_requests', 'decisions'],
  'deliveries',
];

interface Upgrade {
  before: readonly Migration[];
  after: readonly Migration[];
  added: string;
}
const upgrades: Record<string, () => Promise<Upgrade>> = {
  'a release that changes busy tables': async () => {
    const before = await readMigrations();
    const compatibleWith = before.at(-1)?.name;
    const next = { name: '9999_next', sql: nextRelease, hash: 'next', whenMs: 1, compatibleWith };
    return { before, after: [...before, next], added: 'next_release' };
  },
  // No release is before 1.0.0, but its migrations after 0007 are compatible as well.
  'the latest release': async () => {
    const after = await readMigrations();
    const previous = Object.values(releases).at(-2) ?? '0007_import_facet_counts';
    return { before: after.filter(({ name }) => name <= previous), after, added: 'import_tags' };
  },
};

test.each(Object.keys(upgrades))(
  'two instances of %s migrate together while two of the one before work, and nothing is lost',
  async (upgrade) => {
    const { before, after, added } = (await upgrades[upgrade]?.()) ?? { before: [], after: [], added: '' };
    expect(after.length).toBeGreaterThan(before.length);
    const url = await createTestPostgresUrl({ empty: true });
    const open = (migrations: readonly Migration[]) => openPostgres({ url, migrations, connectTimeoutMs: 60_000 });
    const old = [await open(before), await open(before)] as const;
    for (const statement of workBefore0007) await old[0].db.execute(sql.raw(statement));
    const filled = await Promise.all(filledTables.map((table) => readRows(old[0], table)));
    const written: string[] = [];
    let isRunning = true;
    const work = async (database: Database, name: string) => {
      for (let index = 0; isRunning; index += 1) {
        const id = `${name}-${index}`;
        for (const statement of statements) {
          const [start = '', ...parts] = statement.split('$1');
          await database.db.execute(
            parts.reduce((query, part) => sql`${query}${id}::text${sql.raw(part)}`, sql.raw(start)),
          );
        }
        written.push(id);
      }
    };
    const workers = old.flatMap((database, instance) =>
      [1, 2].map((worker) => work(database, `old${instance}-${worker}`)),
    );
    const wrote = (count: number) => expect.poll(() => written.length, { timeout: 60_000 }).toBeGreaterThan(count);

    await wrote(20);
    const upgraded = await Promise.all([open(after), open(after)]);
    const [one] = upgraded;
    workers.push(...upgraded.map((database, instance) => work(database, `new${instance}`)));
    await wrote(written.length + 20);
    const restarted: Database[] = [];
    if (after.at(-1)?.compatibleWith !== undefined) {
      // An instance of the previous version that restarts before its turn.
      const database = await open(before);
      restarted.push(database);
      workers.push(work(database, 'again-1'));
      await wrote(written.length + 20);
    }
    isRunning = false;
    await Promise.all(workers);

    expect(await one.db.$count(sql`drizzle.__drizzle_migrations`)).toBe(after.length);
    expect(await one.db.$count(sql.identifier(added))).toBe(0);
    for (const stored of [
      `imports where status_key = 'Paused' and id like '%-%'`,
      `observations where import_id like '%-%'`,
      `deliveries where applied_at is not null and content_hash like '%-%'`,
    ])
      expect(await one.db.$count(sql.raw(stored)), stored).toBe(written.length);
    for (const [index, table] of filledTables.entries()) {
      const now = new Map((await readRows(one, table)).map((row) => [identify(row), row]));
      const rows = filled[index] ?? [];
      expect(rows.length, table).toBeGreaterThan(5);
      expect(rows.map((row) => now.get(identify(row)))).toMatchObject(rows);
    }
    await Promise.all([...old, ...upgraded, ...restarted].map((database) => database.close()));
  },
);
