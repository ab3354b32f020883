import { beforeEach, expect, inject, test } from 'vitest';
import { staffCaller } from '../../sponsorship/testing/staff-caller';
import { upsertImports } from '../../store/imports/imports';
import { insertStaff, updateStaff } from '../../store/staff/staff';
import type { Database } from '../../store/database/database';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import {
  deleteRules,
  insertRule,
  listEvents,
  listItems,
  truncateOutbox,
  updateRules,
} from '../../store/testing/outbox-rows';
import { collectItems, readMsToNextItem } from './collect-items';
import { testNotificationRule } from './rules/test-notification-rule';
import { bodyOf, emailOf, openStaffOutbox, type WrittenMessage } from './testing/open-staff-outbox';
import { webhookPayloadSchema } from '../../contract/webhook-payload';

const importRow = (id: string, username: string | null) => ({
  ...{ environment: 'live' as const, id, username, seenAt: new Date(), seenBy: 'watcher', firstSeenAt: new Date() },
  searchTerms: [],
});
const admin = staffCaller('Ada', 'admin');
const { signal } = new AbortController();
const minuteMs = 60_000;

forEachEngineAtFullSize((engine, open) => {
  let database: Database;
  let app: ReturnType<typeof openStaffOutbox>;
  beforeEach(async () => {
    database ??= await open();
    await truncateOutbox(database.db);
    app = openStaffOutbox(database);
  });

  /** Counts all digests together: what a person receives. */
  const countReported = (messages: readonly WrittenMessage[]) =>
    messages.reduce((sum, message) => {
      const payload = webhookPayloadSchema.parse(bodyOf(message));
      return sum + (payload.type === 'digest' ? (payload.data.counts['request.waiting'] ?? 0) : 1);
    }, 0);

  test.each(inject('fullSize') ? [1, 2] : [2])(
    'makes at most two messages of a thousand changes in a minute, with %i instances',
    async (count) => {
      const rules = {
        email: await insertRule(database.db, { addresses: ['a@northdesk.example', 'B@northdesk.example'] }),
        slack: await insertRule(database.db, { channel: 'slack' }),
        webhook: await insertRule(database.db, { channel: 'webhook' }),
      };
      const instances = Array.from({ length: count }, () => ({ ...app.deps }));
      for (let step = 0; step < 20; step += 1) {
        await app.record(...Array.from({ length: 50 }, (_, n) => ({ importId: `${step}-${n}` })));
        await Promise.all(instances.map((instance) => app.run(instance)));
        await app.deliver();
        await app.clock.advance(3000);
      }
      await app.clock.advance(60_000);
      await Promise.all(instances.map((instance) => app.run(instance)));
      await app.run();
      const messages = await app.messages();
      const of = (ruleId: string, recipient?: string) =>
        messages.filter((m) => m.ruleId === ruleId && (recipient === undefined || m.recipient === recipient));
      expect(await listItems(database.db)).toEqual([]);
      for (const recipient of ['a@northdesk.example', 'B@northdesk.example']) {
        const mails = of(rules.email.id, recipient);
        expect(mails).toHaveLength(2);
        expect(sum(mails.map(({ subject }) => readCount(subject)))).toBe(1000);
      }
      expect(of(rules.slack.id)).toHaveLength(2);
      expect(sum(of(rules.slack.id).map(({ subject }) => readCount(subject)))).toBe(1000);
      expect(of(rules.webhook.id)).toHaveLength(2);
      expect(countReported(of(rules.webhook.id))).toBe(1000);
    },
  );

  test.each(['hourly', 'daily'] as const)('makes one %s digest of a thousand changes', async (schedule) => {
    await insertRule(database.db, { schedule, time: '10:00', zone: 'Europe/London' });
    await app.record(...Array.from({ length: 1000 }, (_, n) => ({ importId: `i${n}` })));
    await app.run();
    expect(await app.messages()).toEqual([]);
    expect(await readMsToNextItem(app.deps)).toBe(3_600_000);
    await app.clock.advance(3_600_000);
    await app.run();
    const [message, ...others] = await app.messages();
    expect(others).toEqual([]);
    expect(message).toMatchObject({ event: 'digest', subject: '1,000 new requests for a full migration' });
    const { text } = emailOf(message);
    expect(text.match(/https:\/\/landfall\.example\/imports\//g)).toHaveLength(20);
    expect(text).toContain('and 980 more');
  });

  test('writes one message when two instances collect the same items at the same time', async () => {
    await insertRule(database.db, { channel: 'webhook' });
    for (let round = 0; round < 10; round += 1) {
      await app.record({}, {}, {});
      await app.run();
      await app.deliver();
      await app.clock.advance(30 * minuteMs);
      await Promise.all([collectItems({ ...app.deps }, signal), collectItems({ ...app.deps }, signal)]);
    }
    const messages = await app.messages();
    expect(messages).toHaveLength(10);
    expect(countReported(messages)).toBe(30);
  });

  // PGlite has one connection, so that its transactions never overlap.
  test.runIf(engine === 'postgres')('keeps a minute between messages of two instances', async () => {
    await insertRule(database.db, { channel: 'webhook' });
    await app.record({});
    await app.run();
    await app.clock.advance(10_000);
    const written = createGate();
    const commit = createGate();
    const slow: Database = {
      ...database,
      transaction: (work) =>
        database.transaction(async (tx) => {
          const result = await work(tx);
          written.open();
          await commit.opened;
          return result;
        }),
    };
    const first = collectItems({ ...app.deps, database: slow }, signal);
    await written.opened;
    await app.record({}, {});
    await app.clock.advance(5000);
    await app.run();
    commit.open();
    await first;
    await app.deliver();
    await app.run();
    expect(await app.messages()).toHaveLength(1);
    await app.clock.advance(60_000);
    await app.run();
    expect((await app.messages()).map(({ event }) => event)).toEqual(['request_waiting', 'digest']);
  });

  test('loses nothing and repeats nothing when the process ends before or after the commit', async () => {
    await insertRule(database.db, { channel: 'webhook' });
    await app.record({}, {});
    await app.run();
    await app.clock.advance(10_000);
    const failing: Database = {
      ...database,
      transaction: (work) =>
        database.transaction(async (tx) => {
          await work(tx);
          throw new Error('killed before the commit');
        }),
    };
    await expect(collectItems({ ...app.deps, database: failing }, signal)).rejects.toThrow('could not be written');
    expect(await app.messages()).toEqual([]);
    expect(await listItems(database.db)).toHaveLength(2);
    await app.run();
    await app.run();
    expect(countReported(await app.messages())).toBe(2);
  });

  test('sends soon, then at most once a minute', async () => {
    await insertRule(database.db, {});
    await app.record({ importId: 'first' });
    await app.pass(4);
    expect(await app.messages()).toEqual([]);
    await app.pass(1);
    expect(await app.messages()).toHaveLength(1);
    await app.deliver();
    await app.record({ importId: 'second' });
    await app.pass(10);
    expect(await readMsToNextItem(app.deps)).toBe(50_000);
    await app.record({ importId: 'third' });
    await app.pass(49);
    expect(await app.messages()).toHaveLength(1);
    await app.pass(1);
    expect(await app.messages()).toMatchObject([
      { event: 'request_waiting', importId: 'first', environment: 'live' },
      { event: 'digest', importId: null, subject: '2 new requests for a full migration' },
    ]);
  });

  test('lets a rule that fails delay no other', async () => {
    await insertRule(database.db, { channel: 'webhook', targetHost: 'one.example' });
    await insertRule(database.db, { channel: 'slack', targetHost: 'two.example' });
    await insertRule(database.db, { channel: 'webhook', targetHost: 'three.example' });
    await app.record({});
    await app.run();
    await app.clock.advance(10_000);
    let calls = 0;
    const newId = () => {
      calls += 1;
      if (calls === 2) throw new Error('this rule fails');
      return crypto.randomUUID();
    };
    await expect(app.run({ ...app.deps, newId })).rejects.toThrow('could not be written');
    expect(await app.messages()).toHaveLength(2);
    expect(await listItems(database.db)).toHaveLength(1);
    await app.run();
    const written = (await app.messages()).map(({ recipient }) => recipient);
    expect(written.sort()).toEqual(['one.example', 'three.example', 'two.example']);
  });

  test('uses UTC for a zone that is not known', async () => {
    await insertRule(database.db, { schedule: 'daily', time: '10:00', zone: 'Nowhere/Land' });
    await app.record({});
    await app.run();
    expect(await readMsToNextItem(app.deps)).toBe(3_600_000);
    await app.clock.advance(3_600_000);
    await app.run();
    expect(await app.messages()).toHaveLength(1);
  });

  test('shows the username that the import has when the message is written', async () => {
    await insertRule(database.db, { channel: 'webhook' });
    await database.transaction((tx) => upsertImports(tx, [importRow('417', 'old@acme.example')]));
    await app.record({ importId: '417' });
    await app.run();
    expect(JSON.stringify((await listItems(database.db)).map(({ data }) => data))).not.toContain('acme');
    await database.transaction((tx) => upsertImports(tx, [importRow('417', 'new@acme.example')]));
    await app.clock.advance(10_000);
    await app.run();
    expect((await app.messages()).map(bodyOf)).toMatchObject([
      { type: 'request.waiting', data: { importId: '417', username: 'new@acme.example' } },
    ]);
  });

  test.each([
    ['disabled', () => updateRules(database.db, { enabled: false })],
    ['deleted', () => deleteRules(database.db)],
  ])('drops what waits for a rule that is %s', async (_, end) => {
    await insertRule(database.db, {});
    await app.record({});
    await app.run();
    expect(await listItems(database.db)).toHaveLength(1);
    await end();
    await app.clock.advance(10_000);
    await app.run();
    expect(await listItems(database.db)).toEqual([]);
    expect(await app.messages()).toEqual([]);
  });

  test('sends a personal rule to the address of the person while the account is enabled', async () => {
    const id = crypto.randomUUID();
    const email = `${id}@northdesk.example`;
    const person = { id, email, name: 'Ines', role: 'approver' as const, source: 'local' as const };
    await database.transaction((tx) => insertStaff(tx, { ...person, createdAt: new Date() }));
    const rule = await insertRule(database.db, { staffId: id });
    await app.record({});
    await app.pass(6);
    const [message] = await app.messages();
    expect(message).toMatchObject({ recipient: email, ruleId: rule.id });
    expect(emailOf(message).text).toContain('https://landfall.example/account');
    await app.clock.advance(60_000);
    await app.record({});
    await app.run();
    await database.transaction((tx) => updateStaff(tx, id, { disabledAt: new Date() }));
    await app.clock.advance(60_000);
    await app.run();
    await app.record({});
    await app.run();
    expect(await listItems(database.db)).toEqual([]);
    expect(await app.messages()).toHaveLength(1);
  });

  test('sends a person no event that their role no longer sees', async () => {
    const id = crypto.randomUUID();
    const person = { id, email: `${id}@northdesk.example`, name: 'Ines', source: 'local' as const };
    await database.transaction((tx) => insertStaff(tx, { ...person, role: 'approver', createdAt: new Date() }));
    await insertRule(database.db, { staffId: id, events: ['request_waiting', 'many_warnings'], schedule: 'hourly' });
    await app.record({});
    await app.run();
    expect(await listItems(database.db)).toHaveLength(1);
    await database.transaction((tx) => updateStaff(tx, id, { role: 'viewer' }));
    await app.record({});
    await app.run();
    expect(await listItems(database.db)).toHaveLength(1);
    await app.record({ kind: 'many_warnings', text: 'It has many.' });
    await app.run();
    await app.clock.advance(3_600_000);
    await app.run();
    expect(await listItems(database.db)).toEqual([]);
    const messages = await app.messages();
    expect(messages).toMatchObject([{ event: 'many_warnings' }]);
  });

  test('sends only the events and the environment of a rule', async () => {
    await insertRule(database.db, {
      channel: 'webhook',
      environment: 'sandbox',
      events: ['outcome_unknown', 'from_a_later_version'],
    });
    await app.record(
      { kind: 'outcome_unknown', importId: 'a', environment: 'live' },
      { kind: 'outcome_unknown', importId: 'b', environment: 'sandbox' },
      { kind: 'request_waiting', importId: 'c', environment: 'sandbox' },
      { kind: 'from_a_later_version', importId: 'd', environment: 'sandbox' },
    );
    await app.pass(6);
    expect((await app.messages()).map(bodyOf)).toMatchObject([
      { type: 'outcome.unknown', data: { importId: 'b', link: 'https://landfall.example/imports/b?env=sandbox' } },
    ]);
    expect(await listEvents(database.db)).toEqual([]);
  });

  test('marks e-mails as skipped while e-mail is not set up, and still posts webhooks', async () => {
    app = openStaffOutbox(database, { mail: { mode: 'off', from: null } });
    await insertRule(database.db, { targetHost: null });
    await insertRule(database.db, { channel: 'webhook' });
    await app.record({});
    await app.pass(6);
    const states = (await app.messages()).map(({ channel, state, reason }) => [channel, state, reason]);
    expect(states.sort()).toEqual([
      ['email', 'skipped', 'E-mail is not set up.'],
      ['webhook', 'pending', ''],
    ]);
  });

  test('posts the same JSON to NOTIFY_URL as before, and several events as a digest', async () => {
    app = openStaffOutbox(database, { notifyUrl: 'https://chat.example:8443/hooks/secret' });
    await app.record(
      {
        kind: 'request_waiting',
        importId: 'a/b',
        environment: 'sandbox',
        text: 'A full migration was requested.',
      },
      { kind: 'taking_too_long', importId: 'c' },
    );
    const at = app.clock.now().toISOString();
    await app.pass(6);
    const [message] = await app.messages();
    expect(message).toMatchObject({ channel: 'json', ruleId: null, recipient: 'chat.example:8443', state: 'pending' });
    expect(bodyOf(message)).toEqual({
      kind: 'full_migration_requested',
      environment: 'sandbox',
      importId: 'a/b',
      text: 'A full migration was requested.',
      at,
      link: 'https://landfall.example/imports/a%2Fb',
    });
    await app.deliver();
    await app.record({ kind: 'outcome_unknown', importId: 'd' }, { importId: null });
    await app.pass(10);
    expect(await app.messages()).toHaveLength(1);
    await app.pass(50);
    expect(bodyOf((await app.messages())[1])).toMatchObject({
      kind: 'digest',
      events: [
        { kind: 'outcome_unknown', importId: 'd' },
        { kind: 'full_migration_requested', importId: null, link: 'https://landfall.example/sponsorship' },
      ],
      more: 0,
    });
  });

  test.each([
    ['email', 2],
    ['slack', 1],
    ['webhook', 1],
  ] as const)('writes a test message for a rule by %s', async (channel, count) => {
    const rule = await insertRule(database.db, {
      ...{ channel, enabled: false },
      ...(channel === 'email' && { addresses: ['a@northdesk.example', 'b@northdesk.example'] }),
    });
    await testNotificationRule(app.deps, { caller: admin, id: rule.id });
    const messages = await app.messages();
    expect(messages).toHaveLength(count);
    for (const message of messages) {
      expect(message).toMatchObject({ event: 'test', ruleId: rule.id, subject: 'Test message', state: 'pending' });
    }
    if (channel === 'webhook') expect(webhookPayloadSchema.parse(bodyOf(messages[0])).type).toBe('test');
  });

  test('does not make a message wait for a test message', async () => {
    const rule = await insertRule(database.db, {});
    await testNotificationRule(app.deps, { caller: admin, id: rule.id });
    await app.record({});
    await app.pass(6);
    expect((await app.messages()).map(({ event }) => event).sort()).toEqual(['request_waiting', 'test']);
  });

  test(`shows at least one event of each kind in a large digest (${engine})`, async () => {
    await insertRule(database.db, {
      channel: 'webhook',
      schedule: 'hourly',
      events: ['many_warnings', 'outcome_unknown'],
    });
    await app.record(...Array.from({ length: 300 }, (_, n) => ({ kind: 'many_warnings', importId: `w${n}` })));
    await app.record({ kind: 'outcome_unknown', importId: 'u' });
    await app.clock.advance(3_600_000);
    await app.run();
    const [message] = await app.messages();
    expect(message?.subject).toBe('301 events: 1 unconfirmed decision, 300 imports with many warnings');
    const payload = webhookPayloadSchema.parse(bodyOf(message));
    if (payload.type !== 'digest') throw new Error('a digest expected');
    expect(payload.data.counts).toEqual({ 'import.many_warnings': 300, 'outcome.unknown': 1 });
    expect(payload.data.events.map(({ data }) => data.importId)).toContain('u');
    expect(payload.data.events).toHaveLength(20);
    expect(payload.data.more).toBe(281);
  });
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
const readCount = (subject: string) => Number(/^([\d,]+) new/.exec(subject)?.[1]?.replaceAll(',', '') ?? 1);

function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}
