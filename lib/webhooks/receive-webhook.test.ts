import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../contract/caller';
import { createManualClock } from '../core/testing/manual-clock';
import { createCipher, generateKey } from '../core/cipher';
import { openErasureKey } from '../imports/erasures/data-key';
import { importFingerprint } from '../imports/erasures/find-erased';
import { observe } from '../imports/observations/observe';
import type { Database } from '../store/database/database';
import { listAuditAfter } from '../store/events/audit';
import { imports, observations } from '../store/schema/imports';
import { pollUnits } from '../store/schema/polling';
import { erasures } from '../store/schema/system';
import { deliveries, deliveryCounters } from '../store/schema/webhooks';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { applyPendingDeliveries, drainDeliveries } from './apply-deliveries';
import { readDeliveryDetail, readDeliveryList } from './list-deliveries';
import { maxMessageBytes, receiveWebhook, storeDelivery } from './receive-webhook';
import { reprocessDelivery } from './reprocess-delivery';
import { saveRefused } from './save-refused';
import { signAuto, signStandard, signTimestamped } from './sign-message';
import { openWebhooks, webhookSecret as secret, webhookSettings } from './testing/open-webhooks';
import type { SignedMessage } from './verify-message';
import type { WebhookDeps } from './webhook-deps';

const admin: Caller = {
  actor: {
    kind: 'staff',
    id: '6f1c2c1e-0000-4000-8000-000000000001',
    name: 'Ada',
    email: 'ada@x.example',
    role: 'admin',
  },
  address: '127.0.0.1',
  requestId: 'r1',
};

function setUp(database: Database, settings: Partial<WebhookDeps['settings']> = {}) {
  const clock = createManualClock('2026-11-12T09:00:00Z');
  const cipher = createCipher([key]);
  const webhooks = openWebhooks({ database, cipher, clock, settings: { ...webhookSettings, ...settings } });
  const send = async (message: SignedMessage) => {
    const receipt = await receiveWebhook(webhooks, { ...message, address: '203.0.113.7' });
    await drainDeliveries(webhooks);
    return receipt;
  };
  const messageBody = (id: string, status: string, offsetS = 0) =>
    JSON.stringify({ import_id: id, status, timestamp: Math.floor(clock.now().getTime() / 1000) + offsetS });
  return { clock, webhooks, send, messageBody };
}
const key = generateKey();
const countOf = (counters: readonly { verdict: string; count: number }[], verdict: string) =>
  counters.find((counter) => counter.verdict === verdict)?.count ?? 0;

