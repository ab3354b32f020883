import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../contract/caller';
import { messageListQuerySchema, type MessageListQuery, type ResendFailedBody } from '../../contract/message-log';
import { createCipher, generateKey } from '../../core/cipher';
import { createManualClock } from '../../core/testing/manual-clock';
import { observe } from '../../imports/observations/observe';
import type { Database } from '../../store/database/database';
import { insertStaff, updateStaff } from '../../store/staff/staff';
import { listAuditAfter } from '../../store/events/audit';
import { changes } from '../../store/schema/changes';
import { customerContacts, notificationRules, outboxAttempts, outboxMessages } from '../../store/schema/outbox';
import { recordBounce } from '../../store/outbox/contacts';
import { insertMessages } from '../../store/outbox/messages';
import { recordMessageChange } from '../../store/outbox/record-message-change';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { readMailSettings, saveMailSettings } from '../customers/mail-settings';
import { readMail, readMailbox } from '../mailbox/read-mailbox';
import type { OutboxDeps } from '../outbox-deps';
import { addMessage } from '../testing/add-message';
import { readMessageList } from './list-messages';
import { readMessage } from './read-message';
import { resendFailedMessages } from './resend-failed-messages';
import { resendMessage } from './resend-message';

const caller = (role: 'admin' | 'agent'): Caller => ({
  actor: { kind: 'staff', id: '6f1c2c1e-0000-4000-8000-000000000001', name: 'Ada', email: 'ada@x.example', role },
  address: '127.0.0.1',
  requestId: 'r1',
});
const admin = caller('admin');
const ruleId = '0d9c2c1e-0000-4000-8000-000000000002';

