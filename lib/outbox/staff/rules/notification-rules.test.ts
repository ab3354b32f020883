import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  accountNotificationsSchema,
  type CreateRuleBody,
  type NotificationChoice,
  notificationRulesSchema,
  savedNotificationRuleSchema,
} from '../../../contract/notification-rules';
import type { Role } from '../../../contract/roles';
import { createCipher, generateKey } from '../../../core/cipher';
import { LandfallError } from '../../../core/errors';
import { addStaff, staffCaller } from '../../../sponsorship/testing/staff-caller';
import { listAuditAfter } from '../../../store/events/audit';
import { readLatestChangeId } from '../../../store/events/change-feed';
import { insertMessages, type NewMessage } from '../../../store/outbox/messages';
import { lockSharedRule } from '../../../store/outbox/rules';
import { notificationItems, notificationRules, outboxMessages } from '../../../store/schema/outbox';
import { forEachEngineAtFullSize } from '../../../store/testing/for-each-engine';
import type { OutboxDeps } from '../../outbox-deps';
import { makeOutboxDeps } from '../../testing/make-outbox-deps';
import { decryptTarget } from '../rule-target';
import { readAccountNotifications, saveAccountNotifications } from './account-notifications';
import { changeNotificationRule } from './change-notification-rule';
import { createNotificationRule } from './create-notification-rule';
import { deleteNotificationRule } from './delete-notification-rule';
import { listNotificationRules } from './list-notification-rules';
import { removeOldSecret, rotateRuleSecret } from './rule-secrets';
import { testNotificationRule } from './test-notification-rule';

const ada = staffCaller('Ada', 'admin');
const webhookUrl = 'https://hooks.company.example:8443/canary-url?key=canary-key';

const email: CreateRuleBody = {
  name: 'Support',
  events: ['request_waiting', 'outcome_unknown'],
  environment: 'live',
  channel: 'email',
  addresses: ['support@company.example'],
  url: null,
  schedule: 'now',
  time: null,
  zone: null,
  enabled: true,
};
const webhook: CreateRuleBody = { ...email, name: 'Ops', channel: 'webhook', addresses: [], url: webhookUrl };

const messageOf = (change: Partial<NewMessage>): NewMessage => {
  const id = randomUUID();
  const createdAt = new Date('2026-11-12T09:00:00Z');
  return {
    ...{ id, key: id, audience: 'staff', channel: 'webhook', event: 'test', recipient: 'x', state: 'sent', createdAt },
    ...change,
  };
};

