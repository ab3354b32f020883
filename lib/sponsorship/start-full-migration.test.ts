import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleAttempts } from '../imports/creation/settle-attempts';
import { getAttempt } from '../store/imports/creation-attempts';
import { listDecisions } from '../store/sponsorship/decisions';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { decideSponsorship } from './decide-sponsorship';
import { readQueue } from './read-queue';
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
      creation?: typeof app.creation;
    } = {},
  ) =>
    startFullMigration(app.deps, change.creation ?? app.creation, {
      caller: change.caller ?? ines,
      environment: 'live',
      attempt: change.attempt ?? randomUUID(),
      reason: change.reason ?? 'agreed with sales',
      fields: {
        source_tool: 'Zendesk',
        destination_username: change.username ?? `full-${randomUUID().slice(0, 8)}@acme.example`,
        start_full: true,
      },
    });
  /** Resolves the real list only when `count` callers are waiting for it. */
  const untilAll = (count: number): typeof app.creation.client.listImports => {
    let waiting = 0;
    let go: () => void;
    const all = new Promise<void>((resolve) => (go = resolve));
    return async (call) => {
      if (++waiting === count) go();
      await all;
      return app.creation.client.listImports(call);
    };
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
    const creation = { ...app.creation, client: { ...app.creation.client, listImports: untilAll(2) } };
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
});