forEachEngineAtFullSize((_engine, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const rowsOf = async (id: string) => ({
    import: (await database.db.select().from(imports)).find((row) => row.id === id),
    observations: (await database.db.select().from(observations)).filter((row) => row.importId === id),
    watch: (await database.db.select().from(pollUnits)).find((row) => row.kind === 'import' && row.key === id),
  });
  const deliveryOf = async (id: string) => (await database.db.select().from(deliveries)).find((row) => row.id === id);

  describe('a signed message', () => {
    it('is stored encrypted, acknowledged and applied, and its import is added and polled', async () => {
      const { send, messageBody } = setUp(database);
      const body = messageBody('w-1', 'Sample migration in progress');
      const receipt = await send(signAuto(body, secret));
      expect(receipt.verdict).toBe('verified');
      const stored = await deliveryOf(receipt.deliveryId);
      expect(stored?.bodyEncrypted.includes('w-1')).toBe(false);
      expect(stored?.appliedAt).not.toBeNull();
      const after = await rowsOf('w-1');
      expect(after.import?.statusText).toBe('Sample migration in progress');
      expect(after.observations).toHaveLength(1);
      expect(after.observations[0]).toMatchObject({ source: 'webhook', deliveryId: receipt.deliveryId });
      expect(after.watch).toMatchObject({ urgent: true });
    });

    it('may be signed in the Authorization header, whose value is stored only then', async () => {
      const { send, messageBody, webhooks } = setUp(database);
      const signed = signAuto(messageBody('w-authorization', 'In preparation'), secret, { header: 'Authorization' });
      const { verdict, deliveryId } = await send(signed);
      expect(verdict).toBe('verified');
      expect((await reprocessDelivery(webhooks, deliveryId, admin)).outcome).toBe('applied');

      const body = messageBody('w-credential', 'In preparation');
      const credential = ['authorization', 'Basic canary'] as const;
      const beside = signAuto(body, secret);
      const withCredential = await send({ ...beside, headers: [credential, ...beside.headers] });
      expect(withCredential.verdict).toBe('verified');
      expect((await deliveryOf(withCredential.deliveryId))?.headers).toContainEqual(['authorization', '[hidden]']);

      const forged = await send(signAuto(messageBody('w-forged', 'In preparation'), 'x', { header: 'authorization' }));
      expect((await deliveryOf(forged.deliveryId))?.headers).toEqual([['authorization', '[hidden]']]);
      await expect(reprocessDelivery(webhooks, forged.deliveryId, admin)).rejects.toThrow(
        'The value of authorization was not stored, since it may be a credential.',
      );
    });

    it('is a duplicate the second time, even an hour later', async () => {
      const { webhooks, send, messageBody, clock } = setUp(database);
      const message = signAuto(messageBody('w-2', 'In preparation'), secret);
      expect((await send(message)).verdict).toBe('verified');
      expect((await send(message)).verdict).toBe('duplicate');
      await clock.advance(3_600_000);
      const third = await send(message);
      expect(third.verdict).toBe('duplicate');
      await saveRefused(webhooks);
      expect((await deliveryOf(third.deliveryId))?.times).toBe(3);
      expect((await rowsOf('w-2')).observations).toHaveLength(1);
    });

    it.each(['standard', 'timestamped'] as const)(
      'without a time in the body is a duplicate only if the signature is about the same message (%s)',
      async (scheme) => {
        const { clock, webhooks, send } = setUp(database, { scheme, header: 'x-signed' });
        const id = `w-${scheme}`;
        const sign = (status: string, messageId: string) => {
          const body = JSON.stringify({ import_id: id, status });
          return scheme === 'standard'
            ? signStandard(body, secret, { id: messageId, at: clock.now() })
            : signTimestamped(body, secret, { header: 'x-signed', at: clock.now() });
        };
        const first = sign('Migration in progress', 'msg_1');
        expect((await send(first)).verdict).toBe('verified');
        await clock.advance(60_000);
        expect((await send(first)).verdict).toBe('duplicate');
        if (scheme === 'standard') {
          // A retry is signed again, with the same id.
          expect((await send(sign('Migration in progress', 'msg_1'))).verdict).toBe('duplicate');
        }
        expect((await send(sign('Migration cleaned', 'msg_2'))).verdict).toBe('verified');
        await clock.advance(60_000);
        const again = sign('Migration in progress', 'msg_3');
        expect((await send(again)).verdict).toBe('verified');
        expect((await rowsOf(id)).import?.statusText).toBe('Migration in progress');
        expect((await rowsOf(id)).observations).toHaveLength(3);
        await clock.advance(3_600_000);
        expect((await send(again)).verdict).toBe('duplicate');
        // Another instance does not remember it.
        const other = setUp(database, { scheme, header: 'x-signed' });
        other.clock.set(webhooks.clock.now().toISOString());
        expect((await other.send(again)).verdict).toBe('duplicate');
      },
    );

    it('is stored once when it arrives twice concurrently', async () => {
      const { webhooks, messageBody } = setUp(database);
      const message = signAuto(messageBody('w-together', 'In preparation'), secret);
      const receipts = await Promise.all(
        [1, 2, 3, 4].map(() => receiveWebhook(webhooks, { ...message, address: '203.0.113.7' })),
      );
      await drainDeliveries(webhooks);
      expect(receipts.filter(({ verdict }) => verdict === 'verified')).toHaveLength(1);
      expect(receipts.filter(({ verdict }) => verdict === 'duplicate')).toHaveLength(3);
      expect((await rowsOf('w-together')).observations).toHaveLength(1);
    });

    it('is not acknowledged while the database is silent, and is stored once when it is sent again', async () => {
      const { clock, webhooks, send, messageBody } = setUp(database);
      const message = signAuto(messageBody('w-silent', 'In preparation'), secret);
      let recover = () => {};
      let silent: Promise<void> | undefined;
      await new Promise<void>((isLocked) => {
        silent = database.transaction(async (tx) => {
          await tx.execute(sql`lock table deliveries`);
          isLocked();
          await new Promise<void>((resolve) => (recover = resolve));
        });
      });
      const receiving = receiveWebhook(webhooks, { ...message, address: '203.0.113.7' });
      const outcome = expect(receiving).rejects.toMatchObject({ code: 'database_unavailable' });
      await clock.advance(10_000);
      await outcome;
      recover();
      await silent;
      await send(message);
      expect((await rowsOf('w-silent')).observations).toHaveLength(1);
    });

    it('is accepted within the tolerance both ways, and not a second beyond', async () => {
      const { send, messageBody } = setUp(database, { toleranceS: 300 });
      for (const [offsetS, verdict] of [
        [-300, 'verified'],
        [300, 'verified'],
        [-301, 'stale'],
        [301, 'stale'],
      ] as const)
        expect((await send(signAuto(messageBody(`w-tol${offsetS}`, 'In preparation', offsetS), secret))).verdict).toBe(
          verdict,
        );
    });

    it('is quarantined when stale: not applied, but the import is polled', async () => {
      const { send, messageBody } = setUp(database);
      const receipt = await send(signAuto(messageBody('w-3', 'Migration completed', -900), secret));
      expect(receipt).toMatchObject({ verdict: 'stale' });
      expect(receipt.reason).toContain('15 minutes before it arrived');
      const after = await rowsOf('w-3');
      expect(after.import).toBeUndefined();
      expect(after.watch).toMatchObject({ urgent: true });
    });

    it('is quarantined without a readable time or status, and the import is polled', async () => {
      const { send } = setUp(database);
      const noTime = await send(signAuto(JSON.stringify({ import_id: 'w-4', status: 'In preparation' }), secret));
      expect(noTime.verdict).toBe('unreadable');
      expect(noTime.reason).toContain('time');
      const noStatus = await send(signAuto(JSON.stringify({ import_id: 'w-5', timestamp: 1_794_474_000 }), secret));
      expect(noStatus.verdict).toBe('unreadable');
      for (const id of ['w-4', 'w-5']) {
        expect((await rowsOf(id)).import).toBeUndefined();
        expect((await rowsOf(id)).watch?.urgent).toBe(true);
      }
    });

    it('is applied once by another instance if the first one died', async () => {
      const { messageBody, webhooks } = setUp(database);
      const message = signAuto(messageBody('w-6', 'Undo in progress'), secret);
      await storeDelivery(webhooks, { ...message, address: '' });
      expect((await rowsOf('w-6')).import).toBeUndefined();
      const other = setUp(database).webhooks;
      await Promise.all([applyPendingDeliveries(other), applyPendingDeliveries(webhooks)]);
      expect((await rowsOf('w-6')).import?.statusText).toBe('Undo in progress');
      expect((await rowsOf('w-6')).observations).toHaveLength(1);
    });
  });

  describe('an unsigned message', () => {
    it('with a wrong signature is rejected, stored for review, and changes nothing', async () => {
      const { send, messageBody } = setUp(database);
      const receipt = await send(signAuto(messageBody('w-7', 'Migration completed'), 'another secret'));
      expect(receipt.verdict).toBe('bad_signature');
      const after = await rowsOf('w-7');
      expect([after.import, after.watch]).toEqual([undefined, undefined]);
    });

    it('is a hint while no secret is configured: never applied, and a flood causes few polls', async () => {
      const { send, messageBody } = setUp(database, { secrets: [] });
      expect((await send(signAuto(messageBody('w-8', 'Migration completed'), secret))).verdict).toBe('hint');
      expect((await rowsOf('w-8')).import).toBeUndefined();
      for (let i = 0; i < 60; i++) await send(signAuto(messageBody(`forged-${i}`, 'Migration completed', i), secret));
      const hinted = (await database.db.select().from(pollUnits)).filter((row) => row.hinted);
      expect(hinted.length).toBe(20);
      expect(hinted.every((row) => !row.urgent)).toBe(true);
      const times = hinted.map((row) => row.nextPollAt.getTime()).sort((a, b) => a - b);
      expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(80_000);
    });

    it('does not poll an import that was just polled', async () => {
      const { webhooks, send, messageBody } = setUp(database, { secrets: [] });
      await observe(webhooks.observer, {
        environment: 'live',
        importId: 'w-9',
        source: 'lookup',
        status: 'In preparation',
        seenAt: new Date(),
      });
      await send(signAuto(messageBody('w-9', 'Migration completed'), secret));
      const after = await rowsOf('w-9');
      expect(after.watch).toBeUndefined();
      expect(after.import?.statusText).toBe('In preparation');
    });
  });

  describe('a flood', () => {
    const stored = async () => ({
      rows: (await database.db.select({ id: deliveries.id }).from(deliveries)).length,
      counters: await database.db.select().from(deliveryCounters),
    });

    it.each<[string, Partial<WebhookDeps['settings']>]>([
      ['with wrong signatures', {}],
      ['of hints', { secrets: [] }],
    ])('%s is limited before anything is written, and only counted', async (_name, settings) => {
      const { webhooks, send, messageBody } = setUp(database, settings);
      const forged = signAuto(messageBody('w-flood', 'Migration completed'), 'forger');
      for (let sent = 0; sent < 200; sent++) webhooks.admission.waitS('203.0.113.7');
      const before = await stored();
      for (let sent = 0; sent < 5; sent++) {
        await expect(send(forged)).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 1 });
      }
      expect(await stored()).toEqual(before);
      expect((await webhooks.metrics.render()).text).toContain(
        'landfall_webhook_deliveries_total{verdict="rate_limited"} 5',
      );
      const countedBefore = countOf(before.counters, 'rate_limited');
      await saveRefused(webhooks);
      await saveRefused(webhooks);
      expect(countOf((await stored()).counters, 'rate_limited')).toBe(countedBefore + 5);
    });

    it('does not keep signed messages out', async () => {
      const { webhooks, send, messageBody } = setUp(database);
      for (let sent = 0; sent < 500; sent++) webhooks.admission.waitS('203.0.113.7');
      const message = signAuto(messageBody('w-in-flood', 'In preparation'), secret);
      expect((await send(message)).verdict).toBe('verified');
      expect((await send(message)).verdict).toBe('duplicate');
    });

    it('of one signed message repeated is acknowledged without a query, and counted afterwards', async () => {
      const { webhooks, send, messageBody } = setUp(database);
      const message = signAuto(messageBody('w-repeated', 'In preparation'), secret);
      const { deliveryId } = await send(message);
      const before = await stored();
      for (let sent = 0; sent < 5; sent++) {
        expect(await send(message)).toMatchObject({ verdict: 'duplicate', deliveryId });
      }
      expect(await stored()).toEqual(before);
      await saveRefused(webhooks);
      const [row] = await database.db.select().from(deliveries).where(eq(deliveries.id, deliveryId));
      expect(row?.times).toBe(6);
      expect(countOf((await stored()).counters, 'duplicate')).toBe(countOf(before.counters, 'duplicate') + 5);
    });

    it('of one unreadable message repeated costs no query either', async () => {
      const { send } = setUp(database);
      const message = signAuto(JSON.stringify({ filler: 'no status' }), secret);
      const first = await send(message);
      const before = await stored();
      expect(await send(message)).toEqual(first);
      expect(await stored()).toEqual(before);
    });

    it('of one signed message about an erased customer is not remembered as stored', async () => {
      const { webhooks, send, messageBody } = setUp(database);
      await database.transaction(async (tx) => {
        const key = await openErasureKey(webhooks, tx);
        const fingerprint = importFingerprint(key, { environment: 'live', id: 'w-erased' });
        await tx.insert(erasures).values({ fingerprint, kind: 'import', at: webhooks.clock.now() });
      });
      const message = signAuto(messageBody('w-erased', 'In preparation'), secret);
      const counted = async () => {
        const { counters } = await stored();
        return [countOf(counters, 'erased'), countOf(counters, 'duplicate')];
      };
      const [erased = 0, duplicate = 0] = await counted();
      expect((await send(message)).verdict).toBe('verified');
      for (let sent = 0; sent < 300; sent++) webhooks.admission.waitS('203.0.113.7');
      expect((await send(message)).verdict).toBe('verified');
      await saveRefused(webhooks);
      expect(await counted()).toEqual([erased + 2, duplicate]);
    });

    it('of signed messages that are too old is limited like one without signatures', async () => {
      const { webhooks, send, messageBody } = setUp(database);
      for (let sent = 0; sent < 300; sent++) webhooks.admission.waitS('203.0.113.7');
      const before = await stored();
      const stale = signAuto(messageBody('w-stale-flood', 'In preparation', -3600), secret);
      await expect(send(stale)).rejects.toMatchObject({ code: 'rate_limited' });
      expect(await stored()).toEqual(before);
    });

    it('keeps 100 unverified messages, of each 4 kB, and says why they cannot be processed again', async () => {
      const { webhooks, send, clock } = setUp(database);
      // Before all others, so that these are not the ones that are kept for the next test.
      clock.set('2026-11-11T09:00:00Z');
      const filler = 'x '.repeat(30_000);
      let last = '';
      for (let sent = 0; sent < 110; sent++) {
        await clock.advance(1000);
        const body = JSON.stringify({ import_id: 'w-kept', sent, filler, token: 'canary' });
        last = (await send(signAuto(body, 'forger'))).deliveryId;
      }
      const rows = await database.db
        .select()
        .from(deliveries)
        .where(inArray(deliveries.verdict, ['bad_signature', 'hint']));
      expect(rows).toHaveLength(100);
      expect(Math.max(...rows.map((row) => row.bodyEncrypted.byteLength))).toBeLessThan(4200);
      const { delivery, body } = await readDeliveryDetail(webhooks, last);
      expect(delivery.bodyBytes).toBeGreaterThan(60_000);
      expect(body).toMatchObject({ truncated: true, kind: 'text' });
      await expect(reprocessDelivery(webhooks, last, admin)).rejects.toMatchObject({
        code: 'conflict',
        userMessage: expect.stringContaining('Only the first 4 kB'),
      });
    });
  });

  describe('a large message', () => {
    const filler = 'x '.repeat(480_000);

    it('is applied if it is signed', async () => {
      const { send, clock } = setUp(database);
      const timestamp = clock.now().toISOString();
      const body = JSON.stringify({ import_id: 'w-large', status: 'In preparation', timestamp, filler });
      const receipt = await send(signAuto(body, secret));
      expect(receipt.verdict).toBe('verified');
      expect((await deliveryOf(receipt.deliveryId))?.bodyBytes).toBe(Buffer.byteLength(body));
      expect((await rowsOf('w-large')).import?.statusText).toBe('In preparation');
    });

    it('is refused and only counted if it is not', async () => {
      const { webhooks, send } = setUp(database);
      const body = JSON.stringify({ import_id: 'w-large-forged', status: 'In preparation', filler });
      await expect(send(signAuto(body, 'forger'))).rejects.toMatchObject({ code: 'unauthenticated' });
      const rows = await database.db.select().from(deliveries).where(eq(deliveries.importId, 'w-large-forged'));
      expect(rows).toEqual([]);
      expect([...webhooks.admission.takeRefused()]).toEqual([['bad_signature', 1]]);
    });

    it('may have 1 MiB with a secret and 64 kB without', () => {
      expect(maxMessageBytes(setUp(database).webhooks)).toBe(1_048_576);
      expect(maxMessageBytes(setUp(database, { secrets: [] }).webhooks)).toBe(65_536);
    });
  });

  describe('reprocessing', () => {
    it('applies a stale message at its place in time, and is audited', async () => {
      const { send, messageBody, webhooks } = setUp(database);
      const { deliveryId } = await send(signAuto(messageBody('w-10', 'Migration completed', -900), secret));
      expect((await reprocessDelivery(webhooks, deliveryId, admin)).outcome).toBe('applied');
      expect((await rowsOf('w-10')).import?.statusText).toBe('Migration completed');
      expect(await deliveryOf(deliveryId)).toMatchObject({ verdict: 'stale', appliedBy: 'Ada' });
      const entries = await listAuditAfter(database.db, 0, 1000);
      expect(
        entries.filter((row) => row.action === 'webhook.processed_again' && row.subject === deliveryId),
      ).toHaveLength(1);
    });

    it('never accepts a bad signature', async () => {
      const { send, messageBody, webhooks } = setUp(database);
      const { deliveryId } = await send(signAuto(messageBody('w-11', 'Migration completed'), 'forger'));
      await expect(reprocessDelivery(webhooks, deliveryId, admin)).rejects.toMatchObject({ code: 'conflict' });
      expect((await rowsOf('w-11')).import).toBeUndefined();
      expect(await deliveryOf(deliveryId)).toMatchObject({ verdict: 'bad_signature', appliedAt: null });
    });

    it('evaluates again with a newly configured secret, as of the receipt', async () => {
      const before = setUp(database, { secrets: ['mistyped'] });
      const { deliveryId } = await before.send(signAuto(before.messageBody('w-12', 'In preparation'), secret));
      const after = setUp(database);
      await after.clock.advance(86_400_000);
      expect((await reprocessDelivery(after.webhooks, deliveryId, admin)).outcome).toBe('applied');
      expect(await deliveryOf(deliveryId)).toMatchObject({ verdict: 'verified' });
      expect((await rowsOf('w-12')).import?.statusText).toBe('In preparation');
    });

    it('changes nothing if the same message was received again and verified', async () => {
      const before = setUp(database, { secrets: ['mistyped'] });
      const message = signAuto(before.messageBody('w-14', 'In preparation'), secret);
      const { deliveryId } = await before.send(message);
      const after = setUp(database);
      expect((await after.send(message)).deliveryId).not.toBe(deliveryId);
      await expect(reprocessDelivery(after.webhooks, deliveryId, admin)).rejects.toMatchObject({ code: 'conflict' });
      expect(await deliveryOf(deliveryId)).toMatchObject({ verdict: 'bad_signature', appliedAt: null });
    });

    it('polls for a hint, but does not apply it', async () => {
      const { send, messageBody, webhooks } = setUp(database, { secrets: [] });
      const { deliveryId } = await send(signAuto(messageBody('w-13', 'Migration completed', 7), secret));
      expect((await reprocessDelivery(webhooks, deliveryId, admin)).outcome).toBe('will_poll');
      expect((await rowsOf('w-13')).import).toBeUndefined();
    });
  });

  it('accepts hostile bodies without failing, signed or not', async () => {
    const { send, webhooks } = setUp(database);
    const bodies = [
      Buffer.alloc(0),
      Buffer.from([0, 1, 2, 0xff, 0xfe]),
      Buffer.from('\u0000'.repeat(1000)),
      Buffer.from('{"import_id":"a\\u0000b","status":"\\u0000\\ud800","timestamp":1794474000}'),
      Buffer.from('['.repeat(64_000)),
      Buffer.from(`${'{"import":'.repeat(5000)}1${'}'.repeat(5000)}`),
      Buffer.from(
        JSON.stringify({ import_id: '\u{10ffff}'.repeat(600), status: 'x'.repeat(60_000), timestamp: 1_794_474_000 }),
      ),
      Buffer.from(JSON.stringify({ import_id: 'w-h', status: '\ud800\u0000', timestamp: 1e308 })),
      Buffer.from(JSON.stringify({ import_id: { toString: 1 }, status: [[[['x']]]], timestamp: -1 })),
    ];
    for (const body of bodies) {
      for (const message of [signAuto(body, secret), { headers: [['x-a\u0001', '\u00ff']] as const, body }]) {
        const receipt = await send(message);
        expect(['unreadable', 'bad_signature', 'stale', 'verified']).toContain(receipt.verdict);
        await readDeliveryDetail(webhooks, receipt.deliveryId);
      }
    }
  });

  it('shows a delivery without its secrets', async () => {
    const { send, webhooks } = setUp(database);
    const body = JSON.stringify({
      import_id: 'w-14',
      status: 'In preparation',
      token: 'canary-token',
      redirect_url: 'https://service.example/go/canary',
      link: 'https://service.example/go?k=canary',
      timestamp: '2026-11-12T09:00:00Z',
    });
    const { deliveryId } = await send({
      ...signAuto(body, secret),
      headers: [...signAuto(body, secret).headers, ['x-api-key', 'canary']],
    });
    const shown = JSON.stringify(await readDeliveryDetail(webhooks, deliveryId));
    expect(shown).not.toContain('canary');
    expect(shown).toContain('w-14');
    const listed = await readDeliveryList(webhooks, { verdict: ['verified'], limit: 1 });
    expect(listed.deliveries).toHaveLength(1);
    expect(listed.nextCursor).not.toBeNull();
    const next = await readDeliveryList(webhooks, { verdict: ['verified'], limit: 1, cursor: listed.nextCursor ?? '' });
    expect(next.deliveries[0]?.id).not.toBe(listed.deliveries[0]?.id);
  });
});
