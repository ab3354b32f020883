import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runInContext, type RequestContext } from '../../core/context.mjs';
import { eventually } from '../../core/testing/eventually';
import { changeChannel, readNotifiedChange, recordChange } from '../events/changes';
import type { Database } from './database';
import { changes } from '../schema/changes';
import { installation } from '../schema/system';
import { forEachEngine } from '../testing/for-each-engine';

const change = { kind: 'import', environment: 'live', subject: 'imp-1' } as const;

forEachEngine((engine, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(() => database.db.delete(changes));

  describe('transactions', () => {
    test('rolls back a failed transaction and sends no notification', async () => {
      const payloads: string[] = [];
      await database.listen(changeChannel, (payload) => payloads.push(payload));
      await expect(
        database.transaction(async (tx) => {
          await recordChange(tx, change);
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      await database.transaction((tx) => recordChange(tx, change));
      const rows = await database.db.select().from(changes);
      expect(rows).toHaveLength(1);
      const sent = { id: String(rows[0]?.id), ...change };
      await vi.waitFor(() => expect(payloads.map(readNotifiedChange)).toEqual([sent]), eventually);
    });

    test('lets the event loop turn during a series of statements', async () => {
      let turns = 0;
      let ended = false;
      const count = () => {
        turns += 1;
        if (!ended) setImmediate(count);
      };
      setImmediate(count);
      for (let n = 0; n < 10; n += 1) await database.db.select().from(changes);
      await database.transaction(async (tx) => {
        for (let n = 0; n < 10; n += 1) await tx.select().from(changes);
      });
      ended = true;
      expect(turns).toBeGreaterThanOrEqual(20);
    });

    test('rejects the root handle inside an open transaction instead of hanging', async () => {
      const message = /root handle/;
      const causeOf = (work: Promise<unknown>) =>
        work.then(String, (e: unknown) => String(e instanceof Error ? (e.cause ?? e) : e));
      expect(await causeOf(database.transaction(() => database.db.select().from(changes)))).toMatch(message);
      expect(await causeOf(database.transaction(() => database.db.execute(sql`select 1`)))).toMatch(message);
      expect(await causeOf(database.transaction(() => database.transaction(async () => 1)))).toMatch(message);
    });

    test('allows queries in a listener called during a commit', async () => {
      const seen: Promise<unknown>[] = [];
      await database.listen(changeChannel, () => seen.push(database.db.select().from(changes)));
      await database.transaction((tx) => recordChange(tx, change));
      await vi.waitFor(() => expect(seen).toHaveLength(1), eventually);
      expect(await Promise.all(seen)).toEqual([[expect.objectContaining({ subject: 'imp-1' })]]);
    });

    test('treats a nested transaction as a savepoint', async () => {
      await database.transaction(async (tx) => {
        await recordChange(tx, change);
        await tx
          .transaction(async (inner) => {
            await recordChange(inner, { ...change, subject: 'lost' });
            throw new Error('inner');
          })
          .catch(() => undefined);
      });
      expect((await database.db.select().from(changes)).map((row) => row.subject)).toEqual(['imp-1']);
    });
  });

  test('a request remembers that a statement or a transaction did not reach the database', async () => {
    const own = await open();
    const isNoted = async (work: () => Promise<unknown>): Promise<boolean> => {
      const request: RequestContext = { id: 'r' };
      await runInContext({ request }, () => work().catch(() => undefined));
      return request.databaseFailed === true;
    };
    expect(await isNoted(async () => own.db.execute(sql`select 1 / 0`))).toBe(false);
    await own.close();
    expect(await isNoted(async () => own.db.execute(sql`select 1`))).toBe(true);
    expect(await isNoted(() => own.transaction(async () => 1))).toBe(true);
  });

  describe('values', () => {
    test('reads timestamps, JSON and text back unchanged', async () => {
      const { db } = database;
      const at = new Date('2026-11-12T09:31:44.123Z');
      const value = { text: 'Ünïcode \u2028 "quoted"', list: [1, 2.5, null], nested: { a: [] } };
      await db.insert(installation).values({ key: 'k', value, at });
      expect(await db.select().from(installation).where(eq(installation.key, 'k'))).toEqual([{ key: 'k', value, at }]);
    });
  });

  describe('listening', () => {
    test('notifies every listener of a channel until it stops', async () => {
      const received: string[] = [];
      const stopOne = await database.listen('one_channel', (payload) => received.push(`one ${payload}`));
      const stopTwo = await database.listen('one_channel', (payload) => received.push(`two ${payload}`));
      const notify = (payload: string) => database.db.execute(sql`select pg_notify('one_channel', ${payload})`);
      await notify('a');
      await vi.waitFor(() => expect(received.toSorted()).toEqual(['one a', 'two a']), eventually);
      await stopOne();
      await notify('b');
      await vi.waitFor(() => expect(received).toContain('two b'), eventually);
      await stopTwo();
      await notify('c');
      await notifyAndWait(database);
      expect(received).toHaveLength(3);
    });

    test.runIf(engine === 'postgres')('reconnects after a lost connection and reports the gap', async () => {
      const received: string[] = [];
      const onGap = vi.fn();
      await database.listen('news', (payload) => received.push(payload), onGap);
      await database.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'landfall listen' and datname = current_database()`,
      );
      await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce(), eventually);
      await database.db.execute(sql`select pg_notify('news', 'after')`);
      await vi.waitFor(() => expect(received).toEqual(['after']), eventually);
    });
  });

  const currentSetting = (name: string) =>
    database.db
      .select({ value: sql<string>`current_setting(${name})` })
      .from(sql`(values (1)) as one`)
      .then(([row]) => row?.value);

  test.runIf(engine === 'pglite')('keeps few files and little memory', async () => {
    expect(await currentSetting('shared_buffers')).toBe('16MB');
    expect(await currentSetting('wal_recycle')).toBe('off');
  });

  test.runIf(engine === 'postgres')('sets server timeouts for statements and idle transactions', async () => {
    expect(await currentSetting('statement_timeout')).toBe('1min');
    expect(await currentSetting('idle_in_transaction_session_timeout')).toBe('30s');
  });

  test('can be closed twice', async () => {
    await Promise.all([database.close(), database.close()]);
    await database.close();
  });
});

/** Sends a marker on another channel and waits for it, so that earlier notifications have been delivered. */
async function notifyAndWait(database: Database): Promise<void> {
  const marker = vi.fn();
  const stop = await database.listen('marker', marker);
  await database.db.execute(sql`select pg_notify('marker', '')`);
  await vi.waitFor(() => expect(marker).toHaveBeenCalled(), eventually);
  await stop();
}
