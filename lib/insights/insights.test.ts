import { afterEach, beforeEach, expect, test } from 'vitest';
import { importListQuerySchema } from '../contract/imports';
import { createManualClock } from '../core/testing/manual-clock';
import { createSealer } from '../core/seal';
import { listImports } from '../imports/list-imports';
import { createObserver } from '../imports/observe';
import { createStuckRule } from '../imports/stuck';
import type { Database } from '../store/database';
import { decisions, fullRequests } from '../store/schema/sponsorship';
import { imports } from '../store/schema/imports';
import { openTestDatabase } from '../store/testing/open-test-database';
import { createInsights } from './create-insights';
import { readNeeds, type NeedsInput } from './read-needs';

const now = new Date('2026-11-12T12:00:00Z');
const hours = (n: number) => new Date(now.getTime() - n * 3_600_000);
let database: Database;

beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

/** An import's life as the service would have reported it, each moment exact. */
async function live(id: string, tool: string, createdAt: Date, ...statuses: [string, Date][]) {
  const observer = createObserver({
    database,
    sealer: createSealer(['QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=']),
    afterObserve: async () => undefined,
  });
  const common = { environment: 'live', importId: id } as const;
  const exact = (at: Date) => ({ seenAt: at, happenedAt: at });
  await observer.observeAll([
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

async function liveThrough() {
  await live('waits', 'Zendesk', hours(30), ['Collecting credentials', hours(30)]);
  await live(
    'went-back',
    'Zendesk',
    hours(40),
    ['Collecting credentials', hours(40)],
    ['Sample migration in progress', hours(38)],
    ['Sample migration completed', hours(36)],
    ['Collecting credentials', hours(20)],
  );
  await live(
    'completed',
    'Zendesk',
    hours(80),
    ['Collecting credentials', hours(80)],
    ['Sample migration completed', hours(70)],
    ['Migration in progress', hours(60)],
    ['Migration completed', hours(50)],
  );
  await live(
    'undone',
    'Freshdesk',
    hours(90),
    ['Migration in progress', hours(85)],
    ['Migration completed', hours(75)],
    ['Undo in progress', hours(5)],
  );
  await live(
    'archived',
    'Freshdesk',
    hours(99),
    ['Migration in progress', hours(98)],
    ['Migration completed', hours(97)],
    ['gone', hours(2)],
  );
  await live('long-ago', 'Zendesk', hours(24 * 200), ['Migration completed', hours(24 * 190)]);
}

test('who was once there is counted in the funnel, moves back, undoing and going away included', async () => {
  await liveThrough();
  const trends = await createInsights({ database, clock: createManualClock(now) }).trends('live', '12w');
  expect(trends.funnel).toEqual({ created: 5, credentials: 4, sample: 4, asked: 3, accepted: 3, completed: 3 });
});

test('a completion counts on the day it was, whatever became of the import since', async () => {
  await liveThrough();
  const { flow } = await createInsights({ database, clock: createManualClock(now) }).trends('live', '30d');
  const completed = Object.fromEntries(flow.filter((bar) => bar.completed > 0).map((bar) => [bar.from, bar.completed]));
  // 50 and 75 hours ago, and 97 for the one that has gone since.
  expect(completed).toEqual({ '2026-11-10': 1, '2026-11-09': 1, '2026-11-08': 1 });
  expect(flow.reduce((sum, bar) => sum + bar.started, 0)).toBe(5);
});

test('every number of the overview is the length of the list it links to', async () => {
  await liveThrough();
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

test('time in a status is told by tool, from what was left, and by the middle and nine in ten', async () => {
  for (let n = 1; n <= 10; n += 1) {
    await live(
      `n${n}`,
      'Zendesk',
      hours(50),
      ['Collecting credentials', hours(50)],
      ['Sample migration in progress', hours(50 - n)],
    );
  }
  const { tools } = await createInsights({ database, clock: createManualClock(now) }).trends('live', '30d');
  expect(tools).toHaveLength(1);
  expect(tools[0]?.times[0]).toEqual({ count: 10, medianS: 5.5 * 3600, p90S: 9.1 * 3600 });
  expect(tools[0]?.times[2]).toBeNull();
});

const quiet: NeedsInput = {
  environment: 'live',
  now,
  staff: { id: '00000000-0000-4000-8000-000000000001', role: 'admin' },
  whoPays: 'partner',
  health: { state: 'closed', since: null, lastOkAt: now, lastError: null },
  stuckAfter: new Map([['Collecting credentials', 86_400]]),
};

test('nothing waits in an empty record', async () => {
  expect(await readNeeds(database.db, quiet)).toEqual([]);
});

test('what waits is told worst first, with who waits longest; and to whom it concerns', async () => {
  await liveThrough();
  await database.db.update(imports).set({ decision: 'asked' });
  await database.db.insert(fullRequests).values({
    id: '00000000-0000-4000-8000-00000000000a',
    environment: 'live',
    importId: 'went-back',
    source: 'customer',
    verified: true,
    by: 'customer',
    askedAt: hours(3),
  });
  await database.db.insert(decisions).values({
    id: '00000000-0000-4000-8000-00000000000b',
    environment: 'live',
    importId: 'waits',
    kind: 'accept',
    state: 'unknown',
    username: 'waits@x.example',
    proposedBy: 'Somebody',
    proposedAt: hours(1),
    sentAt: hours(1),
    policyVersion: 0,
    createdAt: hours(1),
  });
  const health = {
    ...quiet.health,
    lastError: { at: now, code: 'service_unauthorized', person: 'Refused.' },
    lastOkAt: null,
  };
  const needs = await readNeeds(database.db, { ...quiet, health });
  expect(needs.map((need) => need.kind)).toEqual(['service', 'unknown-outcomes', 'decisions', 'stuck']);
  expect(needs[0]).toMatchObject({ refused: true });
  expect(needs[1]).toMatchObject({ accepts: 1, rejects: 0, count: 1, names: ['waits@x.example'] });
  expect(needs[3]).toMatchObject({ status: 'Collecting credentials', count: 1, names: ['waits@x.example'] });

  const asViewer = await readNeeds(database.db, { ...quiet, staff: { ...quiet.staff, role: 'viewer' } });
  expect(asViewer.map((need) => need.kind)).toEqual(['unknown-outcomes', 'stuck']);
});
