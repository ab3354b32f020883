import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DecideBody } from '../contract/decisions';
import { verifyAudit } from '../audit/verify-audit';
import { eventually } from '../core/testing/eventually';
import { createDeadlineClock, openClient } from '../service/testing/open-client';
import { listAuditAfter } from '../store/events/audit';
import { listDecisions } from '../store/sponsorship/decisions';
import { listDecisionSteps } from '../store/testing/list-sponsorship';
import { updateStaff } from '../store/staff/staff';
import { moveDecision } from '../store/sponsorship/move-decision';
import { openTestDatabase } from '../store/testing/open-test-database';
import { decideSponsorship } from './decide-sponsorship';
import { resolveDecision, withdrawDecision } from './resolve-decision';
import { defaultTiming } from './sponsorship-deps';
import { openSponsorship, putPolicy } from './testing/open-sponsorship';
import { addStaff, staffCaller, staffId } from './testing/staff-caller';

const body: DecideBody = { reason: 'agreed with sales', note: '', overrideBudget: false };
const ines = staffCaller('Ines');
const jonas = staffCaller('Jonas');
const ada = staffCaller('Ada', 'admin');

describe('decideSponsorship', () => {
  let app: Awaited<ReturnType<typeof openSponsorship>>;
  beforeAll(async () => {
    app = await openSponsorship(await openTestDatabase());
  });
  afterAll(() => app.close());

  const decide = (importId: string, kind: 'accept' | 'reject', caller = ines, change: Partial<DecideBody> = {}) =>
    decideSponsorship(app.deps, { caller, environment: 'live', importId, kind, body: { ...body, ...change } });

  test('confirms an acceptance after a complete response, and sends it once', async () => {
    const id = await app.placeImport();
    const decision = await decide(id, 'accept');
    expect(decision).toMatchObject({ state: 'confirmed', sends: 1 });
    expect(decision.outcome).toMatch(/^Confirmed by the service at \d\d:\d\d:\d\d UTC\.$/);
    expect(await app.countSent(id)).toBe(1);
  });

  test('refuses a second acceptance of the same import and does not send it', async () => {
    const id = await app.placeImport();
    await decide(id, 'accept');
    await expect(decide(id, 'accept', jonas)).rejects.toMatchObject({ code: 'conflict' });
    expect(await app.countSent(id)).toBe(1);
  });

  test('lets only an admin who saw a confirmed decision change it', async () => {
    const id = await app.placeImport();
    const { id: decisionId } = await decide(id, 'accept');
    await expect(decide(id, 'reject', jonas, { decisionId })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await decide(id, 'reject', ada, { decisionId })).toMatchObject({ state: 'confirmed', kind: 'reject' });
  });

  test.each([
    ['showed no decision', () => ({})],
    ['showed no decision, said explicitly', () => ({ decisionId: null })],
    ['showed another decision', () => ({ decisionId: 'd1c5f7ce-3b44-4d0c-9d27-5b0d4c1f2a10' })],
    [
      'showed the decision before it was confirmed',
      (id: string) => ({ decisionId: id, decisionState: 'sending' as const }),
    ],
  ])('rejects an admin whose page %s, and says what happened', async (_, shown) => {
    const id = await app.placeImport();
    const rejected = await decide(id, 'reject');
    await expect(decide(id, 'accept', ada, shown(rejected.id))).rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringMatching(/^Ines’s rejection was confirmed by the service\. .*nothing was sent/),
    });
    expect(await app.countSent(id)).toBe(1);
  });

  test('sends one of forty concurrent clicks by an admin and an approver', async () => {
    const id = await app.placeImport();
    await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => decide(id, n % 3 === 0 ? 'reject' : 'accept', n % 2 === 0 ? ada : ines)),
    );
    expect(await app.countSent(id)).toBe(1);
  });

  test('rejects anyone below approver on every path', async () => {
    const id = await app.placeImport();
    for (const caller of [staffCaller('Vi', 'viewer'), staffCaller('Al', 'agent')]) {
      await expect(decide(id, 'accept', caller)).rejects.toMatchObject({ code: 'forbidden' });
    }
    const customer = { ...ines, actor: { kind: 'customer' as const, name: 'ops@acme.example' } };
    await expect(decide(id, 'accept', customer)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await app.countSent(id)).toBe(0);
  });

  // Every row of the outcome table in architecture.md, with the text that the queue and the import page show.
  test.each([
    ['hang', {}, 'unknown', /^No complete reply by .* UTC: The migration service did not reply in time\./],
    ['hang-after', {}, 'unknown', /^No complete reply by .* UTC: The migration service did not reply in time\./],
    ['reset-after', {}, 'unknown', /^No complete reply by .* UTC: The connection .* was lost before it replied/],
    ['reset-before', {}, 'unknown', /^No complete reply by .* UTC: The connection .* was lost before it replied/],
    [
      'error-500',
      {},
      'unknown',
      /^The service answered 500 at .* UTC, which does not show whether it was carried out\.$/,
    ],
    [
      'html-503',
      {},
      'unknown',
      /^The service answered 503 at .* UTC, which does not show whether it was carried out\.$/,
    ],
    ['truncated', {}, 'unknown', /^No complete reply by .* UTC: The migration service’s reply was incomplete/],
    [
      'rate-limited',
      { retryAfter: 30 },
      'approved',
      /^The service refused the decision at .* UTC: too many requests \(429\)\.$/,
    ],
    [
      'answer',
      { status: 404, body: '{}' },
      'refused',
      /^The import is no longer available \(the service answered 404 /,
    ],
    ['answer', { status: 401, body: '{}' }, 'refused', /^The service refused the decision at .* UTC \(status 401\): /],
    [
      'answer',
      { status: 422, body: '{"errors":["No plan"]}' },
      'refused',
      /^The service refused the decision at .* UTC \(status 422\): .*No plan/,
    ],
    ['answer', { status: 302, headers: { location: 'http://elsewhere.example/' } }, 'unknown', /answered 302 /],
  ])('%s %j ends as %s, is sent once, and says so', async (kind, more, state, words) => {
    const id = await app.placeImport();
    await app.injectFault(kind, more);
    const clock = createDeadlineClock();
    const { url, token } = app.simulator;
    const client = openClient({ url, token, clock });
    try {
      const deciding = decideSponsorship(
        { ...app.deps, client },
        { caller: ines, environment: 'live', importId: id, kind: 'accept', body },
      );
      await vi.waitUntil(async () => (await app.countSent(id)) === 1, eventually);
      if (kind.startsWith('hang')) await clock.advance(defaultTiming.callDeadlineMs);
      const decision = await deciding;
      expect(decision.state).toBe(state);
      expect(decision.outcome).toMatch(words);
      expect(await app.countSent(id)).toBe(1);
    } finally {
      await client.close();
      await app.clearFaults();
    }
  });

  test('blocks the opposite decision while one is unknown, notifies, and waits for a person', async () => {
    const id = await app.placeImport();
    await app.injectFault('reset-after');
    const unknown = await decide(id, 'accept');
    await app.clearFaults();
    expect(unknown.state).toBe('unknown');
    expect(await app.listStaffEvents(id)).toMatchObject([{ kind: 'outcome_unknown' }]);
    await expect(decide(id, 'reject', jonas)).rejects.toMatchObject({ code: 'conflict' });
    const own = { environment: 'live' as const, importId: id, decisionId: unknown.id };
    await expect(
      resolveDecision(app.deps, { caller: jonas, ...own, resolution: 'settled_done', reason: '  ' }),
    ).rejects.toMatchObject({ code: 'invalid' });
    const settled = await resolveDecision(app.deps, {
      caller: jonas,
      ...own,
      resolution: 'settled_done',
      reason: 'Marta at the operator, by phone',
    });
    expect(settled).toMatchObject({ state: 'resolved', resolution: 'settled_done' });
    expect(await app.countSent(id)).toBe(1);
  });

  test('sends a second time only after a person chooses "send again"', async () => {
    const id = await app.placeImport();
    await app.injectFault('reset-before');
    const unknown = await decide(id, 'accept');
    await app.clearFaults();
    const again = await resolveDecision(app.deps, {
      caller: jonas,
      environment: 'live',
      importId: id,
      decisionId: unknown.id,
      resolution: 'send_again',
      reason: 'They say it never arrived',
    });
    expect(again).toMatchObject({ state: 'confirmed', sends: 2 });
    expect(await app.countSent(id)).toBe(2);
    const entries = (await listAuditAfter(app.deps.database.db, 0, 1000)).filter((e) => e.subject === id);
    expect(entries.find((e) => e.action === 'sponsorship.resolved')?.after).toMatchObject({
      reason: 'They say it never arrived',
    });
  });

  test('shown as a proposal, waits for a second person although the policy no longer requires one', async () => {
    const id = await app.placeImport();
    const proposal = await decide(id, 'accept', ines, { needsSecond: true });
    expect(proposal).toMatchObject({ state: 'proposed', needsSecond: true });
    const approval = { decisionId: proposal.id };
    await expect(decide(id, 'accept', ines, approval)).rejects.toMatchObject({ code: 'conflict' });
    expect(await app.countSent(id)).toBe(0);
    expect(await decide(id, 'accept', jonas, approval)).toMatchObject({ state: 'confirmed' });
  });

  test('sends exactly one of fifty concurrent accepts and rejects', async () => {
    const id = await app.placeImport();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => decide(id, n % 2 === 0 ? 'accept' : 'reject', n % 3 === 0 ? ines : jonas)),
    );
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1);
    expect(await app.countSent(id)).toBe(1);
    const decisions = await listDecisions(app.deps.database.db, 'live', id);
    expect(decisions).toHaveLength(1);
    const steps = await listDecisionSteps(
      app.deps.database.db,
      decisions.map((d) => d.id),
    );
    expect(steps.map((s) => s.to)).toEqual(['proposed', 'approved', 'sending', 'confirmed']);
  });

  test('appends every step to the audit log, and its chain is valid', async () => {
    const id = await app.placeImport();
    await decide(id, 'accept');
    const entries = (await listAuditAfter(app.deps.database.db, 0, 1000)).filter((e) => e.subject === id);
    expect(entries.map((e) => e.action).sort()).toEqual([
      'sponsorship.approved',
      'sponsorship.confirmed',
      'sponsorship.sending',
    ]);
    expect(await verifyAudit(app.deps, app.deps.database.db)).toMatchObject({ ok: true });
  });
});

