import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCipher, generateKey } from '../core/cipher';
import { createBatchQueue } from '../core/create-batch-queue';
import { createManualClock } from '../core/testing/manual-clock';
import type { Observer } from '../imports/observations/observe';
import type { Database } from '../store/database/database';
import { openPostgres } from '../store/database/open-postgres';
import { readMigrations } from '../store/database/read-migrations';
import { listDeliveryCounters } from '../store/events/deliveries';
import { observations } from '../store/schema/imports';
import { deliveries } from '../store/schema/webhooks';
import { countStatements } from '../store/testing/count-statements';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { createTestPostgresUrl, openTestPostgresDatabase } from '../store/testing/open-test-database';
import { applyBatch, applyPendingDeliveries, drainDeliveries } from './apply-deliveries';
import { receiveWebhook, storeDelivery } from './receive-webhook';
import { signAuto } from './sign-message';
import { openWebhooks, webhookSecret as secret } from './testing/open-webhooks';

const key = generateKey();
const clock = createManualClock('2026-11-12T09:00:00Z');
let messages = 0;

function setUp(database: Database, afterObserve?: Observer['afterObserve'], ownClock = clock) {
  const cipher = createCipher([key]);
  return openWebhooks({
    database,
    cipher,
    clock: ownClock,
    observer: { database, cipher, ...(afterObserve ? { afterObserve } : {}) },
  });
}

function messageFor(importId: string, { offsetS = 0, address = '203.0.113.7' } = {}) {
  const timestamp = clock.now().getTime() / 1000 + offsetS;
  const event = (messages += 1);
  const body = JSON.stringify({ import_id: importId, status: 'In preparation', timestamp, event });
  return { ...signAuto(body, secret), address };
}

const deliveriesOf = (database: Database, ids: readonly string[]) =>
  database.db
    .select()
    .from(deliveries)
    .where(inArray(deliveries.importId, [...ids]));
const observationsOf = (database: Database, id: string) =>
  database.db.select().from(observations).where(eq(observations.importId, id));
