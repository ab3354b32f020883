import { Mutex, PGlite, type QueryOptions } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../core/testing/eventually';
import { readTestTemplate } from '../testing/open-test-database';
import { createPgliteStatements } from './pglite-statements';

const maxStatements = 3;

let pglite: PGlite;
let statements: ReturnType<typeof createStatements>;
beforeAll(async () => {
  const { template } = await readTestTemplate();
  pglite = await PGlite.create({ loadDataDir: template });
  await pglite.exec(`create table pairs (id int primary key, name text not null unique)`);
});
beforeEach(async () => {
  await pglite.exec('deallocate all; truncate pairs');
  statements = createStatements();
});
afterAll(() => pglite.close());

/** In this thread, beside PGlite's own. */
function createStatements() {
  const thread = {
    send: (message: Uint8Array) => pglite.execProtocolStream(message, { syncToFs: false }),
    isInTransaction: () => pglite.isInTransaction(),
  };
  const lock = new Mutex();
  const { run, control } = createPgliteStatements(thread, pglite, maxStatements);
  return {
    control,
    run: (text: string, values?: readonly unknown[], options?: QueryOptions) => run(lock, text, values, options),
  };
}

const listKept = async () =>
  (await pglite.query<{ statement: string }>('select statement from pg_prepared_statements order by prepare_time')).rows
    .map((row) => row.statement)
    .filter((text) => !text.includes('pg_prepared_statements'));

/** The first time a text is only remembered. */
const runTwice = async (text: string, values: unknown[] = []) => {
  await statements.run(text, values);
  return statements.run(text, values);
};

describe('what is kept', () => {
  it('keeps a statement from its second use and uses it again', async () => {
    await statements.run('select $1::int as n', [1]);
    expect(await listKept()).toEqual([]);
    await statements.run('select $1::int as n', [2]);
    expect(await listKept()).toEqual(['select $1::int as n']);
    expect((await statements.run('select $1::int as n', [3])).rows).toEqual([{ n: 3 }]);
    expect(await listKept()).toHaveLength(1);
  });

  it('closes the statement that was not used for longest', async () => {
    for (const text of ['select 1', 'select 2', 'select 3']) await runTwice(text);
    await statements.run('select 1');
    await runTwice('select 4');
    await statements.run('select 4');
    expect((await listKept()).toSorted()).toEqual(['select 1', 'select 3', 'select 4']);
    expect((await runTwice('select 2 as two')).rows).toEqual([{ two: 2 }]);
  });

  it.each([
    'select id from pairs where name = $1 order by id limit $2',
    'select count(*) from pairs where name = $1 and id > $2',
    'select id from pairs where name ilike $1 and id > $2',
    'select id from pairs where to_tsvector(name) @@ to_tsquery($1) and id > $2',
  ])('plans for the values each time: %s', async (text) => {
    await runTwice(text, ['a', 1]);
    expect(await listKept()).toEqual([]);
  });

  it('does not replace kept statements by texts that never repeat or are long', async () => {
    await runTwice('select 1');
    for (let n = 0; n < 10; n++) await statements.run(`select ${n} as once`);
    const long = `select '${'x'.repeat(9000)}'`;
    await runTwice(long);
    // Ten other texts ran since.
    await statements.run('select 0 as once');
    expect(await listKept()).toEqual(['select 1']);
  });
});

describe('values', () => {
  const samples: [type: string, value: unknown][] = [
    ['jsonb', JSON.stringify({ text: 'Ü "q" \\ \u2028', list: [1, null, { a: [] }] })],
    ['jsonb', { object: true }],
    ['json', '[1,2]'],
    ['text[]', ['a', 'b "c"', 'd\\e', 'f,g', '', 'NULL', null]],
    ['int[]', [1, -2, null]],
    ['jsonb[]', ['{"a":1}']],
    ['bytea', new Uint8Array([0, 1, 255, 92])],
    ['bytea', new Uint8Array()],
    ['timestamptz', '2026-11-12T09:31:44.123Z'],
    ['timestamptz', new Date('2026-11-12T09:31:44.123Z')],
    ['timestamptz[]', ['2026-11-12T09:31:44.123Z']],
    ['date', '2026-11-12'],
    ['interval', '1 day 02:03:04'],
    ['numeric', '12345678901234567890.123'],
    ['bool', true],
    ['bool', 'false'],
    ['bool[]', [true, false]],
    ['int8', 42],
    ['int8', 9007199254740993n],
    ['int2', 7],
    ['float8', 0.1],
    ['uuid', '9b2f1c1e-1b7e-4c5e-9a53-2b7a5b1f2c3d'],
    ['text', ''],
    ['text', 'Ünïcode \u{1F600} \n'],
    ['varchar', 5],
    ['text', null],
    ['text', undefined],
  ];
  /** What drizzle gives. */
  const keepText = (value: string) => value;
  const drizzleOptions: QueryOptions = {
    rowMode: 'array',
    parsers: { 1184: keepText, 1082: keepText, 1186: keepText },
  };

  it.each(samples)('%s %s is read as by PGlite itself', async (type, value) => {
    const text = `select $1::${type} as value`;
    for (const options of [undefined, drizzleOptions]) {
      const plain = await pglite.query(text, [value], options);
      for (let use = 0; use < 3; use++) expect(await statements.run(text, [value], options)).toEqual(plain);
    }
  });

  it('reports rows and counts as PGlite does', async () => {
    const insert = `insert into pairs select n, 'n' || n from generate_series($1::int, $2) n`;
    await runTwice(insert, [1, 0]);
    const inserted = await statements.run(insert, [1, 3]);
    expect(inserted).toMatchObject({ rows: [], affectedRows: 3 });
    for (const text of ['select id from pairs where id > 5', 'update pairs set id = id + 10', 'select', 'checkpoint']) {
      expect(await statements.run(text)).toEqual(await pglite.query(text));
    }
  });
});

