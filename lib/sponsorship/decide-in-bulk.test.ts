import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../core/testing/eventually';
import { getBulkRun, saveBulkItems } from '../store/bulk-runs';
import { listDecisionsOf } from '../store/decisions';
import { insertStaff, updateStaff } from '../store/staff';
import { openTestDatabase } from '../store/testing/open-test-database';
import { decideSponsorship } from './decide-sponsorship';
import { previewBulk, readBulk, startBulk, workOpenBulks } from './decide-in-bulk';
import { requestFullMigration } from './request-full-migration';
import { resolveDecision } from './resolve-decision';
import { runDecisionJobs } from './testing/run-decision-jobs';
import { openSponsorship, putPolicy } from './testing/open-sponsorship';
import { staffCaller } from './testing/staff-caller';

let house: Awaited<ReturnType<typeof openSponsorship>>;
const ines = staffCaller('Ines');

beforeAll(async () => {
  house = await openSponsorship(await openTestDatabase());
  const { actor } = ines;
  if (actor.kind !== 'staff') throw new Error('staff expected');
  await insertStaff(house.parts.database.db, {
    id: actor.id,
    email: actor.email,
    name: actor.name,
    role: actor.role,
    source: 'local',
    createdAt: new Date(),
  });
});
afterAll(() => house.close());

const finished = async (id: string) => {
  await expect.poll(async () => (await readBulk(house.parts, id)).finishedAt, eventually).not.toBeNull();
  return readBulk(house.parts, id);
};

test('the dry run says what would be sent and what is blocked, and sends nothing', async () => {
  const [free, decided, unverified] = [await house.placeImport(), await house.placeImport(), await house.placeImport()];
  await decideSponsorship(house.parts, {
    caller: ines,
    environment: 'live',
    importId: decided,
    kind: 'accept',
    body: { reason: '', note: '', overrideBudget: false },
  });
  await requestFullMigration(house.parts, {
    caller: { ...ines, actor: { kind: 'stranger' } },
    environment: 'live',
    importId: unverified,
    source: 'operator_page',
    verified: false,
    message: '',
  });
  const preview = await previewBulk(house.parts, {
    environment: 'live',
    kind: 'accept',
    importIds: [free, decided, unverified, 'nobody'],
  });
  expect(preview.items.map((item) => item.state)).toEqual(['would_send', 'blocked', 'blocked', 'blocked']);
  expect(await house.sent(free)).toBe(0);
});

test('a run decides each import once and tells each outcome, also when it is asked for twice', async () => {
  const ids = [await house.placeImport(), await house.placeImport(), await house.placeImport()];
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: ids, reason: 'spring offer', note: '' };
  await startBulk(house.parts, { caller: ines, environment: 'live', body });
  await startBulk(house.parts, { caller: ines, environment: 'live', body });
  const run = await finished(body.id);
  expect(run.items.map((item) => item.state)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  for (const id of ids) expect(await house.sent(id)).toBe(1);
});

test('an unverified request is not accepted in bulk, whatever the page sends', async () => {
  const id = await house.placeImport();
  await requestFullMigration(house.parts, {
    caller: { ...ines, actor: { kind: 'stranger' } },
    environment: 'live',
    importId: id,
    source: 'operator_page',
    verified: false,
    message: '',
  });
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: [id], reason: '', note: '' };
  await startBulk(house.parts, { caller: ines, environment: 'live', body });
  const run = await finished(body.id);
  expect(run.items[0]).toMatchObject({ state: 'blocked' });
  expect(await house.sent(id)).toBe(0);
});

