import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../store/database/database';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { insertRule, listItems, truncateOutbox, updateMessages, updateRules } from '../../store/testing/outbox-rows';
import { bodyOf, emailOf, openStaffOutbox, type WrittenMessage } from './testing/open-staff-outbox';
import { webhookPayloadSchema } from '../../contract/webhook-payload';

const minuteMs = 60_000;

function countEvents(message: WrittenMessage | undefined): number {
  const payload = webhookPayloadSchema.parse(bodyOf(message));
  return payload.type === 'digest' ? (payload.data.counts['request.waiting'] ?? 0) : 1;
}

forEachEngineAtFullSize((_, open) => {
  let database: Database;
  let app: ReturnType<typeof openStaffOutbox>;
  beforeEach(async () => {
    database ??= await open();
    await truncateOutbox(database.db);
    app = openStaffOutbox(database);
  });

  /** One event a minute. */
  const pass = async (minutes: number, each: () => Promise<void> = () => Promise.resolve()) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await app.record({ importId: `${minute}` });
      await app.clock.advance(minuteMs);
      await app.run();
      await each();
    }
  };
  const ofState = async (state: string) => (await app.messages()).filter((message) => message.state === state);

  test.each([null, 'https://chat.example/hook'])(
    'a receiver that was away for three hours gets one digest about all events (NOTIFY_URL %j)',
    async (notifyUrl) => {
      if (notifyUrl === null) await insertRule(database.db, { channel: 'webhook' });
      else app = openStaffOutbox(database, { notifyUrl });
      for (let step = 0; step < 20; step += 1) {
        await app.record(...Array.from({ length: 10 }, () => ({})));
        await app.clock.advance(10 * minuteMs);
        await app.run();
      }
      const skipped = await ofState('skipped');
      expect(skipped).toHaveLength(3);
      expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['Replaced by a newer message.']));
      const waiting = await ofState('pending');
      expect(waiting).toHaveLength(1);
      const collected = (await listItems(database.db)).length;
      expect(collected).toBe(10);
      if (notifyUrl === null) expect(countEvents(waiting[0])).toBe(190);
      else expect(bodyOf(waiting[0])).toMatchObject({ kind: 'digest', more: 170 });
      await app.deliver();
      await app.clock.advance(minuteMs);
      await app.run();
      const [next] = await ofState('pending');
      expect(next?.subject).toBe('10 new requests for a full migration');
    },
  );

  test('the next message does not wait longer than the pause once the last one was sent or has failed', async () => {
    await insertRule(database.db, { channel: 'webhook' });
    await pass(10);
    expect(await app.messages()).toHaveLength(1);
    await updateMessages(database.db, { state: 'failed' });
    await app.pass(15);
    const messages = await app.messages();
    expect(messages.map(({ state }) => state)).toEqual(['failed', 'pending']);
    expect(countEvents(messages[1])).toBe(9);
  });

  test('one address that does not accept e-mails delays no other, and gets one digest', async () => {
    await insertRule(database.db, { addresses: ['away@northdesk.example', 'ok@northdesk.example'] });
    const deliver = async () => {
      for (const { id, recipient } of await ofState('pending')) {
        if (recipient.startsWith('ok')) await updateMessages(database.db, { state: 'sent' }, id);
      }
    };
    await pass(8, deliver);
    const messages = await app.messages();
    const of = (name: string) => messages.filter(({ recipient }) => recipient.startsWith(name));
    expect(of('ok').map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    expect(of('away').map(({ state }) => state)).toEqual(['skipped', 'skipped', 'pending']);
    const collected = (await listItems(database.db)).length;
    expect(of('away')[2]?.subject).toBe(`${8 - collected} new requests for a full migration`);
    expect(emailOf(of('away')[2]).text).toContain('/imports/0\n');
    expect(emailOf(of('ok')[2]).text).not.toContain('/imports/0\n');
  });

  test('news that waits for a day is left to its own retries, and a message that is being sent is not replaced', async () => {
    await insertRule(database.db, { channel: 'webhook' });
    await pass(1);
    await app.clock.advance(25 * 60 * minuteMs);
    await pass(1);
    expect((await app.messages()).map(({ state }) => state)).toEqual(['pending', 'pending']);
    await updateMessages(database.db, { state: 'sending' });
    await app.clock.advance(61 * minuteMs);
    await pass(1);
    expect((await app.messages()).map(countEvents)).toEqual([1, 1, 1]);
    expect(await ofState('skipped')).toEqual([]);
  });

  test('a changed rule does not wait for a message that was written before, and leaves it as it is', async () => {
    await insertRule(database.db, { channel: 'webhook' });
    await pass(1);
    await app.clock.advance(minuteMs);
    await updateRules(database.db, { at: app.clock.now() });
    await pass(1);
    expect((await app.messages()).map(({ state }) => state)).toEqual(['pending', 'pending']);
  });

  test('one event a minute makes few messages, and after a quiet time one comes soon again', async () => {
    await insertRule(database.db, { channel: 'webhook' });
    const writtenAt: number[] = [];
    const startMs = app.clock.now().getTime();
    await pass(120, app.deliver);
    for (const { createdAt } of await app.messages()) writtenAt.push((createdAt.getTime() - startMs) / minuteMs);
    expect(writtenAt).toEqual([1, 2, 4, 9, 19, 34, 49, 64, 79, 94, 109]);
    await app.clock.advance(16 * minuteMs);
    await app.run();
    await app.deliver();
    await app.clock.advance(31 * minuteMs);
    const before = (await app.messages()).length;
    await pass(2, app.deliver);
    expect(await app.messages()).toHaveLength(before + 2);
  });

  test('a rule that was changed sends nothing that it no longer covers', async () => {
    await insertRule(database.db, { channel: 'webhook', schedule: 'hourly', environment: 'all' });
    await app.record(...Array.from({ length: 30 }, () => ({ importId: 's', environment: 'sandbox' as const })));
    await app.record({ importId: 'l' });
    await app.run();
    await updateRules(database.db, { environment: 'live' });
    await app.clock.advance(60 * minuteMs);
    await app.run();
    expect((await app.messages()).map(bodyOf)).toMatchObject([{ type: 'request.waiting', data: { importId: 'l' } }]);
    expect(await listItems(database.db)).toEqual([]);
  });
});
