import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importListQuerySchema } from '../contract/imports';
import { createManualClock } from '../core/testing/manual-clock';
import { createCipher } from '../core/cipher';
import { listImports } from '../imports/list/list-imports';
import { observeAll } from '../imports/observations/observe';
import { createStuckRule } from '../imports/stuck-rule';
import type { Database } from '../store/database/database';
import type { Role } from '../contract/roles';
import { mailServerReasons } from '../store/outbox/mail-problems';
import { outboxAttempts, outboxMessages } from '../store/schema/outbox';
import { decisions, fullRequests } from '../store/schema/sponsorship';
import { imports } from '../store/schema/imports';
import { accountLinks } from '../store/schema/staff';
import { toolRequests } from '../store/schema/start-links';
import { insertStaff } from '../store/staff/staff';
import { openTestDatabase } from '../store/testing/open-test-database';
import { createInsights } from './create-insights';
import { readAttentionItems, type AttentionInput } from './read-attention-items';

const now = new Date('2026-11-12T12:00:00Z');
const hoursAgo = (n: number) => new Date(now.getTime() - n * 3_600_000);
let database: Database;

beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

/** Reports with exact times. */
async function recordImport(id: string, tool: string, createdAt: Date, ...statuses: [string, Date][]) {
  const observer = {
    database,
    cipher: createCipher(['QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=']),
    afterObserve: async () => undefined,
  };
  const common = { environment: 'live', importId: id } as const;
  const exact = (at: Date) => ({ seenAt: at, happenedAt: at });
  await observeAll(observer, [
    {
      ...common,
      source: 'created',
      status: null,
      ...exact(createdAt),
      about: { username: `${id}@x.example`, tool },
      aboutSource: 'created',
    },
    ...statuses.map(([status, at]) => ({
      ...common,
      source: 'webhook' as const,
      status: status === 'gone' ? null : status,
      gone: status === 'gone',
      ...exact(at),
    })),
  ]);
}

async function recordImports() {
  await recordImport('waits', 'Zendesk', hoursAgo(30), ['Collecting credentials', hoursAgo(30)]);
  await recordImport(
    'went-back',
    'Zendesk',
    hoursAgo(40),
    ['Collecting credentials', hoursAgo(40)],
    ['Sample migration in progress', hoursAgo(38)],
    ['Sample migration completed', hoursAgo(36)],
    ['Collecting credentials', hoursAgo(20)],
  );
  await recordImport(
    'completed',
    'Zendesk',
    hoursAgo(80),
    ['Collecting credentials', hoursAgo(80)],
    ['Sample migration completed', hoursAgo(70)],
    ['Migration in progress', hoursAgo(60)],
    ['Migration completed', hoursAgo(50)],
  );
  await recordImport(
    'undone',
    'Freshdesk',
    hoursAgo(90),
    ['Migration in progress', hoursAgo(85)],
    ['Migration completed', hoursAgo(75)],
    ['Undo in progress', hoursAgo(5)],
  );
  await recordImport(
    'archived',
    'Freshdesk',
    hoursAgo(99),
    ['Migration in progress', hoursAgo(98)],
    ['Migration completed', hoursAgo(97)],
    ['gone', hoursAgo(2)],
  );
  await recordImport('long-ago', 'Zendesk', hoursAgo(24 * 200), ['Migration completed', hoursAgo(24 * 190)]);
}

test('the funnel counts every import that reached a status, even if it moved back or is gone', async () => {
  await recordImports();
  const trends = await createInsights({ database, clock: createManualClock(now) }).trends('live', '12w');
  expect(trends.funnel).toEqual({ created: 5, credentials: 4, sample: 4, asked: 3, accepted: 3, completed: 3 });
});

