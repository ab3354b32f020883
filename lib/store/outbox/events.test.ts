import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCipher, generateKey } from '../../core/cipher';
import { observe, observeAll, type Observer } from '../../imports/observations/observe';
import type { ObservationInput } from '../../imports/observations/observation-input';
import type { Database } from '../database/database';
import { moveAttempt, recordAttempt } from '../imports/creation-attempts';
import { outboxEvents } from '../schema/outbox';
import { refreshDecisionSummary } from '../sponsorship/decisions';
import { insertFullRequest } from '../sponsorship/full-requests';
import { forEachEngine } from '../testing/for-each-engine';
import { deleteOwnEvents } from './events';

const from = (state: object) => ({ from: { status: null, gone: false, decision: 'none', warnings: 0, ...state } });
const warnings = (count: number) => Array.from({ length: count }, () => ({ kind: null, item: null, text: 'x' }));

forEachEngine((_engine, open) => {
  let database: Database;
  let observer: Observer;
  let seconds = 0;
  beforeAll(async () => {
    database = await open();
    observer = { database, cipher: createCipher([generateKey()]) };
  });

  const seen = (importId: string, status: string | null, more: Partial<ObservationInput> = {}): ObservationInput => ({
    ...{ environment: 'live', importId, source: 'webhook', status },
    seenAt: new Date(Date.UTC(2026, 10, 12) + 1000 * seconds++),
    ...more,
  });
  /** What was recorded since the last call. */
  const takeEvents = async () => {
    const rows = await database.db.delete(outboxEvents).returning();
    return rows
      .sort((a, b) => a.id - b.id)
      .map(({ kind, environment, importId, data }) => ({
        ...{ kind, environment, importId, data },
      }));
  };
  const takeData = async () => (await takeEvents()).map(({ data }) => data);

  describe('events of imports', () => {
    it('are recorded when an import is new and when its status, availability or decision changes', async () => {
      await observe(observer, seen('a', 'Collecting credentials'));
      expect(await takeEvents()).toEqual([
        { kind: 'import', environment: 'live', importId: 'a', data: { from: null } },
      ]);
      await observe(observer, seen('a', 'In preparation'));
      expect(await takeData()).toEqual([from({ status: 'Collecting credentials' })]);
      await observe(observer, seen('a', null, { gone: true, source: 'watcher' }));
      expect(await takeData()).toEqual([from({ status: 'In preparation' })]);
      await observe(observer, seen('a', 'In preparation'));
      expect(await takeData()).toEqual([from({ status: 'In preparation', gone: true })]);
      await database.transaction(async (tx) => {
        await insertFullRequest(tx, {
          ...{
            id: randomUUID(),
            environment: 'live',
            importId: 'a',
            source: 'customer',
            verified: true,
            by: 'customer',
          },
          requestedAt: new Date(),
        });
        await refreshDecisionSummary(tx, 'live', 'a');
      });
      expect(await takeData()).toEqual([from({ status: 'In preparation' })]);
    });

    it('are not recorded by a poll that changes nothing', async () => {
      await observe(observer, seen('polled', 'In preparation', { source: 'watcher' }));
      await takeEvents();
      await observe(observer, seen('polled', 'In preparation', { source: 'watcher' }));
      await observe(observer, seen('polled', 'In preparation', { source: 'lookup', about: { tool: 'Zendesk' } }));
      await database.transaction((tx) => refreshDecisionSummary(tx, 'live', 'polled'));
      expect(await takeEvents()).toEqual([]);
    });

    it('are recorded when the warnings become more than 50, not when their number changes otherwise', async () => {
      await observe(observer, seen('warned', 'Sample migration completed'));
      await takeEvents();
      const reported = (count: number) =>
        observe(observer, seen('warned', 'Sample migration completed', { facts: { warnings: warnings(count) } }));
      await reported(50);
      expect(await takeEvents()).toEqual([]);
      await reported(51);
      expect(await takeData()).toEqual([from({ status: 'Sample migration completed', warnings: 50 })]);
      await reported(80);
      expect(await takeEvents()).toEqual([]);
    });

    it('are not recorded for a change that was rolled back', async () => {
      const failing = database.transaction(async (tx) => {
        await tx.execute(sql`update imports set status_key = 'Migration completed' where id = 'a'`);
        expect(await tx.select().from(outboxEvents)).toHaveLength(1);
        throw new Error('the change failed');
      });
      await expect(failing).rejects.toThrow('the change failed');
      expect(await takeEvents()).toEqual([]);
    });

    it('are recorded for the changed ones of a hundred webhooks', async () => {
      const ids = Array.from({ length: 100 }, (_, n) => `batch ${n}`);
      await observeAll(
        observer,
        ids.map((id) => seen(id, 'Collecting credentials')),
      );
      expect(await takeEvents()).toHaveLength(100);
      await observeAll(
        observer,
        ids.map((id, n) => seen(id, n % 4 === 0 ? 'Waiting to start sample migration' : 'Collecting credentials')),
      );
      const events = await takeEvents();
      expect(events.map(({ importId }) => importId).sort()).toEqual(ids.filter((_, n) => n % 4 === 0).sort());
    });

    it('are recorded when a creation gets its import, at once or later', async () => {
      const attempt = { environment: 'live', tool: 'zendesk', by: 'Priya', createdAt: new Date() } as const;
      const id = randomUUID();
      const start = { ...attempt, id, state: 'unknown', username: 'a@customer.example' } as const;
      await database.transaction((tx) => recordAttempt(tx, start));
      expect(await takeEvents()).toEqual([]);
      await moveAttempt(database.db, { id, from: ['unknown'], to: 'adopted', set: { importId: 'adopted' } });
      expect(await takeEvents()).toEqual([
        { kind: 'import', environment: 'live', importId: 'adopted', data: { from: null } },
      ]);
      await moveAttempt(database.db, { id, from: ['adopted'], to: 'abandoned' });
      expect(await takeEvents()).toEqual([]);
      await database.transaction((tx) =>
        recordAttempt(tx, { ...attempt, id: randomUUID(), state: 'created', importId: 'created' }),
      );
      expect(await takeData()).toEqual([{ from: null }]);
    });
  });

  describe('deleteOwnEvents', () => {
    it('deletes the events of its transaction and no others', async () => {
      await observe(observer, seen('earlier', 'Collecting credentials'));
      await database.transaction(async (tx) => {
        await tx.execute(sql`update imports set status_key = 'Repaired' where id in ('a', 'earlier')`);
        await deleteOwnEvents(tx);
      });
      expect((await takeEvents()).map(({ importId }) => importId)).toEqual(['earlier']);
    });
  });
});
