import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { Database } from './database';
import { MigrationError } from './migrate';
import { openDatabase } from './open-database';
import { migratePglite } from './template';
import { openPostgres } from './open-postgres';
import { readMigrations, type Migration } from './read-migrations';
import { requestBudget } from '../schema/service-calls';
import { makeTemplate } from './template';
import { createTestPostgresUrl } from '../testing/open-test-database';

const migration = (name: string, statements: string): Migration => ({
  name,
  sql: statements,
  hash: `hash of ${name}`,
  whenMs: 1,
});
const notes = migration('0000_notes', "create table notes (body text); insert into notes values ('first');");
const author = migration('0001_author', 'alter table notes add column author text;');
const broken = migration('0001_broken', 'alter table notes add column author text; select no_such_function();');

/** One database that is opened by one version after another. */
interface Installation {
  migrate(migrations: Migration[]): Promise<void>;
  count(from: string): Promise<number>;
}
const columns = "information_schema.columns where table_name = 'notes'";
const engines: Record<Database['engine'], () => Promise<Installation>> = {
  pglite: async () => {
    const pglite = await PGlite.create({ loadDataDir: await makeTemplate([]) });
    return {
      migrate: (migrations) => migratePglite(pglite, migrations),
      count: async (from) => {
        const { rows } = await pglite.query<{ n: number }>(`select count(*)::int as n from ${from}`);
        return rows[0]?.n ?? -1;
      },
    };
  },
  postgres: async () => {
    const url = await createTestPostgresUrl({ empty: true });
    const reader = await openPostgres({ url, migrations: [] });
    opened.push(reader);
    return {
      migrate: async (migrations) => (await openPostgres({ url, migrations })).close(),
      count: (from) => reader.db.$count(sql.raw(from)),
    };
  },
};
const opened: Database[] = [];
const folders: string[] = [];
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

describe.each(['pglite', 'postgres'] as const)('on %s', (engine) => {
  test('applies missing migrations once, rolls back a failed one and refuses a newer database', async () => {
    const installation = await engines[engine]();
    await installation.migrate([notes]);
    expect(await installation.count(columns)).toBe(1);

    const failed = installation.migrate([notes, broken]);
    await expect(failed).rejects.toThrow(MigrationError);
    await expect(failed).rejects.toThrow(/0001_broken failed and was rolled back.*no_such_function/);
    expect(await installation.count(columns)).toBe(1);

    await installation.migrate([notes, author]);
    expect(await installation.count(columns)).toBe(2);

    await expect(installation.migrate([notes])).rejects.toThrow(
      /newer than this version of Landfall: it has 2 migrations/,
    );
    await expect(installation.migrate([notes, { ...author, hash: 'other' }])).rejects.toThrow(
      /made by another version of Landfall: its migration 0001_author/,
    );
    await installation.migrate([notes, author]);
    expect(await installation.count('notes')).toBe(1);
  });

  test('a version starts on a database that the next version has migrated, but not on the one after that', async () => {
    const installation = await engines[engine]();
    const topic = migration('0002_topic', 'alter table notes add column topic text;');
    await installation.migrate([notes]);
    await installation.migrate([notes, { ...author, compatibleWith: '0000_notes' }]);
    await installation.migrate([notes]);
    await installation.migrate([notes, author, { ...topic, compatibleWith: '0001_author' }]);
    await installation.migrate([notes, author]);
    await expect(installation.migrate([notes])).rejects.toThrow('newer than this version of Landfall');
    expect(await installation.count(columns)).toBe(3);
  });
});

test('migrates an empty PostgreSQL once when ten instances start together', async () => {
  const url = await createTestPostgresUrl({ empty: true });
  const instances = await Promise.all(Array.from({ length: 10 }, () => openDatabase({ url })));
  const [one] = instances;
  const known = await readMigrations();
  expect(await one?.db.$count(sql`drizzle.__drizzle_migrations`)).toBe(known.length);
  expect(await one?.db.$count(requestBudget)).toBe(0);
  await Promise.all(instances.map((instance) => instance.close()));
});

test('reports an unreachable PostgreSQL without the password', async () => {
  const opening = openDatabase({ url: 'postgres://someone:hidden-word@127.0.0.1:1/landfall' });
  await expect(opening).rejects.toThrow(
    'PostgreSQL at 127.0.0.1:1/landfall cannot be used: connect ECONNREFUSED 127.0.0.1:1. ' +
      'Check that it runs, and the address and password in DATABASE_URL or DATABASE_OWNER_URL.',
  );
  await expect(opening).rejects.toMatchObject({ code: 'database_unavailable' });
  await expect(opening).rejects.not.toThrow(/hidden-word/);
});

test('reads migrations in journal order and ignores line-ending differences in the hash', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'landfall-journal-'));
  folders.push(folder);
  await mkdir(path.join(folder, 'meta'));
  const entries = [
    { idx: 1, when: 2, tag: '0001_b' },
    { idx: 0, when: 1, tag: '0000_a' },
  ];
  await writeFile(path.join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }));
  await writeFile(path.join(folder, 'releases.json'), JSON.stringify({ '1.0.0': '0000_a' }));
  await writeFile(path.join(folder, '0000_a.sql'), 'select 1;\nselect 2;');
  await writeFile(path.join(folder, '0001_b.sql'), 'select 1;\r\nselect 2;');
  const read = await readMigrations(folder);
  expect(read.map(({ name, compatibleWith }) => [name, compatibleWith])).toEqual([
    ['0000_a', undefined],
    ['0001_b', '0000_a'],
  ]);
  expect(read[0]?.hash).toBe(read[1]?.hash);
});