test('a completion counts on its day, even if the import changed later', async () => {
  await recordImports();
  const { flow } = await createInsights({ database, clock: createManualClock(now) }).trends('live', '30d');
  const completed = Object.fromEntries(flow.filter((bar) => bar.completed > 0).map((bar) => [bar.from, bar.completed]));
  // 50 and 75 hours ago, and 97 for the import that is gone now.
  expect(completed).toEqual({ '2026-11-10': 1, '2026-11-09': 1, '2026-11-08': 1 });
  expect(flow.reduce((sum, bar) => sum + bar.started, 0)).toBe(5);
});

test('every number of the overview matches the list it links to', async () => {
  await recordImports();
  const clock = createManualClock(now);
  const stuck = createStuckRule({ database, clock });
  const { flow, funnel, from, tools } = await createInsights({ database, clock }).trends('live', '12w');
  const count = async (query: object) =>
    (await listImports({ database, clock, stuck }, 'live', importListQuerySchema.parse({ gone: 'show', ...query })))
      .total;
  expect(await count({ created: `${from}..` })).toBe(funnel.created);
  for (const step of ['credentials', 'sample', 'asked', 'accepted', 'completed'] as const)
    expect(await count({ created: `${from}..`, reached: step }), step).toBe(funnel[step]);
  for (const bar of flow) {
    expect(await count({ created: `${bar.from}..${bar.to}` }), bar.from).toBe(bar.started);
    expect(await count({ completed: `${bar.from}..${bar.to}` }), bar.from).toBe(bar.completed);
  }
  for (const { tool, count: made } of tools) expect(await count({ created: `${from}..`, tool: [tool] })).toBe(made);
});

test('time in status is reported per tool as median and 90th percentile', async () => {
  for (let n = 1; n <= 10; n += 1) {
    await recordImport(
      `n${n}`,
      'Zendesk',
      hoursAgo(50),
      ['Collecting credentials', hoursAgo(50)],
      ['Sample migration in progress', hoursAgo(50 - n)],
    );
  }
  const { tools } = await createInsights({ database, clock: createManualClock(now) }).trends('live', '30d');
  expect(tools).toHaveLength(1);
  expect(tools[0]?.times[0]).toEqual({ count: 10, medianS: 5.5 * 3600, p90S: 9.1 * 3600 });
  expect(tools[0]?.times[2]).toBeNull();
});

test('the time to a decision counts from the request that it answers, once', async () => {
  const request = (importId: string, requestedAt: Date, closedAt: Date | null = null) =>
    database.db.insert(fullRequests).values({
      ...{ id: randomUUID(), environment: 'live', importId, requestedAt, closedAt },
      ...{ source: 'customer', verified: true, by: 'customer' },
    });
  const decide = (importId: string, approvedAt: Date, state: 'confirmed' | 'withdrawn' = 'confirmed') =>
    database.db.insert(decisions).values({
      ...{ id: randomUUID(), environment: 'live', importId, kind: 'accept', state, policyVersion: 0 },
      ...{ proposedBy: 'Ada', proposedAt: approvedAt, createdAt: approvedAt, approvedAt },
    });
  await request('reversed', hoursAgo(200), hoursAgo(190));
  await decide('reversed', hoursAgo(190));
  await decide('reversed', hoursAgo(2));
  await request('undone', hoursAgo(40));
  await decide('undone', hoursAgo(39), 'withdrawn');
  await decide('undone', hoursAgo(38), 'withdrawn');
  await decide('undone', hoursAgo(20));
  const { medianDecisionS } = await createInsights({ database, clock: createManualClock(now) }).trends('live', '30d');
  expect(medianDecisionS).toBe(15 * 3600);
});

const healthyInput: AttentionInput = {
  environment: 'live',
  now,
  staff: { id: '00000000-0000-4000-8000-000000000001', role: 'admin' },
  whoPays: 'partner',
  health: { state: 'closed', since: null, lastOkAt: now, lastError: null, unanswered: null },
  stuckAfter: new Map([['Collecting credentials', 86_400]]),
};

