import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../core/testing/eventually';
import { changeChannel, recordChange } from '../events/changes';
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
    test('what fails leaves nothing behind, and nobody is told', async () => {
      const told: string[] = [];
      await database.listen(changeChannel, (payload) => told.push(payload));
      await expect(
        database.transaction(async (tx) => {
          await recordChange(tx, change);
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      await database.transaction((tx) => recordChange(tx, change));
      const rows = await database.db.select().from(changes);
      expect(rows).toHaveLength(1);
      await vi.waitFor(() => expect(told).toEqual([String(rows[0]?.id)]), eventually);
    });

    test('the root handle inside an open transaction is refused at once, instead of waiting for ever', async () => {
      const message = /root handle/;
      const causeOf = (work: Promise<unknown>) =>
        work.then(String, (e: unknown) => String(e instanceof Error ? (e.cause ?? e) : e));
      expect(await causeOf(database.transaction(() => database.db.select().from(changes)))).toMatch(message);
      expect(await causeOf(database.transaction(() => database.db.execute(sql`select 1`)))).toMatch(message);
      expect(await causeOf(database.transaction(() => database.transaction(async () => 1)))).toMatch(message);
    });

    test('a listener told from within a commit may query', async () => {
      const seen: Promise<unknown>[] = [];
      await database.listen(changeChannel, () => seen.push(database.db.select().from(changes)));
      await database.transaction((tx) => recordChange(tx, change));
      await vi.waitFor(() => expect(seen).toHaveLength(1), eventually);
      expect(await Promise.all(seen)).toEqual([[expect.objectContaining({ subject: 'imp-1' })]]);
    });

    test('a nested transaction is a savepoint of its parent', async () => {
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

  describe('values', () => {
    test('moments, JSON and text come back as they were written', async () => {
      const { db } = database;
      const at = new Date('2026-11-12T09:31:44.123Z');
      const value = { text: 'Ünïcode \u2028 "quoted"', list: [1, 2.5, null], nested: { a: [] } };
      await db.insert(installation).values({ key: 'k', value, at });
      expect(await db.select().from(installation).where(eq(installation.key, 'k'))).toEqual([{ key: 'k', value, at }]);
    });
  });

  describe('listening', () => {
    test('a channel is heard by all who listen, until each stops', async () => {
      const heard: string[] = [];
      const stopOne = await database.listen('one_channel', (payload) => heard.push(`one ${payload}`));
      const stopTwo = await database.listen('one_channel', (payload) => heard.push(`two ${payload}`));
      const notify = (payload: string) => database.db.execute(sql`select pg_notify('one_channel', ${payload})`);
      await notify('a');
      await vi.waitFor(() => expect(heard.toSorted()).toEqual(['one a', 'two a']), eventually);
      await stopOne();
      await notify('b');
      await vi.waitFor(() => expect(heard).toContain('two b'), eventually);
      await stopTwo();
      await notify('c');
      await notifyAndWait(database);
      expect(heard).toHaveLength(3);
    });

    test.runIf(engine === 'postgres')('a lost connection is made anew and the gap is told', async () => {
      const heard: string[] = [];
      const onGap = vi.fn();
      await database.listen('news', (payload) => heard.push(payload), onGap);
      await database.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'landfall listen' and datname = current_database()`,
      );
      await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce(), eventually);
      await database.db.execute(sql`select pg_notify('news', 'after')`);
      await vi.waitFor(() => expect(heard).toEqual(['after']), eventually);
    });
  });

  test.runIf(engine === 'postgres')('a stalled transaction or statement is ended by the server', async () => {
    const shown = (name: string) =>
      database.db
        .select({ value: sql<string>`current_setting(${name})` })
        .from(sql`(values (1)) as one`)
        .then(([row]) => row?.value);
    expect(await shown('statement_timeout')).toBe('1min');
    expect(await shown('idle_in_transaction_session_timeout')).toBe('30s');
  });

  test('closing twice is closing once', async () => {
    await Promise.all([database.close(), database.close()]);
    await database.close();
  });
});

/** A notification on another channel, sent after and heard: what was sent before it has been delivered. */
async function notifyAndWait(database: Database): Promise<void> {
  const marker = vi.fn();
  const stop = await database.listen('marker', marker);
  await database.db.execute(sql`select pg_notify('marker', '')`);
  await vi.waitFor(() => expect(marker).toHaveBeenCalled(), eventually);
  await stop();
}