describe('errors', () => {
  const insert = 'insert into pairs values ($1, $2)';
  const failed = { code: '23505', constraint: 'pairs_name_key', detail: 'Key (name)=(a) already exists.' };

  it('report code, constraint and detail, and the next statement works', async () => {
    await statements.run(insert, [1, 'a']);
    for (const id of [2, 3, 4]) await expect(statements.run(insert, [id, 'a'])).rejects.toMatchObject(failed);
    await statements.run(insert, [5, 'b']);
    await expect(statements.run('select nothing from pairs')).rejects.toMatchObject({ code: '42703' });
    await expect(statements.run('select $1::bool', ['maybe'])).rejects.toThrow('Invalid input');
    expect((await statements.run('select id from pairs order by id')).rows).toEqual([{ id: 1 }, { id: 5 }]);
  });

  it('do not make a statement run again', async () => {
    await pglite.exec('create sequence runs');
    const divide = `select nextval('runs') / $1::int as n`;
    await runTwice(divide, [1]);
    await expect(statements.run(divide, [0])).rejects.toMatchObject({ code: '22012' });
    expect((await statements.run('select last_value as runs from runs')).rows).toEqual([{ runs: 3 }]);
    await pglite.exec('drop sequence runs');
  });

  it('abort a transaction until it is rolled back, also partly', async () => {
    await statements.run(insert, [1, 'a']);
    await statements.control('begin');
    await statements.run(insert, [2, 'b']);
    await statements.run('savepoint one');
    await expect(statements.run(insert, [3, 'a'])).rejects.toMatchObject(failed);
    await expect(statements.run(insert, [3, 'c'])).rejects.toMatchObject({ code: '25P02' });
    await expect(statements.run('select 1')).rejects.toMatchObject({ code: '25P02' });
    await statements.run('rollback to savepoint one');
    await statements.run(insert, [4, 'd']);
    await statements.control('commit');
    await statements.control('begin');
    await expect(statements.run(insert, [5, 'a'])).rejects.toMatchObject(failed);
    await statements.control('rollback');
    expect((await statements.run('select id from pairs order by id')).rows).toEqual([{ id: 1 }, { id: 2 }, { id: 4 }]);
  });

  it('keeps what was prepared in a transaction that is rolled back', async () => {
    await statements.control('begin');
    await runTwice('select $1::int as n', [1]);
    await statements.control('rollback');
    expect((await statements.run('select $1::int as n', [2])).rows).toEqual([{ n: 2 }]);
  });
});

describe('a changed schema', () => {
  const select = 'select * from pairs where name = $1';
  beforeEach(async () => {
    await statements.run(`insert into pairs values (1, '7')`);
    await runTwice(select, ['7']);
  });
  const restore = () =>
    pglite.exec(`
    alter table pairs drop column if exists extra;
    alter table pairs alter column name type text using name::text`);

  it('is noticed outside a transaction without an error', async () => {
    await pglite.exec('alter table pairs add column extra int default 1');
    expect((await statements.run(select, ['7'])).rows).toEqual([{ id: 1, name: '7', extra: 1 }]);
    await runTwice(select, ['7']);
    await pglite.exec('alter table pairs alter column name type int using name::int');
    expect((await statements.run(select, [7])).rows).toEqual([{ id: 1, name: 7, extra: 1 }]);
    await restore();
  });

  it('is noticed by each of several that run at once', async () => {
    await pglite.exec('alter table pairs add column extra int default 1');
    const all = await Promise.all([1, 2, 3].map(() => statements.run(select, ['7'])));
    for (const { rows } of all) expect(rows).toEqual([{ id: 1, name: '7', extra: 1 }]);
    await restore();
  });

  it('fails once inside a transaction', async () => {
    await pglite.exec('alter table pairs add column extra int default 1');
    await statements.control('begin');
    await expect(statements.run(select, ['7'])).rejects.toMatchObject({ code: '0A000' });
    await statements.control('rollback');
    await statements.control('begin');
    expect((await statements.run(select, ['7'])).rows).toEqual([{ id: 1, name: '7', extra: 1 }]);
    await statements.control('commit');
    await restore();
  });

  it('prepares again what something else has closed', async () => {
    await pglite.exec('deallocate all');
    expect((await statements.run(select, ['7'])).rows).toEqual([{ id: 1, name: '7' }]);
  });
});

it('delivers notifications of statements and commits', async () => {
  const received: string[] = [];
  const stop = await pglite.listen('news', (payload) => received.push(payload));
  const notify = `select pg_notify('news', $1)`;
  for (const payload of ['a', 'b', 'c']) await statements.run(notify, [payload]);
  await statements.control('begin');
  await statements.run(notify, ['d']);
  expect(received).not.toContain('d');
  await statements.control('commit');
  await vi.waitFor(() => expect(received).toEqual(['a', 'b', 'c', 'd']), eventually);
  await stop();
});
