import pg from 'pg';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordChange } from '../events/changes';
import { changes } from '../schema/changes';
import { createTestRoles, type TestRoles } from '../testing/create-test-roles';
import type { Database } from './database';
import { maintain } from './maintain';
import { MigrationError } from './migrate';
import { openDatabase } from './open-database';
import { openPostgres } from './open-postgres';
import { readMigrations } from './read-migrations';

const opened: Database[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

async function open(options: { url: string; ownerUrl?: string }): Promise<Database> {
  const database = await openDatabase(options);
  opened.push(database);
  return database;
}

/** Runs the statements on one connection of the app's role. */
async function runAsApp({ appUrl }: TestRoles, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const cannotMigrate =
  'The database needs migrations, and this role cannot apply them. Make it the owner of the database, or, with an ' +
  'owner role, run `npm run migrate` with DATABASE_OWNER_URL.';

describe('the role of DATABASE_URL with an owner role', () => {
  let roles: TestRoles;
  let database: Database;
  let guarded: { table: string; trigger: string; column: string }[];
  beforeAll(async () => {
    roles = await createTestRoles();
    // Ten at once, as for a rolling start.
    const instances = await Promise.all(
      Array.from({ length: 10 }, () => open({ url: roles.appUrl, ownerUrl: roles.ownerUrl })),
    );
    database = instances[0] ?? (await open({ url: roles.appUrl }));
    guarded = await database.db
      .select({
        table: sql<string>`tgrelid::regclass::text`,
        trigger: sql<string>`tgname`,
        column: sql<string>`(select attname from pg_attribute where attrelid = tgrelid and attnum = 1)`,
      })
      .from(sql`pg_trigger`)
      .where(sql`tgfoid = 'landfall_refuse_rewrite'::regproc`);
  });

  test('cannot change, empty or unguard any append-only table', async () => {
    expect(guarded.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['audit', 'observations', 'import_facts', 'decision_steps']),
    );
    for (const { table, trigger, column } of guarded) {
      for (const statement of [
        `update ${table} set ${column} = default`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `alter table ${table} disable trigger all`,
        `drop trigger ${trigger} on ${table}`,
        `create trigger mine before insert on ${table} execute function landfall_refuse_rewrite()`,
        `create rule mine as on insert to ${table} do instead nothing`,
        `drop table ${table}`,
      ]) {
        const refused = runAsApp(roles, `set landfall.maintenance = 'on'`, statement);
        await expect(refused, statement).rejects.toThrow(/permission denied|must be owner/);
      }
    }
  });

  test.each([
    [
      'change the guard',
      `create or replace function landfall_refuse_rewrite() returns trigger language sql as 'select 1'`,
    ],
    ['drop the guard', 'drop function landfall_refuse_rewrite cascade'],
    ['drop the maintenance function', 'drop function landfall_maintain'],
    ['switch triggers off', 'set session_replication_role = replica'],
    ['create a table', 'create table mine (id int)'],
    ['change the migrations', 'delete from drizzle.__drizzle_migrations'],
    ['drop the schema', 'drop schema public cascade'],
  ])('cannot %s', async (_name, statement) => {
    await expect(runAsApp(roles, statement)).rejects.toThrow(/permission denied|must be (owner|a superuser)/);
  });

  test('cannot become the owner', async () => {
    await expect(runAsApp(roles, `set role "${roles.owner}"`)).rejects.toThrow(/permission denied/);
    await expect(runAsApp(roles, `grant "${roles.owner}" to "${roles.app}"`)).rejects.toThrow(
      // The second is the message before PostgreSQL 16.
      /permission denied|must have admin option/,
    );
  });

  test('cannot run its own code as the owner through a temporary table of the same name', async () => {
    await runAsApp(
      roles,
      'create temporary table observations (id bigint, environment text, import_id text)',
      `insert into observations values (1, 'live', 'x')`,
      `create function pg_temp.take() returns trigger language plpgsql as
        'begin raise exception ''runs as %'', current_user; end'`,
      'create trigger take before delete on observations for each row execute function pg_temp.take()',
      `select landfall_maintain('delete_observed', '{"environment":"live","ids":["x"]}')`,
    );
  });

  test('no other role may call landfall_maintain', async () => {
    await roles.asSuperuser(`create role "other ${roles.app}"; grant usage on schema public to "other ${roles.app}"`);
    const call = `set role "other ${roles.app}"; select landfall_maintain('drop_raw', '{"ids":[]}')`;
    await expect(roles.asSuperuser(call)).rejects.toThrow('permission denied for function landfall_maintain');
  });

  test('reads, writes, appends and maintains', async () => {
    await database.transaction((tx) => recordChange(tx, { kind: 'import', environment: 'live', subject: 'a' }));
    await database.db.execute(sql`insert into import_facts (environment, import_id, field, value, source, at)
      values ('live', 'a', 'username', 'b', 'staff', now())`);
    await database.db.delete(changes);
    const removed = await database.transaction((tx) =>
      maintain(tx, { action: 'delete_observed', args: { environment: 'live', ids: ['a'] } }),
    );
    expect(removed).toBe(0);
    expect(await database.db.$count(sql`import_facts`)).toBe(0);
  });

  test('a second start changes no right, and a new append-only table is covered', async () => {
    const rights = async () => {
      const [row] = await database.db
        .select({ rights: sql<string>`string_agg(xmin::text || relname || relacl::text, ' ' order by relname)` })
        .from(sql`pg_class`)
        .where(sql`relacl is not null and relnamespace = 'public'::regnamespace`);
      return row?.rights;
    };
    const before = await rights();
    await open({ url: roles.appUrl, ownerUrl: roles.ownerUrl });
    expect(await rights()).toBe(before);

    await roles.asSuperuser(
      `set role "${roles.owner}"; create table later (at timestamptz);
       create trigger later_append_only before update or delete or truncate on later
         for each statement execute function landfall_refuse_rewrite()`,
    );
    await open({ url: roles.appUrl, ownerUrl: roles.ownerUrl });
    await runAsApp(roles, 'insert into later values (now())', 'select * from later');
    await expect(runAsApp(roles, 'delete from later')).rejects.toThrow('permission denied for table later');
  });

  test('starts without the owner role while no migration is missing', async () => {
    await open({ url: roles.appUrl });
    const migrations = await readMigrations();
    const next = { name: '9999_next', sql: 'create table next (id int)', hash: 'next', whenMs: 1 };
    await expect(openPostgres({ url: roles.appUrl, migrations: [...migrations, next] })).rejects.toThrow(cannotMigrate);
  });

  test('says what to do about an empty database that belongs to another role', async () => {
    const { appUrl } = await createTestRoles();
    await expect(open({ url: appUrl })).rejects.toThrow(cannotMigrate);
  });
});

describe('refuses to start', () => {
  let roles: TestRoles;
  beforeAll(async () => {
    roles = await createTestRoles();
    await open({ url: roles.appUrl, ownerUrl: roles.ownerUrl });
  });
  const start = () => open({ url: roles.appUrl, ownerUrl: roles.ownerUrl });

  test('when both URLs have the same role', async () => {
    await expect(open({ url: roles.ownerUrl, ownerUrl: roles.ownerUrl })).rejects.toThrow(
      'Bad setting: DATABASE_URL uses the same role as DATABASE_OWNER_URL',
    );
  });

  test.each([
    ['is a superuser', 'alter role APP superuser', 'alter role APP nosuperuser', /is a superuser/],
    ['creates roles', 'alter role APP createrole', 'alter role APP nocreaterole', /may create roles/],
    ['is a member of the owner', 'grant OWNER to APP', 'revoke OWNER from APP', /member of "Owner/],
    [
      'may write all data',
      'grant pg_write_all_data to APP',
      'revoke pg_write_all_data from APP',
      /member of "pg_write_all_data"/,
    ],
    [
      'owns a guarded table',
      'alter table decision_steps owner to APP',
      'alter table decision_steps owner to OWNER',
      /The tables belong to the role "App/,
    ],
    [
      'owns the guard',
      'alter function landfall_refuse_rewrite owner to APP',
      'alter function landfall_refuse_rewrite owner to OWNER',
      /owns the function landfall_refuse_rewrite/,
    ],
    [
      'owns the schema',
      'alter schema public owner to APP',
      'alter schema public owner to OWNER',
      /owns the schema public or may create/,
    ],
    [
      'gets a right from everyone',
      'grant delete on audit to public',
      'revoke delete on audit from public',
      /may change rows of the append-only table audit/,
    ],
  ])('when the role %s', async (_name, grant, revoke, reason) => {
    const forRoles = (text: string) => text.replace('APP', `"${roles.app}"`).replace('OWNER', `"${roles.owner}"`);
    await roles.asSuperuser(forRoles(grant));
    await expect(start()).rejects.toThrow(reason);
    const withoutOwnerUrl = open({ url: roles.appUrl });
    await expect(withoutOwnerUrl).rejects.toThrow('Bad setting: DATABASE_URL uses');
    await roles.asSuperuser(forRoles(revoke));
    await start();
    await open({ url: roles.appUrl });
  });

  test('when DATABASE_URL is another database', async () => {
    const other = await createTestRoles();
    const elsewhere = new URL(other.appUrl);
    elsewhere.username = roles.app;
    await expect(open({ url: elsewhere.href, ownerUrl: roles.ownerUrl })).rejects.toThrow(
      /points to a database without the tables/,
    );
  });
});

test('without an owner role, no other role may call landfall_maintain', async () => {
  const roles = await createTestRoles();
  await open({ url: roles.ownerUrl });
  await roles.asSuperuser(`grant usage on schema public to "${roles.app}"`);
  await expect(runAsApp(roles, `select landfall_maintain('drop_raw', '{"ids":[]}')`)).rejects.toThrow(
    'permission denied for function landfall_maintain',
  );
});

test('an installation whose app owns the tables is moved with the documented SQL', async () => {
  const roles = await createTestRoles();
  await roles.asSuperuser(`grant create on database ${new URL(roles.appUrl).pathname.slice(1)} to "${roles.app}";
    grant create on schema public to "${roles.app}"`);
  await (await open({ url: roles.appUrl })).close();
  const start = () => open({ url: roles.appUrl, ownerUrl: roles.ownerUrl });
  await expect(start()).rejects.toThrow(MigrationError);
  await roles.asSuperuser(`reassign owned by "${roles.app}" to "${roles.owner}"`);
  const moved = await start();
  expect(await maintain(moved.db, { action: 'drop_raw', args: { ids: [] } })).toBe(0);
  await expect(runAsApp(roles, 'delete from audit')).rejects.toThrow('permission denied for table audit');
});