forEachEngineAtFullSize((_engine, open) => {
  let deps: OutboxDeps;
  beforeAll(async () => {
    deps = makeOutboxDeps(await open(), { mail: { mode: 'off', from: null } });
    await addStaff(deps.database.db, ada);
  });

  const create = async (body: CreateRuleBody) =>
    savedNotificationRuleSchema.parse(await createNotificationRule(deps, { caller: ada, body }));
  const list = async () => notificationRulesSchema.parse(await listNotificationRules(deps));
  const targetOf = async (id: string) => {
    const row = await lockSharedRule(deps.database.db, id);
    return row?.targetEncrypted && decryptTarget(deps, row.targetEncrypted);
  };
  const audited = async (action: string) =>
    (await listAuditAfter(deps.database.db, 0, 10_000)).filter((row) => row.action === `notification_rule.${action}`);
  const failure = async (promise: Promise<unknown>) => {
    const error: unknown = await promise.then(
      () => new Error('it succeeded'),
      (thrown: unknown) => thrown,
    );
    return error instanceof LandfallError ? { code: error.code, errors: error.errors } : error;
  };
  const invalid = (field: string, message: string) => ({ code: 'invalid', errors: [{ field, message }] });
  const conflict = { code: 'conflict', errors: [] };

  describe('a rule', () => {
    it('is listed by name, without URL and secret, and audited without them', async () => {
      const changeId = await readLatestChangeId(deps.database.db);
      const first = await create(webhook);
      const second = await create({ ...email, name: 'escalations', addresses: ['A@b.example', 'a@B.example'] });
      expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(first.rule).toMatchObject({ targetHost: 'hooks.company.example:8443', secrets: 1, version: 1, by: 'Ada' });
      expect(second.secret).toBeNull();
      expect(second.rule.addresses).toEqual(['a@B.example']);
      const listed = await list();
      expect(listed.rules.map(({ name }) => name)).toEqual(['escalations', 'Ops']);
      expect(listed).toMatchObject({ notifyUrl: null, mail: 'off' });
      expect(await targetOf(first.rule.id)).toEqual({ url: webhookUrl, secrets: [first.secret] });
      expect(await readLatestChangeId(deps.database.db)).toBe(changeId + 2);
      const stored = JSON.stringify([listed, await listAuditAfter(deps.database.db, 0, 10_000)]);
      expect(stored).toContain('hooks.company.example:8443');
      expect(stored).not.toMatch(/canary|whsec_/);
    });

    it('needs a URL that is not on this server', async () => {
      expect(await failure(create({ ...webhook, url: null }))).toEqual(invalid('url', 'Enter the address'));
      const local = invalid('url', 'Must not be an address of this machine');
      for (const url of [
        'https://127.0.0.1/',
        'https://169.254.169.254/latest',
        'https://x.localhost/',
        'https://[::1]/',
      ])
        expect(await failure(create({ ...webhook, url })), url).toEqual(local);
      const onThisMachine = { ...deps, publicOrigin: 'http://localhost:3000' };
      const body = { ...webhook, url: 'http://127.0.0.1:4999/' };
      const { rule } = await createNotificationRule(onThisMachine, { caller: ada, body });
      await deleteNotificationRule(deps, { caller: ada, id: rule.id, version: rule.version });
    });

    it('keeps URL and secrets when they are not entered again, and the secret when the URL changes', async () => {
      const { rule, secret } = await create(webhook);
      const body = { ...webhook, name: 'Renamed', url: null, enabled: false, version: rule.version };
      const renamed = await changeNotificationRule(deps, { caller: ada, id: rule.id, body });
      expect(renamed).toMatchObject({
        secret: null,
        rule: { name: 'Renamed', enabled: false, version: 2, secrets: 1 },
      });
      expect(await targetOf(rule.id)).toEqual({ url: webhookUrl, secrets: [secret] });
      const url = 'https://new.company.example/canary-url';
      await changeNotificationRule(deps, { caller: ada, id: rule.id, body: { ...body, url, version: 2 } });
      expect(await targetOf(rule.id)).toEqual({ url, secrets: [secret] });
      const entries = await audited('changed');
      expect(entries).toHaveLength(2);
      expect(JSON.stringify(entries)).not.toMatch(/canary|whsec_/);
      expect(JSON.stringify(entries)).toContain('new.company.example');
    });

    it('is not changed, deleted or given a secret on a stale page', async () => {
      const { rule } = await create(webhook);
      const body = { ...webhook, url: null, version: rule.version };
      await changeNotificationRule(deps, { caller: ada, id: rule.id, body });
      const stale = { caller: ada, id: rule.id, version: rule.version };
      for (const change of [
        () => changeNotificationRule(deps, { caller: ada, id: rule.id, body: { ...body, name: 'Lost' } }),
        () => deleteNotificationRule(deps, stale),
        () => rotateRuleSecret(deps, stale),
        () => removeOldSecret(deps, stale),
      ])
        expect(await failure(change())).toEqual(conflict);
      expect((await list()).rules.find(({ id }) => id === rule.id)).toMatchObject({ name: 'Ops', version: 2 });
    });

    it('is changed once when two admins save at the same time', async () => {
      const { rule } = await create(email);
      const save = (name: string) =>
        failure(
          changeNotificationRule(deps, { caller: ada, id: rule.id, body: { ...email, name, version: rule.version } }),
        );
      const results = await Promise.all([save('One'), save('Two')]);
      expect(results.filter((result) => result instanceof Error)).toHaveLength(1);
      expect(results).toContainEqual(conflict);
    });

    it('keeps its channel', async () => {
      const { rule } = await create(email);
      const body = { ...webhook, version: rule.version };
      expect(await failure(changeNotificationRule(deps, { caller: ada, id: rule.id, body }))).toEqual(
        invalid('channel', 'The channel of a rule cannot be changed. Add another rule.'),
      );
    });

    it('stores time and zone only for a daily digest', async () => {
      const daily = await create({ ...email, schedule: 'daily', time: '09:00', zone: 'Europe/Berlin' });
      expect(daily.rule).toMatchObject({ time: '09:00', zone: 'Europe/Berlin' });
      const hourly = await create({ ...email, schedule: 'hourly', time: '09:00', zone: 'Europe/Berlin' });
      expect(hourly.rule).toMatchObject({ time: null, zone: null });
    });

    it('asks for the URL and makes a new secret if the key of the stored ones is lost', async () => {
      const { rule } = await create(webhook);
      const other = { ...deps, cipher: createCipher([generateKey()]) };
      const body = { ...webhook, version: rule.version };
      const keep = { caller: ada, id: rule.id, body: { ...body, url: null } };
      expect(await failure(changeNotificationRule(other, keep))).toEqual(invalid('url', 'Enter the address'));
      expect(await failure(rotateRuleSecret(other, { caller: ada, id: rule.id, version: 1 }))).toEqual(conflict);
      const saved = await changeNotificationRule(other, { caller: ada, id: rule.id, body });
      expect(saved.secret).toMatch(/^whsec_/);
      await deleteNotificationRule(deps, { caller: ada, id: rule.id, version: 2 });
    });

    it('takes what it has collected with it when it is deleted, and keeps its messages in the log', async () => {
      const { db } = deps.database;
      const { rule } = await create(webhook);
      const at = new Date();
      const item = { kind: 'budget_used', environment: 'live' as const, data: {}, at, dueAt: at };
      await db.insert(notificationItems).values([
        { ...item, rule: rule.id },
        { ...item, rule: 'notify-url' },
      ]);
      const [pending, sent] = [messageOf({ state: 'pending', ruleId: rule.id }), messageOf({ ruleId: rule.id })];
      await insertMessages(db, [pending, sent]);
      const { rules } = await deleteNotificationRule(deps, { caller: ada, id: rule.id, version: rule.version });
      expect(rules.some(({ id }) => id === rule.id)).toBe(false);
      expect((await db.select().from(notificationItems)).map((row) => row.rule)).toEqual(['notify-url']);
      const messages = await db.select().from(outboxMessages);
      const stateOf = (wanted: NewMessage) => messages.find(({ id }) => id === wanted.id)?.state;
      expect([stateOf(pending), stateOf(sent)]).toEqual(['skipped', 'sent']);
      expect(await audited('deleted')).not.toEqual([]);
      const again = deleteNotificationRule(deps, { caller: ada, id: rule.id, version: rule.version });
      expect(await failure(again)).toEqual({ code: 'not_found', errors: [] });
    });

    it('tests an existing rule, and records it', async () => {
      const { rule } = await create(webhook);
      const tested = await testNotificationRule(deps, { caller: ada, id: rule.id });
      expect(tested).toMatchObject({
        secret: null,
        rule: { id: rule.id, version: rule.version, lastMessage: { state: 'pending', reason: '' } },
      });
      expect(await audited('tested')).toHaveLength(1);
      const unknown = testNotificationRule(deps, { caller: ada, id: randomUUID() });
      expect(await failure(unknown)).toEqual({ code: 'not_found', errors: [] });
    });

    it('sends what it has collected at its new time', async () => {
      const { db } = deps.database;
      const now = deps.clock.now();
      const later = new Date(now.getTime() + 86_400_000);
      const { rule } = await create({ ...webhook, schedule: 'daily', time: '09:00', zone: 'UTC' });
      const item = { kind: 'request_waiting', environment: 'live', data: {}, at: now, dueAt: later } as const;
      const dueOf = async (id: string) =>
        (await db.select().from(notificationItems)).find((row) => row.rule === id)?.dueAt.getTime();
      await db.insert(notificationItems).values({ ...item, rule: rule.id });
      const body = { ...webhook, schedule: 'daily', time: '09:00', zone: 'UTC', url: null } as const;
      const renamed = await changeNotificationRule(deps, {
        ...{ caller: ada, id: rule.id, body: { ...body, name: 'Other', version: rule.version } },
      });
      expect(await dueOf(rule.id)).toBe(later.getTime());
      const change = { ...body, schedule: 'now', time: null, zone: null, version: renamed.rule.version } as const;
      await changeNotificationRule(deps, { caller: ada, id: rule.id, body: change });
      expect(await dueOf(rule.id)).toBe(now.getTime() + 5000);
      const person = personOf(ada);
      await saveAccountNotifications(deps, person, { ...choice, schedule: 'daily', time: '09:00', zone: 'UTC' });
      const [own] = (await db.select().from(notificationRules)).filter((row) => row.staffId === person.id);
      await db.insert(notificationItems).values({ ...item, rule: own?.id ?? '' });
      await saveAccountNotifications(deps, person, { ...choice, schedule: 'now', time: null, zone: null });
      expect(await dueOf(own?.id ?? '')).toBe(now.getTime() + 5000);
      await db.delete(notificationItems);
    });

    it('is tested at most ten times in ten minutes', async () => {
      const { rule } = await create(webhook);
      const caller = staffCaller('Bo', 'admin');
      const before = (await audited('tested')).length;
      for (let sent = 0; sent < 10; sent += 1) await testNotificationRule(deps, { caller, id: rule.id });
      expect(await failure(testNotificationRule(deps, { caller, id: rule.id }))).toEqual({
        ...{ code: 'rate_limited', errors: [] },
      });
      expect(await audited('tested')).toHaveLength(before + 10);
      await testNotificationRule(deps, { caller: ada, id: rule.id });
    });

    it('is one of at most 50, not counting personal ones', async () => {
      const missing = 50 - (await list()).rules.length;
      await saveAccountNotifications(deps, personOf(ada), choice);
      for (let added = 0; added < missing; added += 1) await create(email);
      expect(await failure(create(email))).toEqual(conflict);
      await deps.database.db.delete(notificationRules);
    });
  });

  describe('the last message of a rule', () => {
    it('is the newest one, and of several written together a failed one', async () => {
      const { rule } = await create(webhook);
      const lastMessage = async () => (await list()).rules.find(({ id }) => id === rule.id)?.lastMessage;
      expect(await lastMessage()).toBeNull();
      const { db } = deps.database;
      const later = new Date('2026-11-12T10:00:00Z');
      await insertMessages(db, [
        messageOf({ ruleId: rule.id, state: 'failed', reason: 'Refused' }),
        messageOf({ ruleId: rule.id, sentAt: new Date('2026-11-12T09:00:05Z') }),
      ]);
      expect(await lastMessage()).toEqual({ state: 'failed', at: '2026-11-12T09:00:00.000Z', reason: 'Refused' });
      await insertMessages(db, [messageOf({ ruleId: rule.id, createdAt: later, state: 'pending' })]);
      expect(await lastMessage()).toEqual({ state: 'pending', at: later.toISOString(), reason: '' });
    });

    it('is also shown for NOTIFY_URL, of which only the host is', async () => {
      const notifying = { ...deps, notifyUrl: 'https://chat.company.example/canary' };
      const read = async () => notificationRulesSchema.parse(await listNotificationRules(notifying)).notifyUrl;
      expect(await read()).toEqual({ host: 'chat.company.example', lastMessage: null });
      await insertMessages(deps.database.db, [messageOf({ channel: 'json', recipient: 'chat.company.example' })]);
      expect(await read()).toMatchObject({ lastMessage: { state: 'sent' } });
    });
  });

  describe('rotating the secret', () => {
    it('keeps the old one until it is removed', async () => {
      const { rule, secret: first } = await create(webhook);
      const request = (version: number) => ({ caller: ada, id: rule.id, version });
      const { secret: second, rule: rotated } = await rotateRuleSecret(deps, request(1));
      expect(second).toMatch(/^whsec_/);
      expect(second).not.toBe(first);
      expect(rotated.secrets).toBe(2);
      expect(await targetOf(rule.id)).toEqual({ url: webhookUrl, secrets: [second, first] });
      expect(await failure(rotateRuleSecret(deps, request(2)))).toEqual(conflict);
      const removed = await removeOldSecret(deps, request(2));
      expect(removed).toMatchObject({ secret: null, rule: { secrets: 1, version: 3 } });
      expect(await targetOf(rule.id)).toEqual({ url: webhookUrl, secrets: [second] });
      expect(await failure(removeOldSecret(deps, request(3)))).toEqual(conflict);
      const entries = [...(await audited('secret_rotated')), ...(await audited('old_secret_removed'))];
      expect(entries).toHaveLength(2);
      expect(JSON.stringify(entries)).not.toMatch(/whsec_|canary/);
    });

    it('is only for webhooks', async () => {
      const { rule } = await create({ ...webhook, channel: 'slack' });
      expect(rule.secrets).toBe(0);
      expect(await failure(rotateRuleSecret(deps, { caller: ada, id: rule.id, version: 1 }))).toEqual(conflict);
    });
  });

  describe('personal choices', () => {
    it('are off at first, saved for the person alone, and not among the rules', async () => {
      const bea = staffCaller('Bea', 'approver');
      await addStaff(deps.database.db, bea);
      const before = await list();
      const read = async () => accountNotificationsSchema.parse(await readAccountNotifications(deps, personOf(bea)));
      expect(await read()).toMatchObject({ email: 'bea@northdesk.example', choice: { enabled: false, events: [] } });
      expect((await saveAccountNotifications(deps, personOf(bea), choice)).choice).toEqual(choice);
      const hourly = { ...choice, schedule: 'hourly' as const };
      await saveAccountNotifications(deps, personOf(bea), hourly);
      expect((await read()).choice).toEqual({ ...hourly, time: null, zone: null });
      expect(await list()).toEqual(before);
      const rows = await deps.database.db.select().from(notificationRules);
      expect(rows.filter(({ staffId }) => staffId === personOf(bea).id)).toMatchObject([{ version: 2, addresses: [] }]);
    });

    it('contain only events that the role sees', async () => {
      const cal = staffCaller('Cal', 'approver');
      await addStaff(deps.database.db, cal);
      const asViewer = { ...personOf(cal), role: 'viewer' as const };
      expect(await failure(saveAccountNotifications(deps, asViewer, choice))).toEqual(
        invalid('events', 'Your role does not include one of these events'),
      );
      await saveAccountNotifications(deps, personOf(cal), choice);
      const { events, choice: shown } = await readAccountNotifications(deps, asViewer);
      expect(events).toEqual(['taking_too_long', 'many_warnings']);
      expect(shown.events).toEqual(['many_warnings']);
    });

    it('cannot be changed, tested or deleted as if they were a rule of admins', async () => {
      await saveAccountNotifications(deps, personOf(ada), choice);
      const rows = await deps.database.db.select().from(notificationRules);
      const id = rows.find(({ staffId }) => staffId === personOf(ada).id)?.id ?? '';
      const notFound = { code: 'not_found', errors: [] };
      expect(await failure(deleteNotificationRule(deps, { caller: ada, id, version: 1 }))).toEqual(notFound);
      expect(await failure(testNotificationRule(deps, { caller: ada, id }))).toEqual(notFound);
      const body = { ...email, version: 1 };
      expect(await failure(changeNotificationRule(deps, { caller: ada, id, body }))).toEqual(notFound);
    });
  });
});

const choice: NotificationChoice = {
  events: ['request_waiting', 'many_warnings'],
  environment: 'live',
  schedule: 'daily',
  time: '08:30',
  zone: 'Europe/Berlin',
  enabled: true,
};

function personOf({ actor }: typeof ada): { id: string; email: string; name: string; role: Role } {
  if (actor.kind !== 'staff') throw new Error('staff expected');
  const { id, email: address, name, role } = actor;
  return { id, email: address, name, role };
}