const countOf = async (database: Database, verdict: string) =>
  (await listDeliveryCounters(database.db)).find((counter) => counter.verdict === verdict)?.count ?? 0;

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  describe('messages that arrive together', () => {
    it('are each answered with their own verdict and counted, also repeats within a batch', async () => {
      const webhooks = setUp(database);
      const [first, repeated, stale] = [
        messageFor('b-first'),
        messageFor('b-repeated'),
        messageFor('b-stale', { offsetS: -3600 }),
      ];
      const forged = { ...messageFor('b-forged'), headers: [] };
      const before = await Promise.all(['verified', 'duplicate', 'stale'].map((one) => countOf(database, one)));
      const sent = [first, repeated, stale, repeated, forged, first, repeated];
      const receipts = await Promise.all(sent.map((message) => receiveWebhook(webhooks, message)));
      await drainDeliveries(webhooks);
      expect(receipts.map(({ verdict }) => verdict)).toEqual([
        'verified',
        'verified',
        'stale',
        'duplicate',
        'bad_signature',
        'duplicate',
        'duplicate',
      ]);
      expect(new Set([1, 3, 6].map((index) => receipts[index]?.deliveryId)).size).toBe(1);
      const [row] = await deliveriesOf(database, ['b-repeated']);
      expect(row).toMatchObject({ times: 3, id: receipts[1]?.deliveryId, appliedAt: clock.now() });
      expect(await observationsOf(database, 'b-repeated')).toHaveLength(1);
      const after = await Promise.all(['verified', 'duplicate', 'stale'].map((one) => countOf(database, one)));
      expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([2, 3, 1]);
    });

    it('are stored although the database refuses one of them', async () => {
      const webhooks = setUp(database);
      const sent = ['b-good1', 'b-good2', 'b-refused', 'b-good3'].map((id) =>
        messageFor(id, { address: id === 'b-refused' ? 'nul \u0000' : '203.0.113.7' }),
      );
      const settled = await Promise.allSettled(sent.map((message) => receiveWebhook(webhooks, message)));
      await drainDeliveries(webhooks);
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
      const rows = await deliveriesOf(database, ['b-good1', 'b-good2', 'b-refused', 'b-good3']);
      expect(rows.map((row) => row.importId).sort()).toEqual(['b-good1', 'b-good2', 'b-good3']);
      expect(rows.every((row) => row.times === 1 && row.appliedAt !== null)).toBe(true);
    });

    it('are applied although one of them cannot be', async () => {
      const webhooks = setUp(database, async (_tx, observed) => {
        if (observed.some(({ importId }) => importId === 'b-poison')) throw new Error('poison');
      });
      const ids = ['b-healthy1', 'b-poison', 'b-healthy2', 'b-healthy3'];
      await Promise.all(ids.map((id) => receiveWebhook(webhooks, messageFor(id))));
      await drainDeliveries(webhooks);
      const applied = (await deliveriesOf(database, ids)).filter((row) => row.appliedAt !== null);
      expect(applied.map((row) => row.importId).sort()).toEqual(['b-healthy1', 'b-healthy2', 'b-healthy3']);
      const [poison] = await deliveriesOf(database, ['b-poison']);
      expect(poison).toMatchObject({ attempts: 1, failure: 'It could not be applied. See the log.' });
      expect(await observationsOf(database, 'b-poison')).toHaveLength(0);
    });

    it('need less than one statement each to be stored and applied', async () => {
      const counted = countStatements(database);
      const webhooks = setUp(counted);
      await Promise.all(Array.from({ length: 100 }, (_, n) => receiveWebhook(webhooks, messageFor(`b-many${n}`))));
      await drainDeliveries(webhooks);
      expect(counted.takeCount()).toBeLessThan(60);
      const rows = await database.db
        .select()
        .from(deliveries)
        .where(sql`import_id like 'b-many%'`);
      expect(rows.filter((row) => row.appliedAt !== null)).toHaveLength(100);
    });
  });

  it('answers 503 while too many messages wait', async () => {
    const webhooks = setUp(database);
    const limits = { maxItems: 1, maxBytes: 1, maxWaiting: 0, maxWaitingBytes: 0 };
    const receipts = createBatchQueue({ process: () => Promise.resolve([]), sizeOf: () => 1, limits });
    await expect(receiveWebhook({ ...webhooks, receipts }, messageFor('b-busy'))).rejects.toMatchObject({
      status: 503,
      retryAfterS: 5,
    });
    expect(webhooks.admission.takeRefused()).toEqual(new Map([['rate_limited', 1]]));
  });

  it('applies a message of an instance that died after its lease, once', async () => {
    const [dead, one, other] = [setUp(database), setUp(database), setUp(database)];
    // It answers, but never applies.
    const applying = createBatchQueue<never, boolean>({
      process: () => new Promise(() => undefined),
      sizeOf: () => 1,
      limits: { maxItems: 1, maxBytes: 1, maxWaiting: 9, maxWaitingBytes: 9 },
    });
    await storeDelivery({ ...dead, applying }, messageFor('b-dead'), { apply: true });
    await applyPendingDeliveries(one);
    expect(await observationsOf(database, 'b-dead')).toHaveLength(0);
    await database.db.update(deliveries).set({ claimedUntil: sql`now() - interval '1 second'` });
    await Promise.all([applyPendingDeliveries(one), applyPendingDeliveries(other)]);
    expect(await observationsOf(database, 'b-dead')).toHaveLength(1);
    expect(await deliveriesOf(database, ['b-dead'])).toMatchObject([{ attempts: 2, appliedAt: clock.now() }]);
  });

  it('does not apply a message that was deleted meanwhile', async () => {
    const webhooks = setUp(database);
    const observation = {
      environment: 'live',
      importId: 'b-deleted',
      source: 'webhook',
      status: 'In preparation',
    } as const;
    const happenedAt = clock.now();
    const delivery = {
      id: '6f1c2c1e-0000-4000-8000-000000000001',
      attempts: 1,
      bodyBytes: 1,
      observation: { ...observation, seenAt: happenedAt, happenedAt },
    };
    expect(await applyBatch(webhooks, () => [delivery])).toEqual([false]);
    expect(await observationsOf(database, 'b-deleted')).toHaveLength(0);
  });
});

