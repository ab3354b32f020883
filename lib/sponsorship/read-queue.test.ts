import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAttention } from '../store/imports/attention';
import { queueTabs, type QueueTab } from '../contract/sponsorship';
import { openTestDatabase } from '../store/testing/open-test-database';
import { decideSponsorship } from './decide-sponsorship';
import { addSampleRequests } from './add-sample-requests';
import { groupEarlierDecisions } from './read-earlier-decisions';
import { countQueue, readQueue } from './read-queue';
import { requestFullMigration } from './request-full-migration';
import { resolveDecision } from './resolve-decision';
import { openSponsorship, putPolicy } from './testing/open-sponsorship';
import { runDecisionJobs } from './testing/run-decision-jobs';
import { staffCaller } from './testing/staff-caller';

let app: Awaited<ReturnType<typeof openSponsorship>>;
const ines = staffCaller('Ines');
beforeAll(async () => {
  app = await openSponsorship(await openTestDatabase());
});
afterAll(() => app.close());

const queue = (options: { limit?: number } = {}) =>
  readQueue(app.deps.database.db, { environment: 'live', now: new Date(), whoPays: 'partner', ...options });
const request = (importId: string, at: string) =>
  requestFullMigration(
    { ...app.deps, clock: { ...app.deps.clock, now: () => new Date(at) } },
    { caller: staffCaller('Al', 'agent'), environment: 'live', importId, source: 'agent', verified: true, message: '' },
  );
const decide = (importId: string, kind: 'accept' | 'reject') =>
  decideSponsorship(app.deps, {
    caller: ines,
    environment: 'live',
    importId,
    kind,
    body: { reason: '', note: '', overrideBudget: false },
  });

test('sorts by longest wait, not by last poll', async () => {
  const [newest, oldest, middle] = [await app.placeImport(), await app.placeImport(), await app.placeImport()];
  await request(middle, '2026-11-02T10:00:00Z');
  await request(oldest, '2026-11-01T10:00:00Z');
  await request(newest, '2026-11-03T10:00:00Z');
  const { waiting, totals } = await queue();
  expect(waiting.map(({ importId }) => importId)).toEqual([oldest, middle, newest]);
  expect(totals.waiting).toBe(3);
  expect(waiting[0]).toMatchObject({ asked: { source: 'agent', by: 'Al', verified: true }, records: 300 });
  const first = await queue({ limit: 2 });
  expect(first.waiting.map(({ importId }) => importId)).toEqual([oldest, middle]);
  expect(first.totals.waiting).toBe(3);
});

test('shows earlier decisions for the customer and their domain, except those that came to nothing', async () => {
  const before = await app.placeImport('ops@kestrel.example');
  const colleague = await app.placeImport('it@kestrel.example');
  const stranger = await app.placeImport('ops@elsewhere.example');
  await decide(before, 'accept');
  await decide(colleague, 'reject');
  await decide(stranger, 'accept');
  const lost = await app.placeImport('cs@kestrel.example');
  await app.injectFault('answer', { status: 401, body: '{}' });
  await decide(lost, 'accept');
  await app.clearFaults();
  const now = await app.placeImport('ops@kestrel.example');
  await request(now, '2026-11-04T10:00:00Z');
  const item = (await queue()).waiting.find(({ importId }) => importId === now);
  expect(item?.earlier.map(({ importId, kind, sameCustomer }) => ({ importId, kind, sameCustomer }))).toEqual([
    { importId: before, kind: 'accept', sameCustomer: true },
    { importId: colleague, kind: 'reject', sameCustomer: false },
  ]);
  expect(item?.earlierYear).toBe(1);
});

test('shows an earlier decision while it is about to be sent again', async () => {
  const before = await app.placeImport('ops@osprey.example');
  await app.injectFault('reset-after');
  const { id } = await decide(before, 'accept');
  await app.clearFaults();
  const now = await app.placeImport('ops@osprey.example');
  await request(now, '2026-11-04T10:00:00Z');
  const earlier = async () => (await queue()).waiting.find(({ importId }) => importId === now)?.earlier;
  expect(await earlier()).toMatchObject([{ importId: before, state: 'unknown' }]);
  const again = { importId: before, decisionId: id, resolution: 'send_again', reason: 'Marta, by phone' } as const;
  const held = { ...app.deps, holdMs: 60_000 };
  await resolveDecision(held, { caller: staffCaller('Jonas'), environment: 'live', ...again });
  expect(await earlier()).toMatchObject([{ importId: before, state: 'approved' }]);
});