test('returns no attention items for an empty database', async () => {
  expect(await readAttentionItems(database.db, healthyInput)).toEqual([]);
});

test('returns attention items by urgency, filtered by role', async () => {
  await recordImports();
  await database.db.update(imports).set({ decision: 'asked' });
  await database.db.insert(fullRequests).values({
    id: '00000000-0000-4000-8000-00000000000a',
    environment: 'live',
    importId: 'went-back',
    source: 'customer',
    verified: true,
    by: 'customer',
    requestedAt: hoursAgo(3),
  });
  await database.db.insert(decisions).values({
    id: '00000000-0000-4000-8000-00000000000b',
    environment: 'live',
    importId: 'waits',
    kind: 'accept',
    state: 'unknown',
    username: 'waits@x.example',
    proposedBy: 'Somebody',
    proposedAt: hoursAgo(1),
    sentAt: hoursAgo(1),
    policyVersion: 0,
    createdAt: hoursAgo(1),
  });
  const health = {
    ...healthyInput.health,
    lastError: { at: now, code: 'service_unauthorized' as const, userMessage: 'Refused.' },
    lastOkAt: null,
  };
  const items = await readAttentionItems(database.db, { ...healthyInput, health });
  expect(items.map((item) => item.kind)).toEqual(['service', 'unknown-outcomes', 'decisions', 'stuck']);
  expect(items[0]).toMatchObject({ refused: true });
  const waits = { username: 'waits@x.example', importId: 'waits' };
  expect(items[1]).toMatchObject({ accepts: 1, rejects: 0, count: 1, names: [waits] });
  expect(items[3]).toMatchObject({ status: 'Collecting credentials', count: 1, names: [waits] });

  const asViewer = await readAttentionItems(database.db, {
    ...healthyInput,
    staff: { ...healthyInput.staff, role: 'viewer' },
  });
  expect(asViewer.map((item) => item.kind)).toEqual(['unknown-outcomes', 'stuck']);

  const customersPay = await readAttentionItems(database.db, { ...healthyInput, whoPays: 'customer' });
  expect(customersPay.map((item) => item.kind)).toEqual(['unknown-outcomes', 'stuck']);
});

test('counts proposals for the approval of a person only if another one made them', async () => {
  const createdAt = hoursAgo(24 * 30);
  const person = (nr: number, name: string) => ({ id: `00000000-0000-4000-8000-00000000002${nr}`, name });
  const [ada, second, other] = [person(1, 'Ada'), person(2, 'Ada too'), person(3, 'Bo')];
  for (const { id, name } of [ada, second, other]) {
    await insertStaff(database.db, {
      ...{ id, name, email: `${id}@x.example`, role: 'admin', source: 'local', createdAt },
    });
  }
  // Ada was shown the link that sets up her second account.
  const link = { tokenHash: 'a', staffId: second.id, shownToId: ada.id, createdAt: hoursAgo(1), expiresAt: now };
  await database.db.insert(accountLinks).values(link);
  await recordImports();
  await database.db.update(imports).set({ decision: 'proposed' }).where(eq(imports.id, 'went-back'));
  await database.db.insert(decisions).values({
    ...{ id: randomUUID(), environment: 'live', importId: 'went-back', kind: 'accept', state: 'proposed' },
    ...{ needsSecond: true, proposedById: ada.id, proposedBy: ada.name, proposedAt: hoursAgo(1) },
    ...{ policyVersion: 0, createdAt: hoursAgo(1) },
  });
  const forMe = async ({ id }: { id: string }) => {
    const items = await readAttentionItems(database.db, { ...healthyInput, staff: { id, role: 'admin' } });
    return items.find(({ kind }) => kind === 'decisions');
  };
  expect(await forMe(ada)).toMatchObject({ count: 1, forMe: 0 });
  expect(await forMe(second)).toMatchObject({ count: 1, forMe: 0 });
  expect(await forMe(other)).toMatchObject({ count: 1, forMe: 1 });
});

