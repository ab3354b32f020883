import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../core/log';
import type { Database } from './database';
import { createTestPostgresUrl, openTestPostgresDatabase } from '../testing/open-test-database';
import { createNamedStatements } from './name-statements';

let pool: pg.Pool;
beforeAll(async () => {
  // One connection, so that each statement finds what the previous one left.
  pool = new pg.Pool({ connectionString: await createTestPostgresUrl(), max: 1 });
  pool.on('error', () => undefined);
});
afterAll(() => pool.end());

const warnings: object[] = [];
const createDb = () => {
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) };
  return drizzle({ client: createNamedStatements({ log, maxNames: 2 }).wrapPool(pool) });
};
beforeEach(async () => {
  warnings.length = 0;
  await pool.query('drop table if exists pairs; create table pairs (id int, name text)');
  await pool.query(`insert into pairs values (1, '7')`);
});

const listPrepared = async (containing = 'pairs'): Promise<string[]> => {
  const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map((row) => row.statement).filter((text) => text.includes(containing));
};
const select = (name: string) => sql`select * from pairs where name = ${name}`;

it('prepares a statement that repeats once, and a few at most', async () => {
  const db = createDb();
  await db.execute(select('7'));
  expect(await listPrepared()).toEqual([]);
  for (let n = 0; n < 3; n++) expect((await db.execute(select('7'))).rows).toEqual([{ id: 1, name: '7' }]);
  expect(await listPrepared()).toEqual(['select * from pairs where name = $1']);
  for (const column of ['id', 'name', 'id, name']) {
    for (let n = 0; n < 3; n++) await db.execute(sql`select ${sql.raw(column)} from pairs where id = ${1}`);
  }
  expect(await listPrepared()).toHaveLength(2);
  expect(warnings).toEqual([]);
});

it('does not prepare what ran once long ago, has no values, or is planned for its values', async () => {
  const db = createDb();
  const byId = (column: string) => sql`select ${sql.raw(column)} from pairs as others where id = ${1}`;
  for (const column of ['id', 'name', 'id, name', 'id']) await db.execute(byId(column));
  for (let n = 0; n < 3; n++) {
    await db.execute(sql`select * from pairs as others`);
    await db.execute(sql`select count(*) from pairs as others where id = ${1}`);
    await db.execute(sql`select id /* plan each time */ from pairs as others where id = ${1}`);
  }
  expect(await listPrepared('others')).toEqual([]);
  for (let n = 0; n < 3; n++) {
    await db.execute(sql`select count(*) /* keep the plan */ from pairs as others where id = ${1}`);
  }
  expect(await listPrepared('others')).toHaveLength(1);
});

it('runs a statement that fails only once', async () => {
  const db = createDb();
  await pool.query('drop sequence if exists runs; create sequence runs');
  const divide = (by: number) => db.execute(sql`select nextval('runs') / ${by}::int from pairs`);
  for (let n = 0; n < 3; n++) await divide(1);
  expect(await listPrepared('nextval')).toHaveLength(1);
  await expect(divide(0)).rejects.toMatchObject({ cause: { code: '22012' } });
  expect((await pool.query('select last_value::int from runs')).rows).toEqual([{ last_value: 4 }]);
});

it('prepares again after a reconnect', async () => {
  const db = createDb();
  for (let n = 0; n < 3; n++) await db.execute(select('7'));
  await pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  expect((await db.execute(select('7'))).rows).toHaveLength(1);
  expect(await listPrepared()).toHaveLength(1);
});

it('notices a changed schema without an error', async () => {
  const db = createDb();
  for (let n = 0; n < 3; n++) await db.execute(select('7'));
  await pool.query('alter table pairs alter name type int using name::int');
  expect((await db.execute(select('7'))).rows).toEqual([{ id: 1, name: 7 }]);
  expect((await db.execute(select('7'))).rows).toEqual([{ id: 1, name: 7 }]);
  expect(warnings).toEqual([]);
});

it('stops naming statements behind a pooler that loses them', async () => {
  const db = createDb();
  for (let n = 0; n < 3; n++) await db.execute(select('7'));
  // What the client finds on another connection of the pooler.
  await pool.query('deallocate all');
  for (let n = 0; n < 3; n++) expect((await db.execute(select('7'))).rows).toHaveLength(1);
  expect(await listPrepared()).toEqual([]);
  expect(warnings).toEqual([{ code: '26000' }]);
});

it('a transaction fails once on a changed schema', async () => {
  const database: Database = await openTestPostgresDatabase();
  await database.db.execute(sql`create table pairs as select 1 as id, '7' as name`);
  const read = () =>
    database.transaction(async (tx) => {
      for (let n = 0; n < 3; n++) await tx.execute(select('7'));
      const result: unknown = await tx.execute(select('7'));
      return result;
    });
  expect(await read()).toMatchObject({ rows: [{ id: 1, name: '7' }] });
  await database.db.execute(sql`alter table pairs add extra int`);
  await expect(read()).rejects.toMatchObject({ cause: { code: '0A000' } });
  expect(await read()).toMatchObject({ rows: [{ id: 1, name: '7', extra: null }] });
  await database.close();
});