test('shows the customer’s own earlier decision, however many others their domain has', () => {
  const made = (username: string, day: number) => {
    const proposedAt = new Date(Date.UTC(2026, 9, day));
    const id = `${username} ${day}`;
    return { id, importId: id, kind: 'accept', state: 'confirmed', username, proposedAt } as const;
  };
  const others = Array.from({ length: 12 }, (_, index) => made('bob@gmail.com', 20 - index));
  const earlierOf = groupEarlierDecisions([...others, made('ann@gmail.com', 1)], new Date());
  const { earlier } = earlierOf({ importId: 'now', username: 'ann@gmail.com' });
  expect(earlier).toHaveLength(10);
  expect(earlier.map(({ sameCustomer }) => sameCustomer).indexOf(true)).toBe(0);
});

test('adds a completed sample to the queue once if the policy says so', async () => {
  const id = await app.placeImport();
  await addSampleRequests(app.deps);
  expect((await queue()).waiting.map(({ importId }) => importId)).not.toContain(id);
  await putPolicy(app.deps.database, 1, { queueOnSampleComplete: true });
  await addSampleRequests(app.deps);
  await addSampleRequests(app.deps);
  const entered = (await queue()).waiting.filter(({ importId }) => importId === id);
  expect(entered).toMatchObject([{ asked: { source: 'sample_complete' } }]);
  // A rejected sample is not added again.
  await decide(id, 'reject');
  await addSampleRequests(app.deps);
  expect((await queue()).waiting.map(({ importId }) => importId)).not.toContain(id);
});

test('lists only the imports of a tab, and counts those of all', async () => {
  const [waits, rejected] = [await app.placeImport(), await app.placeImport()];
  await request(waits, '2026-11-04T10:00:00Z');
  await decide(rejected, 'reject');
  await runDecisionJobs(app.deps);
  const read = (tab?: QueueTab) =>
    readQueue(app.deps.database.db, { environment: 'live', now: new Date(), whoPays: 'partner', tab });
  const all = await read();
  expect(all.waiting.map(({ importId }) => importId)).toContain(waits);
  expect(all.decided.map(({ importId }) => importId)).toContain(rejected);
  for (const tab of queueTabs) {
    const others = Object.fromEntries(queueTabs.filter((other) => other !== tab).map((other) => [other, []]));
    expect(await read(tab)).toEqual({ ...all, ...others });
  }
});

test('counts the same in the navigation, on the page and on the overview, per environment', async () => {
  const { db } = app.deps.database;
  const unmatched = (environment: 'live' | 'sandbox') =>
    requestFullMigration(app.deps, {
      caller: staffCaller('Al', 'agent'),
      environment,
      importId: null,
      source: 'operator_page',
      verified: false,
      message: '',
    });
  const expectAgreement = async () => {
    const { waiting } = (await countQueue(app.deps)).live;
    const shown = await queue();
    expect(shown.totals.undecided).toBe(waiting);
    expect(shown.totals.waiting).toBe(shown.waiting.length + shown.unmatched.length);
    const groups = await readAttention(db, {
      environment: 'live',
      stuckSince: new Map(),
      unknown: false,
      waitingFor: new Set<string>(),
      webhooksSince: undefined,
      messagesSince: undefined,
    });
    const overview = groups.filter(({ kind }) => kind === 'waiting' || kind === 'unmatched');
    expect(overview.reduce((sum, { count }) => sum + count, 0)).toBe(waiting);
    return waiting;
  };
  const before = await expectAgreement();
  const [asked, proposed] = [await app.placeImport(), await app.placeImport()];
  await request(asked, '2026-11-05T10:00:00Z');
  expect(await expectAgreement()).toBe(before + 1);
  await unmatched('live');
  expect(await expectAgreement()).toBe(before + 2);
  await unmatched('sandbox');
  await putPolicy(app.deps.database, 2, { secondPerson: { when: 'always' } });
  await decide(proposed, 'accept');
  expect(await expectAgreement()).toBe(before + 3);
  await putPolicy(app.deps.database, 3, {});
  await decide(asked, 'reject');
  expect(await expectAgreement()).toBe(before + 2);
  expect((await countQueue(app.deps)).sandbox).toEqual({ waiting: 1 });
  const customersPay = { ...app.deps, whoPays: 'customer' } as const;
  expect((await countQueue(customersPay)).live).toEqual({ waiting: 0 });
  const { totals } = await readQueue(db, { environment: 'live', now: new Date(), whoPays: 'customer' });
  expect(totals.undecided).toBe(0);
});
