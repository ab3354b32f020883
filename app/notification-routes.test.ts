import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accountNotificationsSchema,
  notificationRulesSchema,
  savedNotificationRuleSchema,
} from '@/lib/contract/notification-rules';
import { problemSchema } from '@/lib/contract/problem';
import { roles, type Role } from '@/lib/contract/roles';
import type { RouteId } from '@/lib/http/access-matrix';
import { openStaffApp, othersThanAdmins, type StaffApp } from './testing/open-staff-app';

const unknownId = '0192f2c4-0000-7000-8000-000000000009';
const webhook = {
  name: 'Ops',
  events: ['request_waiting'],
  environment: 'live',
  channel: 'webhook',
  addresses: [],
  url: 'https://hooks.company.example/canary',
  schedule: 'now',
  time: null,
  zone: null,
  enabled: true,
};
const choice = {
  events: ['many_warnings'],
  environment: 'live',
  schedule: 'now',
  time: null,
  zone: null,
  enabled: true,
};

let app: StaffApp;
beforeAll(async () => {
  app = await openStaffApp({ NOTIFY_URL: 'https://chat.company.example/canary' });
});
afterAll(() => app?.close());

async function call(id: RouteId, role: Role | null, given: { id?: string; body?: object; query?: string } = {}) {
  const { id: rule, ...sent } = given;
  const response = await app.send(id, { ...sent, role, ...(rule !== undefined && { params: { id: rule } }) });
  return { status: response.status, text: await response.text() };
}

describe('rules', () => {
  it.each(othersThanAdmins)('are for admins only: %s', async (role) => {
    for (const [id, given] of [
      ['notification-rules.list', {}],
      ['notification-rules.create', { body: webhook }],
      ['notification-rules.change', { id: unknownId, body: { ...webhook, version: 1 } }],
      ['notification-rules.delete', { id: unknownId, query: '?version=1' }],
      ['notification-rules.rotate-secret', { id: unknownId, body: { version: 1 } }],
      ['notification-rules.remove-old-secret', { id: unknownId, query: '?version=1' }],
      ['notification-rules.test', { id: unknownId }],
    ] as const)
      expect((await call(id, role, given)).status, id).toBe(role === null ? 401 : 403);
  });

  it('are created, changed, rotated and deleted; the secret is returned once and the URL never', async () => {
    const created = await call('notification-rules.create', 'admin', { body: webhook });
    expect(created.status).toBe(201);
    const { rule, secret } = savedNotificationRuleSchema.parse(JSON.parse(created.text));
    expect(secret).toMatch(/^whsec_/);
    const { id } = rule;
    const change = { id, body: { ...webhook, name: 'Renamed', url: null, version: 1 } };
    const changed = await call('notification-rules.change', 'admin', change);
    expect(changed.status).toBe(200);
    expect((await call('notification-rules.change', 'admin', change)).status).toBe(409);
    const rotated = await call('notification-rules.rotate-secret', 'admin', { id, body: { version: 2 } });
    expect(rotated.status).toBe(200);
    const removed = await call('notification-rules.remove-old-secret', 'admin', { id, query: '?version=3' });
    expect(removed.status).toBe(200);
    const tested = await call('notification-rules.test', 'admin', { id });
    expect(savedNotificationRuleSchema.parse(JSON.parse(tested.text)).rule.lastMessage).not.toBeNull();
    const listed = await call('notification-rules.list', 'admin');
    const { rules, notifyUrl } = notificationRulesSchema.parse(JSON.parse(listed.text));
    expect(rules).toMatchObject([{ id, name: 'Renamed', version: 4, secrets: 1 }]);
    expect(notifyUrl).toEqual({ host: 'chat.company.example', lastMessage: null });
    const answers = [created, changed, rotated, removed, tested, listed].map(({ text }) => text).join('');
    expect(answers).not.toContain('canary');
    expect([changed, removed, tested, listed].map(({ text }) => text).join('')).not.toContain('whsec_');
    expect((await call('notification-rules.delete', 'admin', { id, query: '?version=3' })).status).toBe(409);
    expect((await call('notification-rules.delete', 'admin', { id, query: '?version=4' })).status).toBe(200);
    expect((await call('notification-rules.delete', 'admin', { id, query: '?version=4' })).status).toBe(404);
  });

  it('are refused with an error at each field', async () => {
    const body = { ...webhook, name: '', events: [], url: 'http://hooks.company.example/' };
    const refused = await call('notification-rules.create', 'admin', { body });
    expect(refused.status).toBe(422);
    const { errors } = problemSchema.parse(JSON.parse(refused.text));
    expect(errors.map(({ field }) => field)).toEqual(['name', 'events', 'url']);
  });
});

describe('personal choices', () => {
  it.each(roles)('are read and saved by a person of any role: %s', async (role) => {
    const saved = await call('account.save-notifications', role, { body: choice });
    expect(saved.status).toBe(200);
    const read = await call('account.notifications', role);
    expect(accountNotificationsSchema.parse(JSON.parse(read.text)).choice).toEqual(choice);
  });

  it('need a session, and cannot contain what the role does not see', async () => {
    expect((await call('account.notifications', null)).status).toBe(401);
    const body = { ...choice, events: ['webhooks_failing'] };
    expect((await call('account.save-notifications', 'approver', { body })).status).toBe(422);
    expect((await call('account.save-notifications', 'admin', { body })).status).toBe(200);
  });
});