describe('policy', () => {
  let app: Awaited<ReturnType<typeof openSponsorship>>;
  beforeAll(async () => {
    app = await openSponsorship(await openTestDatabase());
    await putPolicy(app.deps.database, 1, {
      secondPerson: { when: 'always' },
      monthlyBudget: 4,
      reasonRequired: true,
    });
  });
  afterAll(() => app.close());

  const accept = (importId: string, caller = ines, change: Partial<DecideBody> = {}) =>
    decideSponsorship(app.deps, {
      caller,
      environment: 'live',
      importId,
      kind: 'accept',
      body: { ...body, ...change },
    });

  async function whileAdaIsNoAdmin(check: () => Promise<void>) {
    const { db } = app.deps.database;
    for (const [change, back] of [
      [{ role: 'approver' }, { role: 'admin' }],
      [{ disabledAt: new Date() }, { disabledAt: null }],
    ] as const) {
      await updateStaff(db, staffId('Ada'), change);
      await check();
      await updateStaff(db, staffId('Ada'), back);
    }
  }

  test('requires a second, different person', async () => {
    const id = await app.placeImport();
    const proposed = await accept(id);
    expect(proposed).toMatchObject({ state: 'proposed', needsSecond: true });
    await expect(accept(id, ines, { decisionId: proposed.id })).rejects.toMatchObject({ code: 'conflict' });
    expect(await app.countSent(id)).toBe(0);
    expect(await accept(id, jonas, { decisionId: proposed.id })).toMatchObject({ state: 'confirmed' });
    expect(await app.countSent(id)).toBe(1);
  });

  test('rejects an approval by someone who saw no proposal, or a different one', async () => {
    const id = await app.placeImport();
    const proposed = await accept(id);
    await expect(accept(id, jonas, { decisionId: null })).rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringMatching(/^Ines’s acceptance is waiting for a second person\./),
    });
    await expect(accept(id, jonas, { decisionId: 'another' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await app.countSent(id)).toBe(0);
    expect(await accept(id, jonas, { decisionId: proposed.id })).toMatchObject({ state: 'confirmed' });
  });

  test('the database rejects the same person as proposer and approver', async () => {
    const id = await app.placeImport();
    const proposed = await accept(id);
    const { actor } = ines;
    if (actor.kind !== 'staff') throw new Error('staff expected');
    await expect(
      moveDecision(app.deps.database.db, {
        id: proposed.id,
        from: 'proposed',
        to: 'approved',
        set: { approvedById: actor.id, approvedBy: actor.name, approvedAt: new Date() },
        step: { at: new Date(), by: actor.name, explanation: 'approved' },
      }),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('decisions_two_people') } });
  });

  test('allows a withdrawn proposal to be made again', async () => {
    const id = await app.placeImport();
    const proposed = await accept(id);
    await withdrawDecision(app.deps, {
      caller: ines,
      environment: 'live',
      importId: id,
      decisionId: proposed.id,
      reason: '',
    });
    await expect(accept(id, jonas, { decisionId: proposed.id })).rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringMatching(/^The earlier decision was withdrawn\./),
    });
    expect(await accept(id, jonas)).toMatchObject({ state: 'proposed' });
  });

  test('lets an approver overturn a confirmed decision only if an admin still proposes it', async () => {
    const id = await app.placeImport();
    const rejection = { caller: ines, environment: 'live', importId: id, kind: 'reject', body } as const;
    const { id: rejectionId } = await decideSponsorship(app.deps, rejection);
    const proposed = await accept(id, ada, { decisionId: rejectionId });
    expect(proposed).toMatchObject({ state: 'proposed' });
    await whileAdaIsNoAdmin(() =>
      expect(accept(id, ines, { decisionId: proposed.id })).rejects.toMatchObject({
        code: 'forbidden',
        userMessage: expect.stringMatching(/^Only an admin may change a confirmed decision\./),
      }),
    );
    expect(await app.countSent(id)).toBe(1);
    expect(await accept(id, ines, { decisionId: proposed.id })).toMatchObject({ state: 'confirmed' });
  });

  test('requires a reason when the policy says so', async () => {
    const id = await app.placeImport();
    await expect(accept(id, ines, { reason: ' ' })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('lets only an admin with a reason exceed the budget', async () => {
    const second = await app.placeImport();
    const { id } = await accept(second);
    await accept(second, jonas, { decisionId: id });
    const third = await app.placeImport();
    await expect(accept(third)).rejects.toMatchObject({ code: 'conflict' });
    await expect(accept(third, ines, { overrideBudget: true })).rejects.toMatchObject({ code: 'forbidden' });
    const proposed = await accept(third, ada, { overrideBudget: true });
    expect(proposed).toMatchObject({ state: 'proposed', overBudget: true });
    await expect(accept(third, ada, { decisionId: proposed.id })).rejects.toMatchObject({ code: 'conflict' });
    await whileAdaIsNoAdmin(() =>
      expect(accept(third, ines, { decisionId: proposed.id })).rejects.toMatchObject({
        code: 'forbidden',
        userMessage: 'Ada proposed to exceed the budget and is no longer an admin. An admin has to approve this.',
      }),
    );
    expect(await accept(third, ines, { decisionId: proposed.id })).toMatchObject({ state: 'confirmed' });
    const fourth = await app.placeImport();
    const { id: decisionId } = await accept(fourth, ada, { overrideBudget: true });
    const { db } = app.deps.database;
    await updateStaff(db, staffId('Ada'), { disabledAt: new Date() });
    const bo = staffCaller('Bo', 'admin');
    await addStaff(db, bo);
    expect(await accept(fourth, bo, { decisionId })).toMatchObject({ state: 'confirmed' });
  });
});
