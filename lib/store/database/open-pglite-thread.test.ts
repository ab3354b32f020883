import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Mutex, protocol } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDatabaseOutage } from '../../core/database-outage';
import { openTestPglite, readTestTemplate } from '../testing/open-test-database';
import type { Database } from './database';
import { isFatal } from './is-fatal';
import { openPgliteThread } from './open-pglite-thread';
import { createPgliteStatements } from './pglite-statements';

async function openThread() {
  const { template } = await readTestTemplate();
  const thread = await openPgliteThread({ loadDataDir: template }, () => undefined);
  const statements = createPgliteStatements(thread, { serializers: {}, parsers: {} });
  const lock = new Mutex();
  return { thread, run: (text: string) => statements.run(lock, text) };
}

/** Counts how often the event loop turns until the result is called. */
function countTurns(): () => number {
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns += 1;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  return () => {
    isRunning = false;
    return turns;
  };
}

describe('a thread', () => {
  it('rejects with the reason if the database cannot be opened', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'landfall-thread-'));
    const dataDir = path.join(folder, 'file');
    await writeFile(dataDir, 'not a folder');
    const error = await openPgliteThread({ dataDir }, () => undefined).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ErrnoError' });
    expect(isDatabaseOutage(error)).toBe(true);
    await rm(folder, { recursive: true });
  });

  it('answers what was sent before it is closed, and rejects what is sent after', async () => {
    const { thread, run } = await openThread();
    const sent = thread.send(protocol.serialize.query('select pg_sleep(0.1)'));
    await Promise.all([sent, thread.close()]);
    expect(await sent).not.toHaveLength(0);
    const error = await run('select 3').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: 'PGlite is closed' });
    expect(isDatabaseOutage(error)).toBe(true);
    await thread.close();
  });

  it('ends when PGlite has ended, instead of leaving statements without an answer', async () => {
    const { thread, run } = await openThread();
    const failed = run('copy pg_class from stdin').catch((error: unknown) => error);
    const later = run('select 1').catch((error: unknown) => error);
    expect(await failed).toMatchObject({ name: 'ExitStatus' });
    for (const error of [await later, await run('select 2').catch((reason: unknown) => reason)]) {
      expect(error).toMatchObject({
        message: expect.stringMatching(/^PGlite is closed, because it failed/),
        code: '57P02',
      });
      expect(isDatabaseOutage(error)).toBe(true);
    }
    await thread.close();
  });

  it.each([
    ['could not write to file "pg_wal/xlogtemp.42": No space left on device', true],
    ['could not extend file "base/5/16385": No space left on device', false],
  ])('a full disk: %s', (message, expected) => {
    expect(isFatal(Object.assign(new Error(message), { code: '53100' }))).toBe(expected);
  });

  it('lets requests in between statements whose responses are there at once', async () => {
    const { thread } = await openThread();
    const stopCounting = countTurns();
    for (let n = 0; n < 20; n += 1) {
      const sent = thread.send(protocol.serialize.query('select 1'));
      // Busy until the response has arrived.
      for (const untilMs = performance.now() + 5; performance.now() < untilMs;);
      await sent;
    }
    expect(stopCounting()).toBeGreaterThanOrEqual(20);
    await thread.close();
  });

  it('does not keep a process alive that forgets to close it', async () => {
    const script = `
      const { openPgliteThread } = await import('./lib/store/database/open-pglite-thread.ts');
      const thread = await openPgliteThread({}, () => undefined);
      console.log('opened');`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toBe('opened\n');
  });
});

describe('statements', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestPglite();
    await database.db.execute(sql`create table marks (name text not null)`);
  });
  afterAll(() => database.close());

  it('let other work go on while they run', async () => {
    const stopCounting = countTurns();
    await database.db.execute(sql`select count(*) from generate_series(1, 1000000)`);
    expect(stopCounting()).toBeGreaterThan(50);
  });

  it('never become part of a transaction that runs at the same time', async () => {
    const { db } = database;
    const mark = (name: string) => sql`insert into marks values (${name})`;
    const rounds = Array.from({ length: 20 }, (_, round) => round);
    await Promise.all(
      rounds.flatMap((round) => [
        db.execute(mark(`kept ${round}`)),
        database
          .transaction(async (tx) => {
            await Promise.all([tx.execute(mark('undone')), tx.execute(mark('undone'))]);
            throw new Error('undo');
          })
          .catch(() => undefined),
        // Another text, so that it is described first.
        db.execute(sql`insert into marks select ${`also kept ${round}`} where ${round} = ${round}`),
      ]),
    );
    const counted = await db.execute(
      sql`select count(*) filter (where name = 'undone')::int as undone, count(*)::int as kept from marks`,
    );
    expect(counted).toMatchObject({ rows: [{ undone: 0, kept: 40 }] });
  });
});