test('a run whose process ended in the middle goes on elsewhere, and sends nothing twice', async () => {
  const ids = [await house.placeImport(), await house.placeImport(), await house.placeImport()];
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: ids, reason: '', note: '' };
  let outcomes = 0;
  const dying = {
    ...house.parts,
    checkpoint: (at: string) => {
      // The second is sent and written down; the run never hears of it.
      if (at === 'outcome_committed' && ++outcomes === 2) throw new Error('gone');
    },
  };
  await startBulk(dying, { caller: ines, environment: 'live', body });
  await expect.poll(() => outcomes, eventually).toBe(2);
  await expect.poll(() => house.sent(ids[1] ?? ''), eventually).toBe(1);
  // Whoever had it is given up on when the claim has run out.
  await saveBulkItems(house.parts.database.db, body.id, (await getBulkRun(house.parts.database.db, body.id))?.items, 0);
  await expect
    .poll(async () => {
      await workOpenBulks(house.parts);
      return (await readBulk(house.parts, body.id)).finishedAt;
    }, eventually)
    .not.toBeNull();
  const run = await readBulk(house.parts, body.id);
  expect(run.items.map((item) => item.state)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  expect(run.items.every((item) => item.username !== null)).toBe(true);
  for (const id of ids) expect(await house.sent(id)).toBe(1);
});

test('the list of a run tells what became of each since: an unknown one that was settled, one that had to wait', async () => {
  const [lost, late] = [await house.placeImport(), await house.placeImport()];
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: [lost, late], reason: '', note: '' };
  await house.weather('reset-after');
  await startBulk(house.parts, { caller: ines, environment: 'live', body: { ...body, importIds: [lost] } });
  await finished(body.id);
  await house.weather('rate-limited', { retryAfter: 1 });
  const second = { ...body, id: randomUUID(), importIds: [late] };
  await startBulk(house.parts, { caller: ines, environment: 'live', body: second });
  expect((await finished(second.id)).items).toMatchObject([{ state: 'sending', says: expect.stringContaining('429') }]);
  await house.fair();
  await expect
    .poll(async () => {
      await runDecisionJobs(house.parts);
      return (await readBulk(house.parts, second.id)).items[0]?.state;
    }, eventually)
    .toBe('confirmed');
  const [decision] = await listDecisionsOf(house.parts.database.db, 'live', lost);
  await resolveDecision(house.parts, {
    caller: ines,
    environment: 'live',
    importId: lost,
    decisionId: decision?.id ?? '',
    resolution: 'settled_not_done',
    reason: 'They never saw it',
  });
  expect((await readBulk(house.parts, body.id)).items).toMatchObject([
    { state: 'refused', says: 'Settled by Ines: not carried out.' },
  ]);
});

test('a proposal made after the dry run is left out of the run', async () => {
  await putPolicy(house.parts.database, 1, { secondPerson: { when: 'always' } });
  const id = await house.placeImport();
  const proposal = { reason: 'promised', note: '', overrideBudget: false };
  const jonas = staffCaller('Jonas');
  await decideSponsorship(house.parts, {
    caller: jonas,
    environment: 'live',
    importId: id,
    kind: 'accept',
    body: proposal,
  });
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: [id], reason: '', note: '' };
  await startBulk(house.parts, { caller: ines, environment: 'live', body });
  expect((await finished(body.id)).items).toMatchObject([
    { state: 'blocked', says: expect.stringMatching(/^Jonas’s acceptance is waiting for a second person\./) },
  ]);
  expect(await house.sent(id)).toBe(0);
  await putPolicy(house.parts.database, 2, {});
});

test('a run of somebody who was disabled meanwhile sends nothing more', async () => {
  const id = await house.placeImport();
  const { actor } = ines;
  if (actor.kind !== 'staff') throw new Error('staff expected');
  await updateStaff(house.parts.database.db, actor.id, { disabledAt: new Date() });
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: [id], reason: '', note: '' };
  await startBulk(house.parts, { caller: ines, environment: 'live', body });
  await workOpenBulks(house.parts);
  const run = await finished(body.id);
  expect(run.items[0]).toMatchObject({ state: 'blocked', says: 'Whoever started this may no longer decide.' });
  expect(await house.sent(id)).toBe(0);
});
