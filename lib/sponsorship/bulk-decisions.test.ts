import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../contract/caller';
import { eventually } from '../core/testing/eventually';
import { getBulkRun, insertBulkRun, saveBulkItems } from '../store/sponsorship/bulk-runs';
import { listDecisions } from '../store/sponsorship/decisions';
import { updateStaff } from '../store/staff/staff';
import { openTestDatabase } from '../store/testing/open-test-database';
import { decideSponsorship } from './decide-sponsorship';
import { previewBulk, readBulk, startBulk, resumeBulkRuns } from './bulk-decisions';
import { requestFullMigration } from './request-full-migration';
import { resolveDecision } from './resolve-decision';
import { runDecisionJobs } from './testing/run-decision-jobs';
import { openSponsorship, putPolicy } from './testing/open-sponsorship';
import { staffCaller } from './testing/staff-caller';

let app: Awaited<ReturnType<typeof openSponsorship>>;
const ines = staffCaller('Ines');

beforeAll(async () => {
  app = await openSponsorship(await openTestDatabase());
});
afterAll(() => app.close());

const staffId = ({ actor }: Caller) => {
  if (actor.kind !== 'staff') throw new Error('staff expected');
  return actor.id;
};
const finished = async (id: string) => {
  await expect.poll(async () => (await readBulk(app.deps, id)).finishedAt, eventually).not.toBeNull();
  return readBulk(app.deps, id);
};

test('lists what would be sent and what is blocked in the preview, and sends nothing', async () => {
  const [free, decided, unverified] = [await app.placeImport(), await app.placeImport(), await app.placeImport()];
  const again = await app.placeImport();
  const target = { caller: ines, environment: 'live' } as const;
  const body = { reason: '', note: '', overrideBudget: false };
  await decideSponsorship(app.deps, { ...target, importId: decided, kind: 'accept', body });
  await decideSponsorship(app.deps, { ...target, importId: again, kind: 'reject', body });
  await requestFullMigration(app.deps, { ...target, importId: again, source: 'agent', verified: true, message: '' });
  await requestFullMigration(app.deps, {
    caller: { ...ines, actor: { kind: 'stranger' } },
    environment: 'live',
    importId: unverified,
    source: 'operator_page',
    verified: false,
    message: '',
  });
  const preview = await previewBulk(app.deps, {
    environment: 'live',
    kind: 'accept',
    importIds: [free, decided, unverified, again, 'unknown-id'],
  });
  expect(preview.items.map((item) => item.state)).toEqual(['would_send', 'blocked', 'blocked', 'blocked', 'blocked']);
  expect(preview.items[3]?.says).toBe('Rejected before and requested again. Decide it individually.');
  expect(await app.countSent(free)).toBe(0);
});

test('decides each import once and reports each outcome, even when started twice', async () => {
  const ids = [await app.placeImport(), await app.placeImport(), await app.placeImport()];
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: ids, reason: 'spring offer', note: '' };
  await startBulk(app.deps, { caller: ines, environment: 'live', body });
  await startBulk(app.deps, { caller: ines, environment: 'live', body });
  const run = await finished(body.id);
  expect(run.items.map((item) => item.state)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  for (const id of ids) expect(await app.countSent(id)).toBe(1);
});

test('proposes what the preview showed as a proposal, although the policy no longer requires it', async () => {
  const [proposed, sent] = [await app.placeImport(), await app.placeImport()];
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: [proposed, sent], reason: '', note: '' };
  await startBulk(app.deps, { caller: ines, environment: 'live', body: { ...body, proposals: [proposed] } });
  expect((await finished(body.id)).items.map(({ state }) => state)).toEqual(['proposed', 'confirmed']);
  expect(await app.countSent(proposed)).toBe(0);
});

test('blocks an unverified request in bulk, whatever the page sends', async () => {
  const id = await app.placeImport();
  await requestFullMigration(app.deps, {
    caller: { ...ines, actor: { kind: 'stranger' } },
    environment: 'live',
    importId: id,
    source: 'operator_page',
    verified: false,
    message: '',
  });
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: [id], reason: '', note: '' };
  await startBulk(app.deps, { caller: ines, environment: 'live', body });
  const run = await finished(body.id);
  expect(run.items[0]).toMatchObject({ state: 'blocked' });
  expect(await app.countSent(id)).toBe(0);
});

test('resumes a run whose process died, and sends nothing twice', async () => {
  const ids = [await app.placeImport(), await app.placeImport(), await app.placeImport()];
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: ids, reason: '', note: '' };
  let outcomes = 0;
  const dying = {
    ...app.deps,
    checkpoint: (at: string) => {
      // The second decision is sent and stored, but the run does not record it.
      if (at === 'outcome_committed' && ++outcomes === 2) throw new Error('gone');
    },
  };
  await startBulk(dying, { caller: ines, environment: 'live', body });
  await expect.poll(() => outcomes, eventually).toBe(2);
  await expect.poll(() => app.countSent(ids[1] ?? ''), eventually).toBe(1);
  // The claim expires.
  await saveBulkItems(app.deps.database.db, body.id, (await getBulkRun(app.deps.database.db, body.id))?.items, 0);
  await expect
    .poll(async () => {
      await resumeBulkRuns(app.deps);
      return (await readBulk(app.deps, body.id)).finishedAt;
    }, eventually)
    .not.toBeNull();
  const run = await readBulk(app.deps, body.id);
  expect(run.items.map((item) => item.state)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  expect(run.items.every((item) => item.username !== null)).toBe(true);
  for (const id of ids) expect(await app.countSent(id)).toBe(1);
});