test('shows agents the open requests for tools, the oldest first', async () => {
  const request = { tool: 'Old CRM', at: hoursAgo(2) };
  await database.db.insert(toolRequests).values([
    { ...request, id: '00000000-0000-4000-8000-000000000001', username: 'ops@acme.example' },
    { ...request, id: '00000000-0000-4000-8000-000000000002', at: hoursAgo(5) },
    { ...request, id: '00000000-0000-4000-8000-000000000003', at: hoursAgo(9), handledAt: now, handledBy: 'Ada' },
  ]);
  const readAs = (role: Role) =>
    readAttentionItems(database.db, { ...healthyInput, staff: { ...healthyInput.staff, role } });
  const names = [
    { username: null, importId: null },
    { username: 'ops@acme.example', importId: null },
  ];
  const oldestAt = hoursAgo(5).toISOString();
  expect(await readAs('agent')).toEqual([{ kind: 'tool-requests', count: 2, countIsMinimum: false, oldestAt, names }]);
  expect(await readAs('viewer')).toEqual([]);
});

test('shows admins e-mails that wait for the mail server for more than 15 minutes', async () => {
  const mail = {
    state: 'pending',
    audience: 'customer',
    channel: 'email',
    event: 'started',
    recipient: 'a@x.example',
  } as const;
  const ids = [1, 2, 3].map((nr) => `00000000-0000-4000-8000-00000000001${nr}`);
  const [refused = '', recent = '', overdue = ''] = ids;
  const reason = mailServerReasons.login;
  const soon = new Date(now.getTime() + 30_000);
  await database.db.insert(outboxMessages).values([
    { ...mail, id: refused, key: refused, reason, createdAt: hoursAgo(2), nextAt: soon },
    { ...mail, id: recent, key: recent, reason, createdAt: hoursAgo(3), nextAt: soon },
    { ...mail, id: overdue, key: overdue, createdAt: hoursAgo(1), nextAt: hoursAgo(1) },
  ]);
  const attempt = { outcome: 'retry', durationMs: 1 } as const;
  await database.db.insert(outboxAttempts).values([
    { ...attempt, messageId: refused, at: hoursAgo(2) },
    { ...attempt, messageId: recent, at: hoursAgo(0.1) },
  ]);
  const read = async (role: Role) => {
    const items = await readAttentionItems(database.db, { ...healthyInput, staff: { ...healthyInput.staff, role } });
    return items.filter(({ kind }) => kind === 'waiting-mails');
  };
  expect(await read('admin')).toMatchObject([{ count: 2, reason, oldestAt: hoursAgo(2).toISOString() }]);
  expect(await read('approver')).toEqual([]);
  await database.db.delete(outboxMessages);
  expect(await read('admin')).toEqual([]);
});

test('shows admins messages that failed within a week', async () => {
  const message = (id: string, createdAt: Date, state: 'failed' | 'sent') =>
    ({
      id,
      key: id,
      state,
      createdAt,
      audience: 'customer',
      channel: 'email',
      event: 'started',
      recipient: 'a@x.example',
    }) as const;
  await database.db
    .insert(outboxMessages)
    .values([
      message('00000000-0000-4000-8000-00000000000c', hoursAgo(2), 'failed'),
      message('00000000-0000-4000-8000-00000000000d', hoursAgo(24 * 8), 'failed'),
      message('00000000-0000-4000-8000-00000000000e', hoursAgo(1), 'sent'),
    ]);
  const kinds = async (role: Role) => {
    const items = await readAttentionItems(database.db, { ...healthyInput, staff: { ...healthyInput.staff, role } });
    return items.filter(({ kind }) => kind === 'messages');
  };
  expect(await kinds('admin')).toMatchObject([{ count: 1, oldestAt: hoursAgo(2).toISOString() }]);
  expect(await kinds('approver')).toEqual([]);
});