forEachEngineAtFullSize((_engine, open) => {
  let deps: ReturnType<typeof depsOf>;
  let opened: Database | undefined;
  beforeEach(async () => {
    opened ??= await open();
    await reportImport(opened, 'Sample migration completed');
    for (const table of [outboxMessages, customerContacts, notificationRules, changes]) await opened.db.delete(table);
    deps = depsOf(opened);
  });
  const list = (query: Partial<MessageListQuery> = {}) =>
    readMessageList(deps, messageListQuerySchema.parse({ ...query }));
  const idsOf = async (query: Partial<MessageListQuery>) => (await list(query)).messages.map(({ id }) => id);
  const resend = async (id: string) => {
    const { message } = await readMessage(deps, { id, caller: admin });
    return () => resendMessage(deps, { id, nextAt: message.nextAt, caller: admin });
  };

  const addRule = (change: Partial<typeof notificationRules.$inferInsert> = {}) => {
    const rule = { id: ruleId, name: 'On call', events: [], addresses: [], by: 'Ada', at: new Date() };
    const defaults = { environment: 'all', channel: 'slack', schedule: 'now' } as const;
    return deps.database.db.insert(notificationRules).values({ ...rule, ...defaults, ...change });
  };

  describe('the list', () => {
    it('returns every message once, newest first, page by page', async () => {
      const ids: string[] = [];
      // Two at the same time, so that the cursor also needs the id.
      for (const second of [1, 2, 2, 3, 4])
        ids.unshift(await addMessage(deps, { createdAt: new Date(Date.UTC(2026, 10, 12, 9, 0, second)) }));
      const found: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list({ limit: 2, ...(cursor ? { cursor } : {}) });
        found.push(...page.messages.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(found).toHaveLength(5);
      expect(new Set(found)).toEqual(new Set(ids));
      expect([found[0], found[1], found[4]]).toEqual([ids[0], ids[1], ids[4]]);
    });

    it('filters by tab, audience, channel and rule, and counts what failed and waits', async () => {
      await addRule();
      const failed = await addMessage(deps, { state: 'failed' });
      const pending = await addMessage(deps, { state: 'pending' });
      const sending = await addMessage(deps, { state: 'sending' });
      const skipped = await addMessage(deps, { state: 'skipped' });
      const slack = await addMessage(deps, { audience: 'staff', channel: 'slack', ruleId, importId: null });
      expect(await idsOf({ tab: 'failed' })).toEqual([failed]);
      expect(new Set(await idsOf({ tab: 'waiting' }))).toEqual(new Set([pending, sending]));
      expect(await idsOf({ tab: 'not-sent' })).toEqual([skipped]);
      expect(await idsOf({ tab: 'sent' })).toEqual([slack]);
      expect(await idsOf({ audience: 'staff' })).toEqual([slack]);
      expect(await idsOf({ channel: 'slack' })).toEqual([slack]);
      const ofRule = await list({ rule: ruleId });
      expect(ofRule.messages.map(({ rule }) => rule)).toEqual([{ id: ruleId, name: 'On call' }]);
      expect(ofRule.counts).toEqual({ failed: 1, waiting: 2 });
    });

    it('names the customer of the import', async () => {
      await addMessage(deps, { createdAt: new Date('2026-11-12T09:00:00Z') });
      await addMessage(deps, { importId: null, createdAt: new Date('2026-11-12T08:00:00Z') });
      expect((await list()).messages.map(({ username }) => username)).toEqual(['ops@acme.example', null]);
    });

    it('finds a recipient in any case, and an import of either environment', async () => {
      const live = await addMessage(deps, { recipient: 'ops@acme.example', importId: '1' });
      const sandbox = await addMessage(deps, { recipient: 'it@other.example', importId: '2', environment: 'sandbox' });
      expect(await idsOf({ q: ' OPS@acme.example ' })).toEqual([live]);
      expect(await idsOf({ q: '2' })).toEqual([sandbox]);
      expect(await idsOf({ q: 'acme' })).toEqual([]);
    });
  });

  describe('one message', () => {
    it('has its delivery log, newest first, and its content without the addresses of links', async () => {
      const id = await addMessage(deps, { state: 'failed', reason: 'Mailbox full' });
      await deps.database.db.insert(outboxAttempts).values([
        { messageId: id, at: new Date('2026-11-12T09:00:00Z'), outcome: 'retry', status: 451, durationMs: 20 },
        { messageId: id, at: new Date('2026-11-12T09:05:00Z'), outcome: 'failed', status: 552, durationMs: 30 },
      ]);
      const detail = await readMessage(deps, { id, caller: admin });
      expect(detail.log.map(({ status }) => status)).toEqual([552, 451]);
      expect(detail.content).toMatchObject({
        kind: 'email',
        text: 'Your page: https://desk.example/[hidden]',
        headers: [['List-Unsubscribe', '<https://desk.example/[hidden]>']],
      });
      expect(JSON.stringify(detail)).not.toContain('secret-of-the-customer');
      expect(JSON.stringify(detail.content)).not.toContain('<style>');
    });

    it('has no content and no answers of servers for other roles, which see no messages to staff', async () => {
      const toCustomer = await addMessage(deps);
      const toStaff = await addMessage(deps, { audience: 'staff' });
      const response = '535 account migrations@10.1.2.3';
      const attempt = { messageId: toCustomer, at: new Date(), outcome: 'retry', response, durationMs: 1 } as const;
      await deps.database.db.insert(outboxAttempts).values(attempt);
      const seen = await readMessage(deps, { id: toCustomer, caller: caller('agent') });
      expect([seen.content, seen.log.map((entry) => entry.response)]).toEqual([null, ['']]);
      expect((await readMessage(deps, { id: toCustomer, caller: admin })).log).toMatchObject([{ response }]);
      await expect(readMessage(deps, { id: toStaff, caller: caller('agent') })).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(readMessage(deps, { id: ruleId, caller: admin })).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('resending', () => {
    it('refuses a message that is no longer true', async () => {
      const id = await addMessage(deps, { state: 'failed' });
      await reportImport(deps.database, 'Migration in progress');
      await expect((await resend(id))()).rejects.toThrow('cannot be resent. The import has changed since.');
      await reportImport(deps.database, 'Sample migration completed');
      await expect((await resend(id))()).resolves.toMatchObject({ state: 'pending' });
    });

    it('queues a failed message with new attempts, audits it and refreshes the page of its import', async () => {
      const past = new Date('2026-11-12T09:00:00Z');
      const id = await addMessage(deps, { state: 'failed', reason: 'Mailbox full', attempts: 8, nextAt: past });
      await deps.database.db.delete(changes);
      const message = await (await resend(id))();
      expect(message).toMatchObject({ state: 'pending', attempts: 0, reason: '' });
      expect(Date.parse(message.nextAt)).toBeGreaterThan(past.getTime());
      const audit = await listAuditAfter(deps.database.db, 0, 100);
      expect(audit.findLast(({ subject }) => subject === id)).toMatchObject({ action: 'message.resent' });
      const recorded = await deps.database.db.select().from(changes).where(eq(changes.kind, 'message'));
      expect(recorded.map(({ environment, subject }) => [environment, subject])).toEqual([['live', '417']]);
    });

    it('of two admins at the same time, lets one succeed', async () => {
      const id = await addMessage(deps, { state: 'failed' });
      const run = await resend(id);
      const results = await Promise.allSettled([run(), run()]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    it('refuses a page that shows an older failure, although the message failed again', async () => {
      const id = await addMessage(deps, { state: 'failed', nextAt: new Date('2026-11-12T09:00:00Z') });
      const [first, second] = [await resend(id), await resend(id)];
      await first();
      await deps.database.db.update(outboxMessages).set({ state: 'failed' }).where(eq(outboxMessages.id, id));
      await expect(second()).rejects.toMatchObject({ code: 'conflict' });
      await expect((await resend(id))()).resolves.toMatchObject({ state: 'pending' });
    });

    it('queues a post that was sent, with the same id, unless its rule is disabled', async () => {
      const { db } = deps.database;
      await addRule({ channel: 'webhook', enabled: false });
      const post = { audience: 'staff', state: 'sent', sentAt: new Date() } as const;
      const json = await addMessage(deps, { ...post, channel: 'json' });
      const webhook = await addMessage(deps, { ...post, channel: 'webhook', ruleId });
      expect(await (await resend(json))()).toMatchObject({ id: json, state: 'pending', sentAt: null });
      await expect((await resend(webhook))()).rejects.toThrow('The rule is disabled.');
      expect((await list({ channel: 'webhook' })).messages).toMatchObject([{ mayResend: false }]);
      await db.update(notificationRules).set({ enabled: true });
      expect((await list({ channel: 'webhook' })).messages).toMatchObject([{ mayResend: true }]);
      const again = await resend(webhook);
      expect(await again()).toMatchObject({ id: webhook, state: 'pending' });
      await expect(again()).rejects.toMatchObject({ code: 'conflict' });
    });

    it('refuses a message that is switched off, or whose address was returned', async () => {
      const { db } = deps.database;
      const id = await addMessage(deps, { state: 'failed' });
      const settings = await readMailSettings(db);
      const enabled = { ...settings.enabled, sample_ready: false };
      const { version } = await saveMailSettings(deps, {
        ...{ caller: admin, templates: settings.templates, enabled, basedOn: settings.version },
      });
      await expect((await resend(id))()).rejects.toThrow('cannot be resent. This e-mail is switched off in Settings');
      await saveMailSettings(deps, { ...settings, caller: admin, basedOn: version });
      await recordBounce(db, { importId: '417', recipient: 'ops@acme.example', reason: 'Full', at: new Date() });
      await expect((await resend(id))()).rejects.toThrow('This address does not accept e-mail. Enter it again on');
    });

    it.each(['sent', 'sending', 'pending', 'skipped'] as const)('refuses a message that is %s', async (state) => {
      const id = await addMessage(deps, { state, reason: state === 'skipped' ? 'Unsubscribed' : '' });
      await expect((await resend(id))()).rejects.toMatchObject({ code: 'conflict' });
      const [row] = await deps.database.db.select().from(outboxMessages).where(eq(outboxMessages.id, id));
      expect(row?.state).toBe(state);
    });

    it('refuses a message to a customer who has read something newer, or unsubscribed', async () => {
      const createdAt = new Date('2026-11-12T09:00:00Z');
      const id = await addMessage(deps, { state: 'failed', createdAt });
      await addMessage(deps, { state: 'sent', event: 'confirm_address' });
      await addMessage(deps, { state: 'sent', importId: '418' });
      await addMessage(deps, { state: 'sent', createdAt: new Date('2026-11-12T08:00:00Z') });
      const newer = await addMessage(deps, { state: 'sent', event: 'completed' });
      await expect((await resend(id))()).rejects.toThrow('Replaced by a newer message.');
      await deps.database.db.delete(outboxMessages).where(eq(outboxMessages.id, newer));
      const contact = { environment: 'live', importId: '417', source: 'username', by: 'Ada', at: createdAt } as const;
      await deps.database.db.insert(customerContacts).values({ ...contact, unsubscribedAt: createdAt });
      await expect((await resend(id))()).rejects.toThrow('The customer unsubscribed.');
      await deps.database.db.delete(customerContacts);
      await expect((await resend(id))()).resolves.toMatchObject({ state: 'pending' });
    });
  });

  describe('resending all that failed', () => {
    const resendAll = (filter: Partial<ResendFailedBody> = {}) =>
      resendFailedMessages(deps, { filter: { q: '', ...filter }, caller: admin });
    const stateOf = async (id: string) => (await readMessage(deps, { id, caller: admin })).message.state;

    it('queues those that could be resent one by one, and audits it once', async () => {
      const fine = await addMessage(deps, { state: 'failed', reason: 'Mailbox full', attempts: 8 });
      const staff = await addMessage(deps, { state: 'failed', audience: 'staff', channel: 'slack', importId: null });
      const untrue = await addMessage(deps, { state: 'failed', event: 'completed', importId: '418' });
      const deleted = await addMessage(deps, { state: 'failed', contentEncrypted: null });
      const others = await Promise.all(
        (['sent', 'skipped'] as const).map((state) => addMessage(deps, { state, importId: '419' })),
      );
      await reportImport(deps.database, 'Migration in progress', '418');
      await deps.database.db.delete(changes);
      expect(await resendAll()).toEqual({ resent: 2, refused: 2, more: false });
      expect(await Promise.all([fine, staff, untrue, deleted, ...others].map(stateOf))).toEqual([
        ...['pending', 'pending', 'failed', 'failed'],
        ...['sent', 'skipped'],
      ]);
      const [row] = await deps.database.db.select().from(outboxMessages).where(eq(outboxMessages.id, fine));
      expect(row).toMatchObject({ attempts: 0, reason: '', leaseUntil: null });
      const audit = await listAuditAfter(deps.database.db, 0, 1000);
      expect(audit.filter(({ action }) => action === 'message.failed_resent')).toHaveLength(1);
      const recorded = await deps.database.db.select().from(changes).where(eq(changes.kind, 'message'));
      expect(recorded.map(({ subject }) => subject).sort()).toEqual(['', '417']);
      // Nothing to audit.
      expect(await resendAll()).toEqual({ resent: 0, refused: 2, more: false });
      expect(await listAuditAfter(deps.database.db, 0, 1000)).toHaveLength(audit.length);
    });

    it('keeps the filter of the list', async () => {
      await addRule();
      const [one, other] = [
        await addMessage(deps, { state: 'failed', recipient: 'a@x.example' }),
        await addMessage(deps, { state: 'failed', audience: 'staff', channel: 'slack', ruleId, importId: null }),
      ];
      expect(await resendAll({ q: ' A@x.example ', audience: 'staff' })).toMatchObject({ resent: 0 });
      expect(await resendAll({ rule: ruleId, channel: 'slack' })).toMatchObject({ resent: 1 });
      expect([await stateOf(one), await stateOf(other)]).toEqual(['failed', 'pending']);
    });

    it('queues hundreds, each once, although some may not be resent and two admins do it', async () => {
      await addMessage(deps, { state: 'failed', audience: 'staff', channel: 'slack' });
      const [model] = await deps.database.db.select().from(outboxMessages);
      if (!model) throw new Error('no message');
      const copies = Array.from({ length: 450 }, (_, nr) => {
        const id = randomUUID();
        return { ...model, id, key: id, ...(nr < 220 && { contentEncrypted: null }) };
      });
      await insertMessages(deps.database.db, copies);
      const results = await Promise.all([resendAll(), resendAll()]);
      expect(results.map(({ resent }) => resent).reduce((sum, resent) => sum + resent)).toBe(231);
      expect((await list({ tab: 'waiting' })).counts).toEqual({ failed: 220, waiting: 231 });
    });

    it('leaves those that would not be sent because of a setting, their rule or their person', async () => {
      const person = { id: randomUUID(), email: `${randomUUID()}@x.example`, name: 'Bo', role: 'admin' as const };
      await deps.database.transaction(async (tx) => {
        await insertStaff(tx, { ...person, source: 'local', createdAt: new Date() });
        await updateStaff(tx, person.id, { disabledAt: new Date() });
      });
      const [shared, personal] = [randomUUID(), randomUUID()];
      await addRule({ enabled: false });
      await addRule({ id: shared, channel: 'email', addresses: ['Kept@x.example'] });
      await addRule({ id: personal, channel: 'email', staffId: person.id });
      const failed = { audience: 'staff', state: 'failed', importId: null } as const;
      const email = await addMessage(deps, { state: 'failed' });
      const kept = await addMessage(deps, { ...failed, ruleId: shared, recipient: 'kept@x.example' });
      const reasons = new Map([
        [await addMessage(deps, { ...failed, channel: 'slack', ruleId }), 'The rule is disabled.'],
        [await addMessage(deps, { ...failed, channel: 'slack', ruleId: randomUUID() }), 'The rule was deleted.'],
        [await addMessage(deps, { ...failed, channel: 'json' }), 'NOTIFY_URL is not set.'],
        [await addMessage(deps, { ...failed, ruleId: shared }), 'The rule no longer has this recipient.'],
        [await addMessage(deps, { ...failed, ruleId: personal }), 'The account is disabled.'],
      ]);
      deps = { ...deps, notifyUrl: undefined };
      for (const [id, reason] of reasons)
        await expect((await resend(id))()).rejects.toThrow(`This message cannot be resent. ${reason}`);
      const resendable = (await list()).messages.flatMap(({ id, mayResend }) => (mayResend ? [id] : []));
      expect(resendable.sort()).toEqual([email, kept].sort());
      deps = { ...deps, mail: { mode: 'off', from: null } };
      await expect((await resend(email))()).rejects.toThrow('E-mail is not set up.');
      expect(await resendAll()).toMatchObject({ resent: 0, refused: 7 });
      expect((await list({ tab: 'failed' })).messages).toHaveLength(7);
      deps = { ...deps, mail: { mode: 'smtp', from: null } };
      expect(await resendAll()).toMatchObject({ resent: 2, refused: 5 });
    });

    it('refuses to resend what the rule, or the role of its person, no longer includes', async () => {
      const person = { id: randomUUID(), email: `${randomUUID()}@x.example`, name: 'Bo', role: 'viewer' as const };
      await insertStaff(deps.database.db, { ...person, source: 'local', createdAt: new Date() });
      const [other, personal] = [randomUUID(), randomUUID()];
      const events = ['connection_failing'];
      await addRule({ events });
      await addRule({ id: other, events: ['request_waiting'] });
      await addRule({ id: personal, channel: 'email', staffId: person.id, events });
      const report = { counts: [{ kind: 'connection_failing' as const, count: 1 }], items: [] };
      const failed = { audience: 'staff', state: 'failed', importId: null, content: { report } } as const;
      const kept = await addMessage(deps, { ...failed, channel: 'slack', ruleId });
      const reasons = new Map([
        [await addMessage(deps, { ...failed, channel: 'slack', ruleId: other }), 'The rule no longer includes'],
        [await addMessage(deps, { ...failed, ruleId: personal }), 'Their role no longer includes'],
      ]);
      for (const [id, reason] of reasons) await expect((await resend(id))()).rejects.toThrow(reason);
      expect(await resendAll()).toMatchObject({ resent: 1, refused: 2 });
      expect(await idsOf({ tab: 'waiting' })).toEqual([kept]);
    });
  });

  it('records one change for all messages of an import, and one for a burst', async () => {
    const ofImport = (importId: string) => ({ environment: 'live' as const, importId });
    await deps.database.transaction((tx) => recordMessageChange(tx, [ofImport('1'), ofImport('1'), ofImport('2')]));
    const subjects = async () => (await deps.database.db.select().from(changes)).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['1', '2']);
    const burst = Array.from({ length: 1000 }, (_, index) => ofImport(String(index)));
    await deps.database.transaction((tx) => recordMessageChange(tx, burst));
    expect(await subjects()).toEqual(['1', '2', '']);
  });

  describe('the mailbox of the demo', () => {
    it('shows sent e-mails newest first, with working links', async () => {
      const older = await addMessage(deps, { createdAt: new Date('2026-11-12T09:00:00Z'), recipient: 'a@x.example' });
      const newer = await addMessage(deps, { createdAt: new Date('2026-11-12T09:01:00Z'), recipient: 'b@x.example' });
      await addMessage(deps, { state: 'failed' });
      await addMessage(deps, { channel: 'slack', audience: 'staff' });
      const all = await readMailbox(deps, { to: '' });
      expect(all.mails.map(({ id }) => id)).toEqual([newer, older]);
      expect(all.recipients).toEqual(['b@x.example', 'a@x.example']);
      expect((await readMailbox(deps, { to: 'a@x.example' })).mails.map(({ id }) => id)).toEqual([older]);
      const mail = await readMail(deps, older);
      expect(mail?.content?.html).toContain('href="https://desk.example/m/secret-of-the-customer"');
      expect(mail?.content?.html).toContain('<head><base target="_blank">');
    });

    it.each(['smtp', 'off'] as const)('does not exist when e-mails are sent by %s', async (mode) => {
      const id = await addMessage(deps);
      const others = { ...deps, mail: { mode, from: null } };
      await expect(readMailbox(others, { to: '' })).rejects.toMatchObject({ code: 'not_found' });
      await expect(readMail(others, id)).rejects.toMatchObject({ code: 'not_found' });
    });
  });
});

/** The import and the customer of `addMessage`. */
function reportImport(database: Database, status: string, importId = '417') {
  const about = { username: 'ops@acme.example', tool: 'Zendesk' };
  const seenAt = new Date();
  const given = { environment: 'live', importId, source: 'webhook', status, seenAt, about } as const;
  return observe({ database, cipher: createCipher([key]) }, given);
}

const key = generateKey();
const depsOf = (
  database: Database,
): Pick<OutboxDeps, 'database' | 'cipher' | 'clock' | 'mail' | 'notifyUrl' | 'whoPays'> => ({
  database,
  cipher: createCipher([key]),
  clock: createManualClock('2026-11-12T10:00:00Z'),
  mail: { mode: 'mailbox', from: null },
  notifyUrl: 'https://chat.example/hook',
  whoPays: 'partner',
});