describe('on several connections', () => {
  let database: Database;
  let other: Database;
  beforeAll(async () => {
    const options = { url: await createTestPostgresUrl(), migrations: await readMigrations() };
    [database, other] = await Promise.all([openPostgres(options), openPostgres(options)]);
  });
  afterAll(() => Promise.all([database.close(), other.close()]));

  it('answers no message of a batch before the batch is committed', async () => {
    const { promise: committing, resolve: commit } = deferred();
    const { promise: stored, resolve: onStored } = deferred();
    const transaction: Database['transaction'] = (work) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        onStored();
        await committing;
        return result;
      });
    const webhooks = setUp({ ...database, transaction });
    let answered = 0;
    const receiving = ['c-1', 'c-2', 'c-3'].map((id) =>
      receiveWebhook(webhooks, messageFor(id)).then(() => (answered += 1)),
    );
    await stored;
    expect(await deliveriesOf(other, ['c-1', 'c-2', 'c-3'])).toHaveLength(0);
    expect(answered).toBe(0);
    commit();
    await Promise.all(receiving);
    expect(await deliveriesOf(other, ['c-1', 'c-2', 'c-3'])).toHaveLength(3);
    await drainDeliveries(webhooks);
  });

  it('stores and applies the same messages once when two instances receive them in another order', async () => {
    const instances = [setUp(database), setUp(other)];
    const sent = Array.from({ length: 40 }, (_, n) => messageFor(`c-same${n}`));
    const receipts = await Promise.all(
      instances.flatMap((webhooks, index) =>
        (index === 0 ? sent : sent.toReversed()).map((message) => receiveWebhook(webhooks, message)),
      ),
    );
    await Promise.all(instances.map(drainDeliveries));
    expect(receipts.filter(({ verdict }) => verdict === 'verified')).toHaveLength(40);
    expect(receipts.filter(({ verdict }) => verdict === 'duplicate')).toHaveLength(40);
    const rows = await database.db
      .select()
      .from(deliveries)
      .where(sql`import_id like 'c-same%'`);
    expect(rows).toHaveLength(40);
    expect(rows.every((row) => row.times === 2 && row.appliedAt !== null)).toBe(true);
    const stored = await database.db
      .select()
      .from(observations)
      .where(sql`import_id like 'c-same%'`);
    expect(stored).toHaveLength(40);
  });
});

describe('storing before applying', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestPostgresDatabase();
  });
  afterAll(() => database.close());

  it('stores messages that keep arriving before it applies the first of them', async () => {
    let answered = 0;
    const answeredWhenApplied: number[] = [];
    const webhooks = setUp(database, async () => {
      answeredWhenApplied.push(answered);
    });
    for (let n = 0; n < 10; n += 1) {
      await receiveWebhook(webhooks, messageFor(`d-next${n}`));
      answered += 1;
    }
    await drainDeliveries(webhooks);
    expect(answeredWhenApplied).toEqual([10]);
  });

  it('applies them after a while although messages keep arriving', async () => {
    const ownClock = createManualClock(clock.now());
    const { promise: committing, resolve: commit } = deferred();
    const { promise: applied, resolve: onApplied } = deferred();
    let transactions = 0;
    const transaction: Database['transaction'] = (work) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        // The second one stores the second message.
        if ((transactions += 1) === 2) await committing;
        return result;
      });
    const webhooks = setUp({ ...database, transaction }, async () => onApplied(), ownClock);
    await receiveWebhook(webhooks, messageFor('d-first'));
    const second = receiveWebhook(webhooks, messageFor('d-second'));
    await waitFor(() => ownClock.nextWakeMs() !== undefined && transactions === 2);
    await ownClock.advance(50);
    await applied;
    commit();
    await second;
    await drainDeliveries(webhooks);
    expect(await observationsOf(database, 'd-first')).toHaveLength(1);
  });
});

async function waitFor(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((resolvePromise) => (resolve = resolvePromise));
  return { promise, resolve };
}
