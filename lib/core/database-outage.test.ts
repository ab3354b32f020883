import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestPostgresUrl, openTestPglite } from '../store/testing/open-test-database';
import { isDatabaseOutage } from './database-outage';
import { LandfallError, ServiceError } from './errors';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('errors that databases really give', () => {
  it('recognises a refused, lost, read-only and closed PostgreSQL, but not wrong SQL', async () => {
    const pool = new pg.Pool({ connectionString: await createTestPostgresUrl(), max: 1 });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    expect(isDatabaseOutage(await failureOf(pool.query('selec 1')))).toBe(false);
    expect(isDatabaseOutage(await failureOf(pool.query('select 1 / 0')))).toBe(false);
    await pool.query('create table t (id int primary key); insert into t values (1)');
    expect(isDatabaseOutage(await failureOf(pool.query('insert into t values (1)')))).toBe(false);
    await pool.query('set default_transaction_read_only = on');
    expect(isDatabaseOutage(await failureOf(pool.query('insert into t values (2)')))).toBe(true);
    expect(isDatabaseOutage(await failureOf(pool.query('select pg_terminate_backend(pg_backend_pid())')))).toBe(true);
    await pool.end();
    expect(isDatabaseOutage(await failureOf(pool.query('select 1')))).toBe(true);
    const nowhere = new pg.Client({ connectionString: 'postgres://127.0.0.1:9/x' });
    expect(isDatabaseOutage(await failureOf(nowhere.connect()))).toBe(true);
  });

  it('recognises a closed PGlite through the query that failed', async () => {
    const database = await openTestPglite();
    expect(isDatabaseOutage(await failureOf(database.db.execute('selec 1')))).toBe(false);
    await database.close();
    expect(isDatabaseOutage(await failureOf(database.db.execute('select 1')))).toBe(true);
    expect(isDatabaseOutage(await failureOf(database.transaction(async () => undefined)))).toBe(true);
  });
});

describe('isDatabaseOutage', () => {
  it.each([
    '08006',
    '53100',
    '53200',
    '53300',
    '57P01',
    '57P03',
    '58030',
    '25006',
    '24000',
    '28P01',
    'ECONNRESET',
    'ENOSPC',
    'EIO',
  ])('is true for %s', (code) => {
    expect(isDatabaseOutage(withCode(code))).toBe(true);
    expect(isDatabaseOutage(new Error('Failed query', { cause: withCode(code) }))).toBe(true);
    expect(isDatabaseOutage(new AggregateError([new Error('x'), withCode(code)]))).toBe(true);
  });

  it.each(['23505', '23503', '40001', '40P01', '42601', '57014', '22P02', 'ENOENT', 'ERR_INVALID_ARG_TYPE'])(
    'is false for %s',
    (code) => expect(isDatabaseOutage(withCode(code))).toBe(false),
  );

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'could not extend file "base/5/16836": No space left on device',
  ])('is true for "%s"', (message) => expect(isDatabaseOutage(new Error(message))).toBe(true));

  it('is true for a crash of PGlite', () => {
    expect(isDatabaseOutage(new WebAssembly.RuntimeError('unreachable'))).toBe(true);
    expect(isDatabaseOutage({ name: 'ExitStatus', message: 'Program terminated with exit(1)', status: 1 })).toBe(true);
  });

  it('is false for a service that cannot be reached', () => {
    const cause = new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') });
    expect(isDatabaseOutage(cause)).toBe(false);
    expect(isDatabaseOutage(new ServiceError('service_unreachable', { workDone: 'no', cause }))).toBe(false);
    const direct = withCode('ECONNREFUSED');
    expect(isDatabaseOutage(new ServiceError('service_unreachable', { workDone: 'no', cause: direct }))).toBe(false);
    expect(isDatabaseOutage(new LandfallError('database_unavailable'))).toBe(true);
  });

  it.each([undefined, null, 'ECONNREFUSED', 0])('is false for %s', (value) => {
    expect(isDatabaseOutage(value)).toBe(false);
  });

  it('ends on a cause that refers to itself', () => {
    const error = new Error('loop');
    error.cause = error;
    expect(isDatabaseOutage(error)).toBe(false);
  });
});
