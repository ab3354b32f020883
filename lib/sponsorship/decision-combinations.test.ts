import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemCaller } from '../contract/caller';
import type { DecideBody } from '../contract/decisions';
import { eventually } from '../core/testing/eventually';
import { knownStatuses } from '../contract/status';
import { observe } from '../imports/observations/observe';
import { listAuditAfter } from '../store/events/audit';
import { getImports } from '../store/imports/imports';
import { getDecision } from '../store/sponsorship/decisions';
import { findQueueRow } from '../store/sponsorship/sponsorship-queue';
import { listRequests } from '../store/testing/list-sponsorship';
import { insertAccountLink } from '../store/staff/account-links';
import { updateStaff } from '../store/staff/staff';
import { openTestDatabase } from '../store/testing/open-test-database';
import { addSampleRequests } from './add-sample-requests';
import { previewBulk, readBulk, startBulk } from './bulk-decisions';
import { closePointlessRequests, reopenRequests } from './close-pointless-requests';
import { decideSponsorship } from './decide-sponsorship';
import { readQueue, readQueueItem } from './read-queue';
import { dismissFullRequest, requestFullMigration } from './request-full-migration';
import { resolveDecision, withdrawDecision } from './resolve-decision';
import { sendDecision } from './send-decision';
import { sendDueDecisions } from './send-due-decisions';
import { openSponsorship, putPolicy } from './testing/open-sponsorship';
import { addStaff, staffCaller, staffId } from './testing/staff-caller';
import { withdrawBulk } from './withdraw-bulk';

const body: DecideBody = { reason: 'agreed', note: '', overrideBudget: false };
const ines = staffCaller('Ines');
const jonas = staffCaller('Jonas');
/** Loses the right to decide in some tests. */
const mia = staffCaller('Mia');

let app: Awaited<ReturnType<typeof openSponsorship>>;
beforeAll(async () => {
  app = await openSponsorship(await openTestDatabase());
  await addStaff(app.deps.database.db, mia);
});
afterAll(() => app.close());

/** Long enough to last for the whole test. */
const held = () => ({ ...app.deps, holdMs: 600_000 });
/** Ends before the next statement. */
const brief = () => ({ ...app.deps, holdMs: 1 });
const sweep = (deps = app.deps) => sendDueDecisions(deps, new AbortController().signal);
const decide = (
  deps: typeof app.deps,
  importId: string,
  kind: 'accept' | 'reject' = 'accept',
  change: Partial<DecideBody> = {},
  caller = ines,
) => decideSponsorship(deps, { caller, environment: 'live', importId, kind, body: { ...body, ...change } });
const withdraw = (importId: string, decisionId: string, caller = ines) =>
  withdrawDecision(app.deps, { caller, environment: 'live', importId, decisionId, reason: '' });
const summaryOfRun = async (runId: string) => {
  const queue = await readQueue(app.deps.database.db, { environment: 'live', now: new Date(), whoPays: 'partner' });
  return queue.runs.find(({ id }) => id === runId);
};
let version = 0;
const setPolicy = (policy: Parameters<typeof putPolicy>[2]) => putPolicy(app.deps.database, ++version, policy);
const stateOf = async (id: string) => (await getDecision(app.deps.database.db, id))?.state;
const summaryOf = async (id: string) => (await getImports(app.deps.database.db, 'live', [id]))[0]?.decision;
const changePerson = (name: string, change: Parameters<typeof updateStaff>[2]) =>
  updateStaff(app.deps.database.db, staffId(name), change);
const setStatus = (importId: string, status: string | null) =>
  observe(app.observer, {
    environment: 'live',
    importId,
    source: 'lookup',
    status,
    gone: status === null,
    seenAt: new Date(),
  });
const request = (importId: string) =>
  requestFullMigration(app.deps, {
    caller: staffCaller('Al', 'agent'),
    environment: 'live',
    importId,
    source: 'agent',
    verified: true,
    message: '',
  });
