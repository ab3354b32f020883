import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DecideBody } from '../contract/decisions';
import { createManualClock } from '../core/testing/manual-clock';
import { readLostAttempts } from '../imports/creation/read-lost-attempts';
import { settleAttempts } from '../imports/creation/settle-attempts';
import { settleManually } from '../imports/creation/settle-manually';
import { observe } from '../imports/observations/observe';
import { listAuditAfter } from '../store/events/audit';
import { getAttempt, moveAttempt, recordAttempt } from '../store/imports/creation-attempts';
import { getImport } from '../store/imports/imports';
import { decisions } from '../store/schema/sponsorship';
import { listDecisions } from '../store/sponsorship/decisions';
import { findOpenRequest } from '../store/sponsorship/full-requests';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { decideSponsorship } from './decide-sponsorship';
import { expireLeases } from './expire-leases';
import { linkStartedImports } from './link-started-imports';
import { readQueue } from './read-queue';
import { requestFullMigration } from './request-full-migration';
import { resolveDecision } from './resolve-decision';
import { startFullMigration } from './start-full-migration';
import { runDecisionJobs } from './testing/run-decision-jobs';
import { openSponsorship, putPolicy } from './testing/open-sponsorship';
import { staffCaller } from './testing/staff-caller';

const ines = staffCaller('Ines');