test('ends a run that was interrupted for more than 15 minutes, however long ago it began', async () => {
  const { db } = app.deps.database;
  const interrupt = async (claimedMinutesAgo: number | null) => {
    const importId = await app.placeImport();
    const id = randomUUID();
    const waiting = { importId, username: null, state: 'waiting' as const, says: '', decisionId: null };
    const at = new Date(Date.now() - 3 * 3_600_000);
    const run = { id, environment: 'live', kind: 'accept', staffId: staffId(ines), by: 'Ines', at } as const;
    await insertBulkRun(db, { ...run, items: [waiting] });
    if (claimedMinutesAgo !== null) await saveBulkItems(db, id, [waiting], -claimedMinutesAgo * 60_000);
    return { id, importId };
  };
  const [unclaimed, old, recent] = [await interrupt(null), await interrupt(16), await interrupt(14)];
  await resumeBulkRuns(app.deps);
  for (const { id, importId } of [unclaimed, old]) {
    expect((await finished(id)).items).toMatchObject([
      { state: 'blocked', says: 'Not decided. The run was interrupted for more than 15 minutes.' },
    ]);
    expect(await app.countSent(importId)).toBe(0);
  }
  expect((await finished(recent.id)).items).toMatchObject([{ state: 'confirmed' }]);
});

test('shows later changes in a run: an unknown outcome that was resolved, a delayed send', async () => {
  const [lost, late] = [await app.placeImport(), await app.placeImport()];
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: [lost, late], reason: '', note: '' };
  await app.injectFault('reset-after');
  await startBulk(app.deps, { caller: ines, environment: 'live', body: { ...body, importIds: [lost] } });
  await finished(body.id);
  await app.injectFault('rate-limited', { retryAfter: 1 });
  const second = { ...body, id: randomUUID(), importIds: [late] };
  await startBulk(app.deps, { caller: ines, environment: 'live', body: second });
  expect((await finished(second.id)).items).toMatchObject([{ state: 'held', says: expect.stringContaining('429') }]);
  await app.clearFaults();
  await expect
    .poll(async () => {
      await runDecisionJobs(app.deps);
      return (await readBulk(app.deps, second.id)).items[0]?.state;
    }, eventually)
    .toBe('confirmed');
  const [decision] = await listDecisions(app.deps.database.db, 'live', lost);
  await resolveDecision(app.deps, {
    caller: ines,
    environment: 'live',
    importId: lost,
    decisionId: decision?.id ?? '',
    resolution: 'settled_not_done',
    reason: 'They never saw it',
  });
  expect((await readBulk(app.deps, body.id)).items).toMatchObject([
    { state: 'refused', says: 'Settled by Ines: not carried out.' },
  ]);
});

test('leaves out an import that was proposed after the preview', async () => {
  await putPolicy(app.deps.database, 1, { secondPerson: { when: 'always' } });
  const id = await app.placeImport();
  const proposal = { reason: 'promised', note: '', overrideBudget: false };
  const jonas = staffCaller('Jonas');
  await decideSponsorship(app.deps, {
    caller: jonas,
    environment: 'live',
    importId: id,
    kind: 'accept',
    body: proposal,
  });
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: [id], reason: '', note: '' };
  await startBulk(app.deps, { caller: ines, environment: 'live', body });
  expect((await finished(body.id)).items).toMatchObject([
    { state: 'blocked', says: expect.stringMatching(/^Jonas’s acceptance is waiting for a second person\./) },
  ]);
  expect(await app.countSent(id)).toBe(0);
  await putPolicy(app.deps.database, 2, {});
});

test('sends nothing more after the person who started the run is disabled', async () => {
  const [held, id] = [await app.placeImport(), await app.placeImport()];
  const body = { id: randomUUID(), kind: 'accept' as const, importIds: [id], reason: '', note: '' };
  const before = { ...body, id: randomUUID(), importIds: [held] };
  await startBulk({ ...app.deps, holdMs: 1 }, { caller: ines, environment: 'live', body: before });
  expect((await finished(before.id)).items).toMatchObject([{ state: 'held' }]);
  await updateStaff(app.deps.database.db, staffId(ines), { disabledAt: new Date() });
  await runDecisionJobs(app.deps);
  expect((await readBulk(app.deps, before.id)).items).toMatchObject([
    { state: 'refused', says: 'Not sent. Ines can no longer decide.' },
  ]);
  await startBulk(app.deps, { caller: ines, environment: 'live', body });
  await resumeBulkRuns(app.deps);
  const run = await finished(body.id);
  expect(run.items[0]).toMatchObject({ state: 'blocked', says: 'The person who started this can no longer decide.' });
  for (const importId of [held, id]) expect(await app.countSent(importId)).toBe(0);
});