const readItem = async (importId: string) => {
  const { db } = app.deps.database;
  const row = await findQueueRow(db, 'live', importId);
  return row && (await readQueueItem(db, { environment: 'live', row, now: new Date() })).item;
};

describe('a held decision', () => {
  test.each(['accept', 'reject'] as const)(
    '%s returns approved with the time of sending, and sends nothing',
    async (kind) => {
      const importId = await app.placeImport();
      const before = Date.now();
      const decision = await decide({ ...app.deps, holdMs: 8000 }, importId, kind);
      expect(decision.state).toBe('approved');
      const inMs = new Date(decision.notBefore ?? 0).getTime() - before;
      expect(inMs).toBeGreaterThanOrEqual(7990);
      expect(inMs).toBeLessThan(60_000);
      await sweep();
      expect(await app.countSent(importId)).toBe(0);
      expect(await stateOf(decision.id)).toBe('approved');
    },
  );

  test('is sent once after the hold, even if several instances find it', async () => {
    const importId = await app.placeImport();
    const { id } = await decide(brief(), importId);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await stateOf(id)).toBe('confirmed');
    expect(await app.countSent(importId)).toBe(1);
  });

  test('can be withdrawn by anyone who may decide, and then decided again', async () => {
    const importId = await app.placeImport();
    const { id } = await decide(held(), importId);
    const withdrawn = await withdraw(importId, id, jonas);
    expect(withdrawn).toMatchObject({ state: 'withdrawn' });
    expect(await withdraw(importId, id)).toEqual(withdrawn);
    await sweep();
    expect(await app.countSent(importId)).toBe(0);
    expect(await decide(app.deps, importId, 'reject')).toMatchObject({ state: 'confirmed', kind: 'reject' });
  });

  test('cannot be withdrawn after it was sent', async () => {
    const importId = await app.placeImport();
    const { id } = await decide(brief(), importId);
    await sweep();
    await expect(withdraw(importId, id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('blocks any other decision until it is sent or withdrawn', async () => {
    const importId = await app.placeImport();
    const { id: decisionId } = await decide(held(), importId);
    await expect(decide(held(), importId, 'reject', { decisionId }, jonas)).rejects.toMatchObject({
      code: 'conflict',
      userMessage: 'An acceptance is about to be sent. Undo it first, or wait for its outcome.',
    });
  });

  test.each([
    ['accept', null, 'The import is no longer available at the service.'],
    ['reject', null, 'The import is no longer available at the service.'],
    ['accept', 'Undo in progress', 'The migration is being undone.'],
    ['accept', 'Migration in progress', 'The full migration is already running.'],
  ] as const)('is not sent if meanwhile the status forbids it: %s, %s', async (kind, status, reason) => {
    const importId = await app.placeImport();
    await request(importId);
    const { id } = await decide(brief(), importId, kind);
    await setStatus(importId, status);
    await sweep();
    expect(await getDecision(app.deps.database.db, id)).toMatchObject({
      state: 'refused',
      sends: 0,
      outcome: `Not sent. ${reason}`,
    });
    expect(await app.countSent(importId)).toBe(0);
  });

  test.each([
    ['accept', 'disabled', { disabledAt: new Date() }],
    ['reject', 'disabled', { disabledAt: new Date() }],
    ['accept', 'an agent', { role: 'agent' }],
  ] as const)('is not sent if its approver is no longer one: %s, %s', async (kind, _, change) => {
    const importId = await app.placeImport();
    await request(importId);
    const { id } = await decide(brief(), importId, kind, {}, mia);
    await changePerson('Mia', change);
    await sweep();
    await changePerson('Mia', { disabledAt: null, role: 'approver' });
    expect(await getDecision(app.deps.database.db, id)).toMatchObject({
      state: 'refused',
      sends: 0,
      outcome: 'Not sent. Mia can no longer decide.',
    });
    expect(await app.countSent(importId)).toBe(0);
    expect(await summaryOf(importId)).toBe('asked');
    const audit = (await listAuditAfter(app.deps.database.db, 0, 10_000)).filter(({ subject }) => subject === importId);
    expect(audit.at(-1)).toMatchObject({
      action: 'sponsorship.refused',
      actor: 'system',
      after: { outcome: 'Not sent. Mia can no longer decide.' },
    });
    expect(await decide(app.deps, importId, kind, { decisionId: id })).toMatchObject({ state: 'confirmed' });
  });

  test('is not sent if its approver has no account any more', async () => {
    const importId = await app.placeImport();
    const { id } = await decide(brief(), importId, 'accept', {}, staffCaller('Lost'));
    await sweep();
    expect(await getDecision(app.deps.database.db, id)).toMatchObject({
      state: 'refused',
      outcome: 'Not sent. Lost can no longer decide.',
    });
    expect(await app.countSent(importId)).toBe(0);
  });

  test('is not sent in a retry if its approver was disabled. The proposer does not matter.', async () => {
    const [own, proposed] = [await app.placeImport(), await app.placeImport()];
    await app.injectFault('rate-limited', { retryAfter: 30 });
    const { id } = await decide(app.deps, own, 'accept', {}, mia);
    const { id: decisionId } = await decide(app.deps, proposed, 'accept', { needsSecond: true }, mia);
    await decide(app.deps, proposed, 'accept', { decisionId });
    await app.clearFaults();
    await changePerson('Mia', { disabledAt: new Date() });
    for (const retried of [id, decisionId]) {
      expect(await stateOf(retried)).toBe('approved');
      await sendDecision(app.deps, retried, systemCaller);
    }
    await changePerson('Mia', { disabledAt: null });
    expect([await stateOf(id), await stateOf(decisionId)]).toEqual(['refused', 'confirmed']);
    expect(await app.countSent(own)).toBe(1);
  });

  test('is refused as not sent after 15 minutes', async () => {
    const importId = await app.placeImport();
    const { id } = await decide(brief(), importId);
    const clock = { ...app.deps.clock, now: () => new Date(Date.now() + 15 * 60_000 + 1) };
    await sweep({ ...app.deps, clock });
    expect(await getDecision(app.deps.database.db, id)).toMatchObject({
      state: 'refused',
      outcome: 'Not sent. It could not be sent within 15 minutes.',
    });
    expect(await app.countSent(importId)).toBe(0);
  });

  test.each(['at once', 'after the first decision', 'when all are decided'])(
    'of a bulk run is withdrawn with the run, %s',
    async (moment) => {
      const importIds = [await app.placeImport(), await app.placeImport(), await app.placeImport()];
      const run = { id: randomUUID(), kind: 'accept' as const, importIds, reason: '', note: '' };
      const undo = () => withdrawBulk(held(), { caller: jonas, id: run.id });
      let running = Promise.resolve();
      let decided = 0;
      const deps: typeof app.deps = {
        ...held(),
        bulkRunner: {
          start: (go) => (running = go(new AbortController().signal)),
          stop: () => running,
        },
        checkpoint: async () => {
          if (++decided === 1 && moment === 'after the first decision') await undo();
        },
      };
      await startBulk(deps, { caller: ines, environment: 'live', body: run });
      if (moment !== 'at once') await running;
      if (moment === 'when all are decided') {
        expect((await readBulk(app.deps, run.id)).items.map(({ state }) => state)).toEqual(['held', 'held', 'held']);
        expect(await summaryOfRun(run.id)).toMatchObject({ total: 3, over: 0 });
      }
      const withdrawn = await undo();
      await running;
      expect(withdrawn.finishedAt).not.toBeNull();
      expect(await summaryOfRun(run.id)).toMatchObject({ total: 3, over: 3 });
      const says = 'Withdrawn by Jonas.';
      const items = importIds.map(() => expect.objectContaining({ state: 'withdrawn', says }));
      expect(await readBulk(app.deps, run.id)).toEqual({ ...withdrawn, items });
      await sweep();
      for (const id of importIds) expect(await app.countSent(id)).toBe(0);
    },
  );
});

const oddStatuses = [
  'In preparation',
  'Migration in progress',
  'Migration completed',
  'Undo in progress',
  'Migration cleaned',
];

test('a bulk run leaves out an import that was decided after its preview', async () => {
  const importId = await app.placeImport();
  const preview = await previewBulk(app.deps, { environment: 'live', kind: 'accept', importIds: [importId] });
  expect(preview.items).toMatchObject([{ state: 'would_send', decisionId: null }]);
  await app.injectFault('answer', { status: 422, body: '{}' });
  const { id: decisionId } = await decide(app.deps, importId);
  await app.clearFaults();
  const run = async (decisionIds: Record<string, string | null>) => {
    const body = {
      id: randomUUID(),
      kind: 'accept' as const,
      importIds: [importId],
      decisionIds,
      reason: '',
      note: '',
    };
    await startBulk(app.deps, { caller: ines, environment: 'live', body });
    const finished = async () => (await readBulk(app.deps, body.id)).finishedAt !== null;
    await expect.poll(finished, eventually).toBe(true);
    return (await readBulk(app.deps, body.id)).items[0]?.state;
  };
  expect(await run({ [importId]: null })).toBe('blocked');
  expect(await app.countSent(importId)).toBe(1);
  expect(await run({ [importId]: decisionId })).toBe('confirmed');
});

test('an acceptance stays in effect when a later rejection was not carried out', async () => {
  await setPolicy({ queueOnSampleComplete: true });
  const ada = staffCaller('Ada', 'admin');
  const importId = await app.placeImport();
  const accepted = await decide(app.deps, importId);
  await app.injectFault('reset-after');
  const { id } = await decide(app.deps, importId, 'reject', { decisionId: accepted.id }, ada);
  await app.clearFaults();
  expect(await summaryOf(importId)).toBe('unknown');
  const target = { environment: 'live', importId, decisionId: id, reason: 'They never saw it' } as const;
  await resolveDecision(app.deps, { ...target, caller: ines, resolution: 'settled_not_done' });
  expect(await summaryOf(importId)).toBe('accepted');
  await addSampleRequests(app.deps);
  expect(await listRequests(app.deps.database.db, 'live', importId)).toEqual([]);
  await setPolicy({});
});

test('a bulk run leaves out an import whose confirmed decision was followed by a refused one', async () => {
  const ada = staffCaller('Ada', 'admin');
  const importId = await app.placeImport();
  const rejected = await decide(app.deps, importId, 'reject');
  await app.injectFault('answer', { status: 422, body: '{}' });
  expect(await decide(app.deps, importId, 'accept', { decisionId: rejected.id }, ada)).toMatchObject({
    state: 'refused',
  });
  await app.clearFaults();
  expect((await readItem(importId))?.inEffect).toBe('reject');
  expect(await summaryOf(importId)).toBe('rejected');
  const preview = await previewBulk(app.deps, { environment: 'live', kind: 'accept', importIds: [importId] });
  expect(preview.items).toMatchObject([{ state: 'blocked', says: 'Already decided.' }]);
  const run = { id: randomUUID(), kind: 'accept' as const, importIds: [importId], reason: '', note: '' };
  await startBulk(app.deps, { caller: ada, environment: 'live', body: run });
  await expect.poll(async () => (await readBulk(app.deps, run.id)).items[0]?.state, eventually).toBe('blocked');
  expect(await app.countSent(importId)).toBe(2);
});

describe('an odd status', () => {
  test.each(knownStatuses)('%s: accepting asks for a confirmation only if it is odd', async (status) => {
    const importId = await app.placeImport();
    await setStatus(importId, status);
    const odd = oddStatuses.includes(status);
    const item = await readItem(importId);
    expect(item?.oddity === null).toBe(!odd);
    expect(item?.policy.short === 'Within policy').toBe(!odd);
    const preview = await previewBulk(app.deps, { environment: 'live', kind: 'accept', importIds: [importId] });
    expect(preview.items[0]?.state).toBe(odd ? 'blocked' : 'would_send');
    if (odd) {
      await expect(decide(app.deps, importId)).rejects.toMatchObject({
        code: 'conflict',
        errors: [{ field: 'confirmStatus', message: `Must be “${status}” to accept in this status` }],
      });
      const other = oddStatuses.find((candidate) => candidate !== status);
      await expect(decide(app.deps, importId, 'accept', { confirmStatus: other })).rejects.toMatchObject({
        code: 'conflict',
      });
      expect(await app.countSent(importId)).toBe(0);
    }
    const confirmed = await decide(app.deps, importId, 'accept', odd ? { confirmStatus: status } : {});
    expect(confirmed.state).toBe('confirmed');
    expect(await app.countSent(importId)).toBe(1);
  });

  test('is confirmed again by the second person', async () => {
    await setPolicy({ secondPerson: { when: 'always' } });
    const importId = await app.placeImport();
    const { id: decisionId } = await decide(app.deps, importId);
    await setStatus(importId, 'Undo in progress');
    await expect(decide(app.deps, importId, 'accept', { decisionId }, jonas)).rejects.toMatchObject({
      code: 'conflict',
    });
    const confirmStatus = 'Undo in progress';
    expect(await decide(app.deps, importId, 'accept', { decisionId, confirmStatus }, jonas)).toMatchObject({
      state: 'confirmed',
    });
    await setPolicy({});
  });

  test('cannot be confirmed before the import has it', async () => {
    const importId = await app.placeImport();
    const { id } = await decide(brief(), importId, 'accept', { confirmStatus: 'Migration in progress' });
    await setStatus(importId, 'Migration in progress');
    await sweep();
    expect(await stateOf(id)).toBe('refused');
    expect(await app.countSent(importId)).toBe(0);
  });

  test('does not keep anyone from rejecting', async () => {
    const importId = await app.placeImport();
    await setStatus(importId, 'Undo in progress');
    expect(await decide(app.deps, importId, 'reject')).toMatchObject({ state: 'confirmed' });
  });
});

describe('a request', () => {
  const requestsOf = async (importId: string) =>
    (await listRequests(app.deps.database.db, 'live', importId)).map(({ closedAt, closeReason }) => ({
      open: closedAt === null,
      closeReason,
    }));

  test.each([
    ['Migration completed', 'The full migration is already complete.'],
    ['Migration cleaned', 'The migration was undone.'],
    [null, 'The import is no longer available at the service.'],
  ])('is closed by %s with the reason, and reopened if the status moves back', async (status, closeReason) => {
    const importId = await app.placeImport();
    await request(importId);
    await setStatus(importId, status);
    await closePointlessRequests(app.deps);
    expect(await requestsOf(importId)).toEqual([{ open: false, closeReason }]);
    await reopenRequests(app.deps);
    expect(await requestsOf(importId)).toMatchObject([{ open: false }]);
    await setStatus(importId, 'Sample migration completed');
    await reopenRequests(app.deps);
    expect(await requestsOf(importId)).toEqual([{ open: true, closeReason: null }]);
  });

  test('stays open while the migration is being undone, and is shown with that status', async () => {
    const importId = await app.placeImport();
    await request(importId);
    await setStatus(importId, 'Undo in progress');
    await closePointlessRequests(app.deps);
    const { waiting } = await readQueue(app.deps.database.db, {
      environment: 'live',
      now: new Date(),
      whoPays: 'partner',
    });
    expect(waiting.find((item) => item.importId === importId)).toMatchObject({
      status: { text: 'Undo in progress' },
      oddity: 'The migration is being undone.',
      policy: { short: 'Being undone' },
    });
  });

  test('is reopened rather than replaced by an automatic one, and only the latest', async () => {
    await setPolicy({ queueOnSampleComplete: true });
    const importId = await app.placeImport();
    await request(importId);
    await setStatus(importId, 'Migration cleaned');
    await closePointlessRequests(app.deps);
    await setStatus(importId, 'Sample migration completed');
    await addSampleRequests(app.deps);
    expect(await requestsOf(importId)).toMatchObject([{ open: false }]);
    await reopenRequests(app.deps);
    expect(await requestsOf(importId)).toMatchObject([{ open: true }]);
    await setPolicy({});
  });

  test('made after a rejection is reopened too', async () => {
    const importId = await app.placeImport();
    await decide(app.deps, importId, 'reject');
    await request(importId);
    await setStatus(importId, 'In preparation');
    await closePointlessRequests(app.deps);
    await setStatus(importId, 'Sample migration completed');
    await reopenRequests(app.deps);
    expect(await requestsOf(importId)).toMatchObject([{ open: true }]);
  });

  test('is reopened after a rejection that did not arrive', async () => {
    const importId = await app.placeImport();
    await request(importId);
    await app.injectFault('reset-after');
    const { id: decisionId } = await decide(app.deps, importId, 'reject');
    await app.clearFaults();
    await setStatus(importId, 'In preparation');
    await closePointlessRequests(app.deps);
    const settled = { resolution: 'settled_not_done', reason: 'The service has no rejection' } as const;
    await resolveDecision(app.deps, { ...settled, caller: ines, environment: 'live', importId, decisionId });
    await setStatus(importId, 'Sample migration completed');
    await reopenRequests(app.deps);
    expect(await requestsOf(importId)).toMatchObject([{ open: true }]);
  });

  test('that was replaced stays closed when the newer one is dismissed', async () => {
    const importId = await app.placeImport();
    await request(importId);
    await setStatus(importId, 'In preparation');
    await closePointlessRequests(app.deps);
    await setStatus(importId, 'Sample migration completed');
    const { id: requestId } = await request(importId);
    await dismissFullRequest(app.deps, { caller: ines, requestId, reason: '' });
    await reopenRequests(app.deps);
    expect(await requestsOf(importId)).toMatchObject([{ open: false }, { open: false }]);
  });

  test('is not reopened after a decision, nor twice', async () => {
    const importId = await app.placeImport();
    await request(importId);
    await setStatus(importId, 'Migration in progress');
    await closePointlessRequests(app.deps);
    await decide(app.deps, importId, 'accept', { confirmStatus: 'Migration in progress' });
    await setStatus(importId, 'Sample migration completed');
    await Promise.all([reopenRequests(app.deps), reopenRequests(app.deps)]);
    expect(await requestsOf(importId)).toMatchObject([{ open: false }]);
  });

  test('is refused with the reason while it would be pointless', async () => {
    const importId = await app.placeImport();
    await setStatus(importId, 'Migration completed');
    await expect(request(importId)).rejects.toMatchObject({
      code: 'conflict',
      userMessage: 'The full migration is already complete. There is nothing to request.',
    });
  });
});

describe('an unknown outcome', () => {
  beforeAll(() => setPolicy({ secondPerson: { when: 'always' } }));
  afterAll(() => setPolicy({}));

  const makeUnknown = async (first: typeof ines, second: typeof ines) => {
    const importId = await app.placeImport();
    await app.injectFault('reset-after');
    const { id: decisionId } = await decide(app.deps, importId, 'accept', {}, first);
    await decide(app.deps, importId, 'accept', { decisionId }, second);
    await app.clearFaults();
    return { importId, decisionId, environment: 'live' as const, reason: 'The operator said so' };
  };

  test.each(['send_again', 'settled_not_done'] as const)(
    'needs someone other than the last approver for %s',
    async (resolution) => {
      await setPolicy({ secondPerson: { when: 'always' } });
      const target = await makeUnknown(ines, jonas);
      await expect(resolveDecision(app.deps, { ...target, caller: jonas, resolution })).rejects.toMatchObject({
        code: 'conflict',
        userMessage: expect.stringContaining('Someone other than Jonas'),
      });
      const names = (await readItem(target.importId))?.secondPeople?.map(({ name }) => name);
      expect(names).toContain('Ines');
      expect(names).not.toContain('Jonas');
      await resolveDecision(app.deps, { ...target, caller: ines, resolution });
      expect(await stateOf(target.decisionId)).toBe(resolution === 'send_again' ? 'confirmed' : 'resolved');
    },
  );

  test('after “Send again” counts the person who sent it again as the last approver', async () => {
    const target = await makeUnknown(ines, jonas);
    await app.injectFault('reset-after');
    await resolveDecision(app.deps, { ...target, caller: ines, resolution: 'send_again' });
    await app.clearFaults();
    await expect(
      resolveDecision(app.deps, { ...target, caller: ines, resolution: 'send_again' }),
    ).rejects.toMatchObject({
      code: 'conflict',
    });
    const settled = { ...target, caller: jonas, resolution: 'settled_not_done', sends: 1 } as const;
    await expect(resolveDecision(app.deps, settled), 'a page from before it was sent again').rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringContaining('Someone sent it again.'),
    });
    await resolveDecision(app.deps, { ...target, caller: jonas, resolution: 'send_again', sends: 2 });
    expect(await app.countSent(target.importId)).toBe(3);
  });

  test('is unknown again when “Send again” is undone, and still blocks every other decision', async () => {
    const target = await makeUnknown(ines, jonas);
    await resolveDecision(held(), { ...target, caller: ines, resolution: 'send_again' });
    expect(await withdraw(target.importId, target.decisionId)).toMatchObject({ state: 'unknown', resolution: null });
    await sweep();
    expect(await app.countSent(target.importId)).toBe(1);
    const { decisionId } = target;
    await expect(decide(app.deps, target.importId, 'reject', { decisionId })).rejects.toMatchObject({
      userMessage: 'The outcome of an acceptance is unknown. Settle it before you decide anything else.',
    });
    await expect(
      resolveDecision(app.deps, { ...target, caller: jonas, resolution: 'send_again' }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  test.each([
    ['the import is gone', null],
    ['the full migration is paid', 'In preparation'],
  ])('cannot be sent again once %s, and stays unknown if that happens during the hold', async (_, status) => {
    const target = await makeUnknown(ines, jonas);
    const again = { ...target, caller: ines, resolution: 'send_again' as const };
    await resolveDecision(brief(), again);
    await setStatus(target.importId, status);
    await sweep();
    expect(await getDecision(app.deps.database.db, target.decisionId)).toMatchObject({
      state: 'unknown',
      resolution: null,
      outcome: expect.stringMatching(/^Not sent again\. .* The outcome of the earlier send is still unknown\.$/),
    });
    expect(await app.countSent(target.importId)).toBe(1);
    await expect(resolveDecision(brief(), again)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('stays unknown if the person who chose “Send again” was disabled. The first approver does not matter.', async () => {
    const target = await makeUnknown(ines, mia);
    await resolveDecision(brief(), { ...target, caller: jonas, resolution: 'send_again' });
    await changePerson('Jonas', { disabledAt: new Date() });
    await sweep();
    await changePerson('Jonas', { disabledAt: null });
    expect(await getDecision(app.deps.database.db, target.decisionId)).toMatchObject({
      state: 'unknown',
      resolution: null,
      outcome: 'Not sent again. Jonas can no longer decide. The outcome of the earlier send is still unknown.',
    });
    expect(await app.countSent(target.importId)).toBe(1);
    await changePerson('Mia', { disabledAt: new Date() });
    await resolveDecision(app.deps, { ...target, caller: jonas, resolution: 'send_again' });
    await changePerson('Mia', { disabledAt: null });
    expect(await stateOf(target.decisionId)).toBe('confirmed');
  });

  test('is sent again in an odd status only if that is confirmed, and not while customers pay', async () => {
    const target = await makeUnknown(ines, jonas);
    await setStatus(target.importId, 'Undo in progress');
    const again = { ...target, caller: ines, resolution: 'send_again' as const };
    await expect(resolveDecision(app.deps, again)).rejects.toMatchObject({ errors: [{ field: 'confirmStatus' }] });
    const confirmed = { ...again, confirmStatus: 'Undo in progress' };
    await expect(resolveDecision({ ...app.deps, whoPays: 'customer' }, confirmed)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await app.countSent(target.importId)).toBe(1);
    await resolveDecision(app.deps, confirmed);
    expect(await stateOf(target.decisionId)).toBe('confirmed');
  });

  test('still bars the last sender after someone else’s “Send again” is undone', async () => {
    const target = await makeUnknown(ines, jonas);
    await app.injectFault('reset-after');
    await resolveDecision(app.deps, { ...target, caller: ines, resolution: 'send_again' });
    await app.clearFaults();
    await resolveDecision(held(), { ...target, caller: jonas, resolution: 'send_again' });
    await withdraw(target.importId, target.decisionId);
    await expect(
      resolveDecision(app.deps, { ...target, caller: ines, resolution: 'settled_not_done' }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  test('stays unknown if the service refuses the second send', async () => {
    const target = await makeUnknown(ines, jonas);
    await app.injectFault('answer', { status: 409, body: '{"error":"already accepted"}' });
    await resolveDecision(app.deps, { ...target, caller: ines, resolution: 'send_again' });
    await app.clearFaults();
    expect(await stateOf(target.decisionId)).toBe('unknown');
  });

  test('may be settled as carried out by the last approver', async () => {
    const target = await makeUnknown(ines, jonas);
    await resolveDecision(app.deps, { ...target, caller: jonas, resolution: 'settled_done' });
    expect(await stateOf(target.decisionId)).toBe('resolved');
  });

  test('may not be freed from the budget by its approver alone', async () => {
    await setPolicy({ monthlyBudget: 1000 });
    const importId = await app.placeImport();
    await app.injectFault('reset-after');
    const { id: decisionId } = await decide(app.deps, importId);
    await app.clearFaults();
    const target = { importId, decisionId, environment: 'live' as const, reason: 'The operator said so' };
    await expect(
      resolveDecision(app.deps, { ...target, caller: ines, resolution: 'settled_not_done' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    await setPolicy({});
  });
});

test('an account counts as the admin who was shown its link', async () => {
  await setPolicy({ secondPerson: { when: 'always' } });
  const ada = staffCaller('Ada', 'admin');
  const createdAt = new Date();
  await insertAccountLink(app.deps.database.db, {
    tokenHash: randomUUID(),
    staffId: staffId('Jonas'),
    shownToId: staffId('Ada'),
    createdAt,
    expiresAt: createdAt,
  });
  const importId = await app.placeImport();
  const { id: decisionId } = await decide(app.deps, importId, 'accept', {}, ada);
  await expect(decide(app.deps, importId, 'accept', { decisionId }, jonas)).rejects.toMatchObject({
    code: 'conflict',
    userMessage: expect.stringContaining('An account that you set up counts as you'),
  });
  expect((await readItem(importId))?.secondPeople).toMatchObject([{ name: 'Ines' }, { name: 'Mia' }]);
  expect(await decide(app.deps, importId, 'accept', { decisionId }, ines)).toMatchObject({ state: 'confirmed' });
  await setPolicy({});
});

test('shows an unknown outcome when the database is lost during the call', async () => {
  const importId = await app.placeImport();
  let lost = false;
  const database: typeof app.deps.database = {
    ...app.deps.database,
    transaction: (work) =>
      lost
        ? Promise.reject(Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' }))
        : app.deps.database.transaction(work),
  };
  const checkpoint = (at: string) => {
    if (at === 'after_call') lost = true;
  };
  const decision = await decide({ ...app.deps, database, checkpoint }, importId);
  expect(decision).toMatchObject({ state: 'unknown', outcome: expect.stringContaining('database was lost') });
  expect(await app.countSent(importId)).toBe(1);
  // The stored decision is still being sent; its lease makes it unknown there too.
  expect(await stateOf(decision.id)).toBe('sending');
});
