import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, inject, it } from 'vitest';
import { createCipher, generateKey } from '../core/cipher';
import { createManualClock } from '../core/testing/manual-clock';
import { standardDialect } from '../service/dialect/dialect';
import type { Database } from '../store/database/database';
import { deliveries } from '../store/schema/webhooks';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { applyBatch, toObservation } from './apply-deliveries';
import { readDeliveryBody } from './read-delivery-body';
import { storeDelivery } from './receive-webhook';
import { signAuto } from './sign-message';
import { openWebhooks, webhookSecret as secret } from './testing/open-webhooks';
import type { AppliedDelivery } from './webhook-deps';

const startMs = Date.parse('2026-11-12T09:00:00Z');

interface Report {
  importNumber: number;
  status: string;
  warnings: number | undefined;
  happenedMs: number;
  lateMs: number;
}

/** More of one import than are read of it at first. Some are stamped to the second, some arrive late. */
const reports: fc.Arbitrary<Report[]> = fc.array(
  fc.record({
    importNumber: fc.constantFrom(1, 1, 1, 2),
    status: fc.constantFrom('In preparation', 'Migration in progress', 'migration in progress', 'Held'),
    warnings: fc.constantFrom(undefined, undefined, 0, 3),
    happenedMs: fc.integer({ min: 0, max: 240 }).map((n) => startMs + n * 250),
    lateMs: fc.constantFrom(5, 5, 5, 5, 400, 20_000),
  }),
  { minLength: 30, maxLength: 50 },
);

/** Which of the waiting deliveries is next, and how many are applied together. */
const split = fc.array(
  fc.record({ pick: fc.double({ min: 0, max: 0.999, noNaN: true }), size: fc.integer({ min: 1, max: 15 }) }),
  {
    minLength: 60,
    maxLength: 60,
  },
);

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  it('stores the same, however deliveries are ordered and divided into batches', async () => {
    await fc.assert(
      fc.asyncProperty(reports, split, async (given, batches) => {
        const inOrder = given.toSorted((a, b) => a.happenedMs + a.lateMs - (b.happenedMs + b.lateMs));
        const expected = await apply(inOrder, (waiting) => waiting.splice(0, 1));
        const turns = [...batches];
        const actual = await apply(inOrder, (waiting) => {
          const { pick, size } = turns.shift() ?? { pick: 0, size: 1 };
          // Mostly in order, as they are received.
          const from = size > 12 ? Math.floor(pick * waiting.length) : 0;
          return waiting.splice(from, size);
        });
        expect(actual).toEqual(expected);
      }),
      // Without a search for a smaller example, which takes minutes.
      { numRuns: inject('fullSize') ? 60 : 3, endOnFailure: true },
    );
  });

  /** Applies them to new imports, and returns what is stored about those. */
  async function apply(given: readonly Report[], takeNext: (waiting: AppliedDelivery[]) => AppliedDelivery[]) {
    const clock = createManualClock(new Date(startMs));
    const cipher = createCipher([generateKey()]);
    const webhooks = openWebhooks({ database, cipher, clock });
    const prefix = randomUUID();
    const receiving = given.map(({ importNumber, status, warnings, happenedMs, lateMs }, event) => {
      clock.set(new Date(happenedMs + lateMs));
      const body = JSON.stringify({
        import_id: `${prefix} ${importNumber}`,
        status,
        timestamp: new Date(happenedMs).toISOString(),
        event,
        ...(warnings === undefined ? {} : { warnings: Array.from({ length: warnings }, () => 'left out') }),
      });
      return storeDelivery(webhooks, { ...signAuto(body, secret), address: '203.0.113.7' });
    });
    const receipts = await Promise.all(receiving);
    const rows = new Map((await ofImports(deliveries)).map((row) => [row.id, row]));
    const waiting = receipts.flatMap(({ deliveryId }): AppliedDelivery[] => {
      const row = rows.get(deliveryId);
      const body = row && cipher.decrypt('webhook-body', row.bodyEncrypted);
      if (!row || !body) return [];
      const observation = toObservation(row, readDeliveryBody(body, standardDialect));
      return [{ id: row.id, attempts: 1, bodyBytes: row.bodyBytes, observation }];
    });
    expect(waiting).toHaveLength(given.length);
    while (waiting.length > 0) {
      const next = takeNext(waiting);
      expect(await applyBatch(webhooks, () => next)).toEqual(next.map(() => true));
    }
    return readStored(prefix);

    function ofImports(table: typeof deliveries) {
      return database.db
        .select()
        .from(table)
        .where(sql`import_id like ${`${prefix}%`}`);
    }
  }

  async function readStored(prefix: string): Promise<unknown> {
    const idLike = sql`import_id like ${`${prefix}%`}`;
    const [row] = await database.db
      .select({
        imports: sql`(select json_agg(to_jsonb(i) - 'search_terms' - 'id' order by id)
          from imports i where id like ${`${prefix}%`})`,
        // Of equal reports, one is stored: whichever is applied first.
        observations: sql`(select json_agg(to_jsonb(o) - '{id,import_id,delivery_id,previous_seen_at,seen_at,asked_at}'::text[]
          order by import_id, fingerprint) from observations o where ${idLike})`,
        confirmations: sql`(select json_agg(fingerprint) from confirmations where ${idLike})`,
        periods: sql`(select json_agg(to_jsonb(p) - '{id,import_id}'::text[] order by import_id, fingerprint)
          from status_periods p where ${idLike})`,
        unapplied: sql`(select json_agg(id) from deliveries where ${idLike} and applied_at is null)`,
      })
      .from(sql`(values (1)) one`);
    return row;
  }
});