forEachEngineAtFullSize((_engine, open) => {
  let app: Awaited<ReturnType<typeof openSponsorship>>;
  let version = 0;
  beforeAll(async () => {
    app = await openSponsorship(await open());
  });
  afterAll(() => app.close());

  const start = (
    change: {
      attempt?: string;
      caller?: typeof ines;
      reason?: string;
      username?: string;
      tool?: string;
      creation?: typeof app.creation;
      deps?: typeof app.deps;
    } = {},
  ) =>
    startFullMigration(change.deps ?? app.deps, change.creation ?? app.creation, {
      caller: change.caller ?? ines,
      environment: 'live',
      attempt: change.attempt ?? randomUUID(),
      reason: change.reason ?? 'agreed with sales',
      fields: {
        source_tool: change.tool ?? 'Zendesk',
        destination_username: change.username ?? `full-${randomUUID().slice(0, 8)}@acme.example`,
        start_full: true,
      },
    });
  /** Resolves only when both callers are waiting for it. */
  const meet = () => {
    let waiting = 0;
    let go: () => void;
    const both = new Promise<void>((resolve) => (go = resolve));
    return () => {
      if (++waiting === 2) go();
      return both;
    };
  };
  const meetAtList = (): typeof app.creation => {
    const both = meet();
    const listImports: typeof app.creation.client.listImports = async (call) => {
      await both();
      return app.creation.client.listImports(call);
    };
    return { ...app.creation, client: { ...app.creation.client, listImports } };
  };
  const policy = (change: Parameters<typeof putPolicy>[2]) => putPolicy(app.deps.database, ++version, change);
  const spentSoFar = async () => {
    const queue = await readQueue(app.deps.database.db, {
      environment: 'live',
      now: new Date(),
      whoPays: 'partner',
    });
    return queue.budget.confirmed + queue.budget.unknown + queue.budget.sending;
  };

  test('confirms after a complete response and links the decision to the new import', async () => {
    const { attempt } = await start();
    expect(attempt.state).toBe('created');
    const [decision] = await listDecisions(app.deps.database.db, 'live', attempt.importId ?? '');
    expect(decision).toMatchObject({ kind: 'start_full', state: 'confirmed', sends: 1, reason: 'agreed with sales' });
  });

  test('lets exactly one of two through at the last free place in the budget', async () => {
    await policy({ monthlyBudget: (await spentSoFar()) + 1 });
    const before = await app.countCreated();
    const attempts = [randomUUID(), randomUUID()];
    // Holds both after the first budget check, so that only the lock decides.
    const creation = meetAtList();
    const results = await Promise.allSettled(attempts.map((attempt) => start({ attempt, creation })));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await app.countCreated()).toBe(before + 1);
    // A rejected creation is known not to exist.
    const states = await Promise.all(attempts.map((id) => getAttempt(app.deps.database.db, id)));
    expect(states.map((row) => row?.state).sort()).toEqual(['created', 'not_created']);
    await policy({});
  });

  test('shares the last free place in the budget with an acceptance', async () => {
    await policy({ monthlyBudget: (await spentSoFar()) + 1 });
    const before = await app.countCreated();
    const importId = await app.placeImport();
    const body = { reason: 'agreed', note: '', overrideBudget: false };
    const results = await Promise.allSettled([
      start(),
      decideSponsorship(app.deps, { caller: ines, environment: 'live', importId, kind: 'accept', body }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await app.countCreated()) - before + (await app.countSent(importId))).toBe(1);
    await policy({});
  });

  test('returns the first result to a second click, even at the budget limit', async () => {
    await policy({ monthlyBudget: (await spentSoFar()) + 1 });
    const first = { attempt: randomUUID(), username: 'twice@acme.example' };
    const made = await start(first);
    const again = await start(first);
    expect(again.attempt.importId).toBe(made.attempt.importId);
    await expect(start()).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'start_full' }] });
    await policy({});
  });

  test('is refused once the budget is used up, because no second person can approve it', async () => {
    await policy({ monthlyBudget: await spentSoFar() });
    const before = await app.countCreated();
    await expect(start({ caller: staffCaller('Ada', 'admin') })).rejects.toMatchObject({
      errors: [
        { field: 'start_full', message: expect.stringMatching(/budget .* used up.*propose to accept it instead/) },
      ],
    });
    expect(await app.countCreated()).toBe(before);
    await policy({});
  });

  test('rejects non-approvers, a required second person, and a missing required reason', async () => {
    const before = await app.countCreated();
    await expect(start({ caller: staffCaller('Al', 'agent') })).rejects.toMatchObject({ code: 'forbidden' });
    await policy({ secondPerson: { when: 'above_records', n: 1000 } });
    await expect(start()).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'start_full' }] });
    await policy({ reasonRequired: true });
    await expect(start({ reason: ' ' })).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'reason' }] });
    expect(await app.countCreated()).toBe(before);
    await policy({});
  });

  test('stays unknown without a response, and is linked to the import once that is found', async () => {
    const username = `lost-${randomUUID().slice(0, 8)}@acme.example`;
    const attempt = randomUUID();
    await app.injectFault('reset-after', {}, { method: 'POST', path: '/imports' });
    const lost = await start({ attempt, username });
    await app.clearFaults();
    expect(lost.attempt.state).toBe('unknown');
    const queue = () => readQueue(app.deps.database.db, { environment: 'live', now: new Date(), whoPays: 'partner' });
    // Until the import is known, the queue shows the customer only.
    expect((await queue()).nameless).toMatchObject([{ username, tool: 'Zendesk', decision: { state: 'unknown' } }]);
    await runDecisionJobs(app.deps);
    expect((await queue()).nameless).toHaveLength(1);

    await settleAttempts(app.creation);
    await runDecisionJobs(app.deps);
    const found = await getAttempt(app.deps.database.db, attempt);
    expect(found).toMatchObject({ state: 'adopted' });
    const importId = found?.importId ?? '';
    const [decision] = await listDecisions(app.deps.database.db, 'live', importId);
    expect(decision).toMatchObject({ kind: 'start_full', state: 'unknown', sends: 1 });
    const now = await queue();
    expect(now.nameless).toEqual([]);
    expect(now.unknown.map((item) => item.importId)).toContain(importId);

    const settled = await resolveDecision(app.deps, {
      caller: ines,
      environment: 'live',
      importId,
      decisionId: decision?.id ?? '',
      resolution: 'settled_done',
      reason: 'Marta at the operator, by phone',
    });
    expect(settled).toMatchObject({ state: 'resolved', resolution: 'settled_done' });
  });

  describe('when several imports could be the lost one', () => {
    const al = staffCaller('Al', 'agent');
    const newName = () => `several-${randomUUID().slice(0, 8)}@acme.example`;
    /** Both are listed before either is created, so each finds two new imports. */
    const loseReplies = async (username: string, ...tools: string[]) => {
      await app.injectFault('reset-after', {}, { method: 'POST', path: '/imports' });
      const creation = tools.length === 2 ? meetAtList() : app.creation;
      const lost = await Promise.all(tools.map((tool) => start({ username, tool, creation })));
      await app.clearFaults();
      await settleAttempts(app.creation);
      return lost.map(({ attempt }) => attempt.id);
    };
    const settle = (
      attempt: string,
      importId: string | null,
      caller = ines,
      environment: 'live' | 'sandbox' = 'live',
    ) => settleManually(app.creation, { caller, environment, attempt, importId });
    const listed = async (attempt: string, caller = ines) =>
      (await readLostAttempts(app.creation, { environment: 'live', caller })).find(({ id }) => id === attempt);
    const attemptOf = (id: string) => getAttempt(app.deps.database.db, id);
    const decisionOf = async (attempt: string) => {
      const { db } = app.deps.database;
      const [row] = await db.select().from(decisions).where(eq(decisions.attemptId, attempt));
      return row;
    };
    const resolve = async (attempt: string, resolution: 'settled_done' | 'settled_not_done', deps = app.deps) => {
      const { id = '' } = (await decisionOf(attempt)) ?? {};
      const subject = { environment: 'live', importId: id, decisionId: id } as const;
      return resolveDecision(deps, { ...subject, caller: ines, resolution, reason: 'Marta, by phone' });
    };

    test('an approver chooses it once the decision is settled, and the decision is linked', async () => {
      const username = newName();
      const [lost = '', other = ''] = await loseReplies(username, 'Zendesk', 'Freshdesk');
      const candidates = (await listed(lost))?.candidates ?? [];
      expect(candidates).toHaveLength(2);
      const [importId = '', otherId = ''] = candidates;
      for (const caller of [ines, al]) {
        expect(await listed(lost, caller)).toMatchObject({ waitsFor: 'decision' });
        for (const named of [importId, null]) {
          await expect(settle(lost, named, caller)).rejects.toMatchObject({ code: 'conflict' });
        }
      }
      await resolve(lost, 'settled_done');
      expect(await listed(lost, al)).toMatchObject({ waitsFor: 'approver' });
      expect(await listed(lost)).toMatchObject({ waitsFor: null, startFull: true });
      await expect(settle(lost, importId, al)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(settle(lost, importId, ines, 'sandbox')).rejects.toMatchObject({ code: 'not_found' });
      await expect(start({ username })).rejects.toMatchObject({ code: 'conflict' });

      // Two people who choose the same import for two attempts. Both were shown it.
      await resolve(other, 'settled_done');
      const both = meet();
      const transaction: typeof app.deps.database.transaction = async (run) => {
        await both();
        return app.deps.database.transaction(run);
      };
      const creation = { ...app.creation, database: { ...app.creation.database, transaction } };
      const choice = { environment: 'live', importId } as const;
      const results = await Promise.allSettled([
        settleManually(creation, { ...choice, caller: ines, attempt: lost }),
        settleManually(creation, { ...choice, caller: staffCaller('Jonas'), attempt: other }),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const [winner, loser] = results[0]?.status === 'fulfilled' ? [lost, other] : [other, lost];
      expect(await attemptOf(winner)).toMatchObject({ state: 'adopted', importId });
      expect(await attemptOf(loser)).toMatchObject({ state: 'unknown', importId: null });
      expect((await listed(loser))?.candidates).toEqual([otherId]);
      await settle(loser, otherId);
      await expect(settle(loser, null)).rejects.toMatchObject({ code: 'conflict' });
      const audit = await listAuditAfter(app.deps.database.db, 0, 1000);
      expect(audit.findLast(({ subject }) => subject === otherId)).toMatchObject({
        action: 'import.creation_adopted',
        actorId: expect.any(String) as string,
      });

      await requestFullMigration(app.deps, {
        caller: al,
        environment: 'live',
        importId,
        source: 'agent',
        verified: true,
        message: '',
      });
      await runDecisionJobs(app.deps);
      expect(await listDecisions(app.deps.database.db, 'live', importId)).toMatchObject([
        { kind: 'start_full', attemptId: winner, resolution: 'settled_done' },
      ]);
      expect(await getImport(app.deps.database.db, 'live', importId)).toMatchObject({ decision: 'accepted' });
      expect(await findOpenRequest(app.deps.database.db, 'live', importId)).toBeUndefined();
    });

    /** A sponsored start without a reply, settled as carried out, whose import a lookup finds before it is linked. */
    const findSettledStart = async () => {
      const username = newName();
      await app.injectFault('reset-after', {}, { method: 'POST', path: '/imports' });
      const { attempt } = await start({ username });
      await app.clearFaults();
      await resolve(attempt.id, 'settled_done');
      const call = { environment: 'live', lane: 'decision', person: null, username } as const;
      const [found] = (await app.creation.client.listImports(call)).value;
      const importId = found?.id ?? '';
      const status = 'Sample migration completed';
      const about = { username };
      await observe(app.observer, {
        environment: 'live',
        source: 'lookup',
        status,
        seenAt: new Date(),
        about,
        importId,
      });
      return importId;
    };

    test('an acceptance of the lost import is not sent once the settled decision is linked to it', async () => {
      const propose = async () => {
        const importId = await findSettledStart();
        const accept = (caller: typeof ines, change: Partial<DecideBody>) =>
          decideSponsorship(
            { ...app.deps, holdMs: 1 },
            {
              caller,
              environment: 'live',
              importId,
              kind: 'accept',
              body: { reason: '', note: '', overrideBudget: false, ...change },
            },
          );
        const { id: decisionId } = await accept(ines, { needsSecond: true });
        return { importId, approve: () => accept(staffCaller('Jonas'), { decisionId }) };
      };
      const proposed = await propose();
      const approved = await propose();
      expect(await approved.approve()).toMatchObject({ state: 'approved' });
      await settleAttempts(app.creation);
      await linkStartedImports(app.deps);
      await expect(proposed.approve()).rejects.toMatchObject({
        code: 'conflict',
        userMessage: 'Sponsorship was already accepted for this import.',
      });
      await runDecisionJobs(app.deps);
      expect(await listDecisions(app.deps.database.db, 'live', approved.importId)).toMatchObject([
        { state: 'refused', sends: 0, outcome: 'Not sent. Sponsorship was already accepted for this import.' },
        { kind: 'start_full', resolution: 'settled_done' },
      ]);
      expect((await app.countSent(proposed.importId)) + (await app.countSent(approved.importId))).toBe(0);
    });

    test('a rejection of the lost import is not sent once the settled decision is linked to it', async () => {
      const importId = await findSettledStart();
      const body = { reason: '', note: '', overrideBudget: false };
      const rejection = { caller: ines, environment: 'live', importId, kind: 'reject', body } as const;
      await decideSponsorship({ ...app.deps, holdMs: 1 }, rejection);
      await settleAttempts(app.creation);
      await linkStartedImports(app.deps);
      await runDecisionJobs(app.deps);
      expect(await listDecisions(app.deps.database.db, 'live', importId)).toMatchObject([
        {
          kind: 'reject',
          state: 'refused',
          sends: 0,
          outcome: 'Not sent. Sponsorship was already accepted for this import.',
        },
        { kind: 'start_full', resolution: 'settled_done' },
      ]);
      expect(await app.countSent(importId)).toBe(0);
      expect(await getImport(app.deps.database.db, 'live', importId)).toMatchObject({ decision: 'accepted' });
    });

    test('a rejection of the import is not sent once its start is confirmed', async () => {
      const attempt = randomUUID();
      let importId = '';
      const checkpoint = async (at: string) => {
        if (at !== 'before_outcome') return;
        importId = (await attemptOf(attempt))?.importId ?? '';
        const body = { reason: '', note: '', overrideBudget: false };
        const rejection = { caller: ines, environment: 'live', importId, kind: 'reject', body } as const;
        await decideSponsorship({ ...app.deps, holdMs: 1 }, rejection);
      };
      await start({ attempt, deps: { ...app.deps, checkpoint } });
      await runDecisionJobs(app.deps);
      expect(await listDecisions(app.deps.database.db, 'live', importId)).toMatchObject([
        { kind: 'reject', state: 'refused', outcome: 'Not sent. Sponsorship was already accepted for this import.' },
        { kind: 'start_full', state: 'confirmed' },
      ]);
      expect(await app.countSent(importId)).toBe(0);
    });

    test('“Send again” is refused once the settled decision is linked to the lost import', async () => {
      const importId = await findSettledStart();
      const target = { environment: 'live', importId } as const;
      const body = { reason: '', note: '', overrideBudget: false };
      await app.injectFault('reset-after');
      const unknown = await decideSponsorship(app.deps, { caller: ines, ...target, kind: 'accept', body });
      expect(unknown).toMatchObject({ state: 'unknown' });
      await settleAttempts(app.creation);
      await linkStartedImports(app.deps);
      const again = { resolution: 'send_again', reason: 'They say it never arrived' } as const;
      const caller = staffCaller('Jonas');
      await expect(
        resolveDecision(app.deps, { caller, ...target, decisionId: unknown.id, ...again }),
      ).rejects.toMatchObject({
        code: 'conflict',
        userMessage: 'Sponsorship was already accepted for this import.',
      });
      expect(await app.countSent(importId)).toBe(1);
    });

    test('creates nothing if the process was suspended until the decision was settled', async () => {
      const clock = createManualClock(new Date());
      const before = await app.countCreated();
      const attempt = randomUUID();
      const checkpoint = async (at: string) => {
        if (at !== 'claimed') return;
        await app.deps.database.db
          .update(decisions)
          .set({ leaseUntil: new Date(0) })
          .where(eq(decisions.attemptId, attempt));
        await expireLeases(app.deps);
        await resolve(attempt, 'settled_not_done');
        await clock.advance(61_000);
      };
      await expect(start({ attempt, deps: { ...app.deps, clock, checkpoint } })).rejects.toMatchObject({
        userMessage: 'Landfall was interrupted before the call.',
      });
      expect(await app.countCreated()).toBe(before);
      expect(await getAttempt(app.deps.database.db, attempt)).toMatchObject({ state: 'not_created' });
    });

    test('“Not carried out” settles the attempt, too, so that the customer can be started again', async () => {
      const username = newName();
      const [lost = ''] = await loseReplies(username, 'Zendesk', 'Freshdesk');
      await resolve(lost, 'settled_not_done');
      expect(await attemptOf(lost)).toMatchObject({
        state: 'not_created',
        message: 'Ines reported that nothing was created.',
      });
      const audit = await listAuditAfter(app.deps.database.db, 0, 1000);
      expect(audit.slice(-2)).toMatchObject([
        { action: 'import.creation_not_created', subject: username, after: { attempt: lost } },
        { action: 'sponsorship.resolved' },
      ]);
      expect((await start({ username })).attempt.state).toBe('created');
    });

    test('“Not carried out” does not change an attempt that a lookup has settled', async () => {
      const username = newName();
      const [lost = ''] = await loseReplies(username, 'Zendesk');
      const found = await attemptOf(lost);
      expect(found).toMatchObject({ state: 'adopted' });
      await resolve(lost, 'settled_not_done');
      expect(await attemptOf(lost)).toEqual(found);
    });

    test('a reply after “Not carried out” still names the import', async () => {
      const attempt = randomUUID();
      const timing = { callDeadlineMs: 1000, leaseMs: 0, pickUpMs: 60_000 };
      const checkpoint = async (at: string) => {
        if (at !== 'after_call') return;
        await expireLeases(app.deps);
        await moveAttempt(app.deps.database.db, { id: attempt, from: ['sending'], to: 'unknown' });
        await resolve(attempt, 'settled_not_done');
        expect(await attemptOf(attempt)).toMatchObject({ state: 'not_created' });
      };
      await start({ attempt, deps: { ...app.deps, timing, checkpoint } });
      const late = await attemptOf(attempt);
      expect(late).toMatchObject({ state: 'created', importId: expect.any(String) as string });
      expect(await decisionOf(attempt)).toMatchObject({
        state: 'confirmed',
        resolution: null,
        importId: late?.importId,
        lateAnswer: { says: expect.stringContaining('Confirmed by the service') as string },
      });
    });

    test('sends nothing for an attempt that was settled before its decision was stored', async () => {
      const attempt = randomUUID();
      const before = await app.countCreated();
      const transaction: typeof app.deps.database.transaction = async (run) => {
        // As the job does when the lease has expired.
        await moveAttempt(app.deps.database.db, { id: attempt, from: ['sending'], to: 'unknown' });
        await settle(attempt, null);
        return app.deps.database.transaction(run);
      };
      const deps = { ...app.deps, database: { ...app.deps.database, transaction } };
      await expect(start({ attempt, deps })).rejects.toMatchObject({ code: 'conflict' });
      expect(await app.countCreated()).toBe(before);
      expect(await decisionOf(attempt)).toBeUndefined();
    });

    test('without a decision after a restore, an approver chooses among all imports of the customer', async () => {
      const username = newName();
      const importId = await app.placeImport(username);
      const row = { environment: 'live', username, tool: 'Zendesk', startFull: true, state: 'unknown' } as const;
      const { id } = (
        await recordAttempt(app.deps.database.db, { ...row, id: randomUUID(), by: 'Ines', createdAt: new Date() })
      ).row;
      const startedMs = app.creation.clock.now().getTime();
      for (const minute of [0, 1, 2, 3]) {
        const clock = { ...app.creation.clock, now: () => new Date(startedMs + 60_000 * minute) };
        await settleAttempts({ ...app.creation, clock });
      }
      expect((await getAttempt(app.deps.database.db, id))?.lookups).toHaveLength(2);
      expect(await listed(id)).toMatchObject({
        waitsFor: null,
        candidates: [importId],
        message: 'We do not know which imports the customer had before. Check them and decide.',
      });
      await expect(settle(id, null, al)).rejects.toMatchObject({ code: 'forbidden' });
      expect(await settle(id, importId)).toMatchObject({ state: 'adopted', importId });
    });
  });
});
