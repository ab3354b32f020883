import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBackgroundJobs } from '../core/background-jobs';
import { systemClock } from '../core/clock';
import { createMetrics } from '../core/metrics';
import { eventually } from '../core/testing/eventually';
import { createManualClock } from '../core/testing/manual-clock';
import { openClient } from '../service/testing/open-client';
import { changeChannel, recordChange } from '../store/events/changes';
import { getDecision, insertDecision } from '../store/sponsorship/decisions';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { decisions } from '../store/schema/sponsorship';
import { createLeaseJob } from './expire-leases';
import { createSendJob, sendDueDecisions } from './send-due-decisions';
import { defaultTiming } from './sponsorship-deps';
import { openSponsorship } from './testing/open-sponsorship';
import { staffId } from './testing/staff-caller';

const day = 86_400_000;

forEachEngineAtFullSize((_engine, open) => {
  let app: Awaited<ReturnType<typeof openSponsorship>>;
  beforeAll(async () => {
    app = await openSponsorship(await open());
  });
  afterAll(() => app.close());

  const addDue = async (notBefore = new Date(0)) => {
    const importId = await app.placeImport();
    const id = randomUUID();
    const at = new Date();
    const approvedById = staffId('Ines');
    const person = { proposedBy: 'Ines', proposedAt: at, approvedById, approvedBy: 'Ines', approvedAt: at };
    const due = { environment: 'live', kind: 'accept', state: 'approved', notBefore } as const;
    await app.deps.database.transaction(async (tx) => {
      await insertDecision(
        tx,
        { id, importId, ...due, ...person, policyVersion: 0, createdAt: at },
        { by: 'Ines', explanation: 'Approved' },
      );
      await recordChange(tx, { kind: 'decision', environment: 'live', subject: importId });
    });
    return { id, importId };
  };
  const stateOf = async ({ id }: { id: string }) => (await getDecision(app.deps.database.db, id))?.state;

  it('sends the others, including those that become due later, while one send gets no response', async () => {
    const clock = createManualClock(new Date());
    const unanswered = await addDue();
    const others = [await addDue(), await addDue()];
    await app.injectFault('hang', {}, { path: `/imports/${unanswered.importId}/payment/*` });
    const timing = { callDeadlineMs: 20_000, leaseMs: 60_000, pickUpMs: 60_000 };
    const client = openClient({ url: app.simulator.url, token: app.simulator.token, clock });
    const run = sendDueDecisions({ ...app.deps, clock, client, timing }, new AbortController().signal);
    const states = () => Promise.all([unanswered, ...others].map(stateOf));
    await expect.poll(states, eventually).toEqual(['sending', 'confirmed', 'confirmed']);
    await expect.poll(() => app.countSent(unanswered.importId), eventually).toBe(1);

    const later = await addDue();
    await clock.advance(1000);
    await expect.poll(() => stateOf(later), eventually).toBe('confirmed');
    expect(await stateOf(unanswered)).toBe('sending');

    await clock.advance(20_000);
    await run;
    expect(await stateOf(unanswered)).toBe('unknown');
    for (const { importId } of [unanswered, ...others, later]) expect(await app.countSent(importId)).toBe(1);
    await app.clearFaults();
  });

  it('does not send an acceptance once customers pay', async () => {
    const due = await addDue();
    await sendDueDecisions({ ...app.deps, whoPays: 'customer' }, new AbortController().signal);
    expect(await getDecision(app.deps.database.db, due.id)).toMatchObject({
      state: 'refused',
      sends: 0,
      outcome: 'Not sent. Customers buy the full migration themselves (WHO_PAYS).',
    });
    expect(await app.countSent(due.importId)).toBe(0);
  });

  it('sends nothing if the process was suspended between claim and call', async () => {
    const clock = createManualClock(new Date());
    const due = await addDue();
    const checkpoint = async (at: string) => {
      if (at === 'claimed') await clock.advance(31_000);
    };
    await sendDueDecisions({ ...app.deps, clock, checkpoint }, new AbortController().signal);
    expect(await getDecision(app.deps.database.db, due.id)).toMatchObject({
      state: 'approved',
      sends: 0,
      outcome: expect.stringMatching(/^Nothing was sent at .* UTC: Landfall was interrupted before the call\.$/),
    });
    expect(await app.countSent(due.importId)).toBe(0);
  });

  it('starts all due sends at once', async () => {
    const due = [];
    for (let count = 0; count < 12; count++) due.push(await addDue());
    let claimed = 0;
    let allClaimed: () => void;
    const all = new Promise<void>((resolve) => (allClaimed = resolve));
    const checkpoint = async (at: string) => {
      if (at !== 'claimed') return;
      if (++claimed === due.length) allClaimed();
      await all;
    };
    await sendDueDecisions({ ...app.deps, checkpoint }, new AbortController().signal);
    expect(await Promise.all(due.map(stateOf))).toEqual(due.map(() => 'confirmed'));
  });

  it('continues when one send fails, and retries it in the next run', async () => {
    const due = [await addDue(), await addDue()];
    let failures = 0;
    const database: typeof app.deps.database = {
      ...app.deps.database,
      transaction: (work) =>
        failures++ === 0 ? Promise.reject(new Error('no connection')) : app.deps.database.transaction(work),
    };
    await sendDueDecisions({ ...app.deps, database }, new AbortController().signal);
    expect((await Promise.all(due.map(stateOf))).sort()).toEqual(['approved', 'confirmed']);
    await sendDueDecisions(app.deps, new AbortController().signal);
    expect(await Promise.all(due.map(stateOf))).toEqual(['confirmed', 'confirmed']);
  });

  it('sends what another instance held back when the time comes, without asking again and again', async () => {
    const { database } = app.deps;
    const metrics = createMetrics();
    const jobs = startBackgroundJobs({
      ...app.deps,
      clock: systemClock,
      metrics,
      jobs: [createSendJob(app.deps, day)],
    });
    const stopListening = await database.listen(changeChannel, jobs.wake, jobs.wake);
    const held = await addDue(new Date(Date.now() + 700));
    expect(await stateOf(held)).toBe('approved');
    await expect.poll(() => stateOf(held), eventually).toBe('confirmed');
    await stopListening();
    await jobs.stop();
    expect(await app.countSent(held.importId)).toBe(1);
  });

  it('marks a send as unknown when its lease expires, without asking again and again', async () => {
    const { database } = app.deps;
    const sent = await addDue();
    const lease = sql`now() + interval '20 seconds'`;
    await database.db.update(decisions).set({ state: 'sending', leaseUntil: lease }).where(eq(decisions.id, sent.id));
    const { everyMs, early, run } = createLeaseJob(app.deps);
    expect(everyMs).toBeGreaterThanOrEqual(30_000);
    expect(everyMs).toBeLessThan(defaultTiming.leaseMs);
    const untilDueMs = (await early?.untilDueMs?.()) ?? Number.NaN;
    expect(untilDueMs).toBeGreaterThan(0);
    expect(untilDueMs).toBeLessThanOrEqual(20_000);
    await run(new AbortController().signal);
    expect(await stateOf(sent)).toBe('sending');
    await database.db
      .update(decisions)
      .set({ leaseUntil: new Date(0) })
      .where(eq(decisions.id, sent.id));
    await run(new AbortController().signal);
    expect(await stateOf(sent)).toBe('unknown');
    expect(await early?.untilDueMs?.()).toBeUndefined();
  });

  it('lets a call that has left end when it is stopped, and sends it once', async () => {
    const due = await addDue();
    await app.injectFault('latency', { ms: 1000 }, { path: `/imports/${due.importId}/payment/*` });
    const start = () =>
      startBackgroundJobs({
        ...app.deps,
        clock: systemClock,
        metrics: createMetrics(),
        jobs: [createSendJob(app.deps)],
      });
    const jobs = start();
    await expect.poll(() => app.countSent(due.importId), eventually).toBe(1);
    expect(await stateOf(due)).toBe('sending');
    // The instance that replaces it.
    const others = start();
    await jobs.stop();
    expect(await stateOf(due)).toBe('confirmed');
    await others.stop();
    expect(await getDecision(app.deps.database.db, due.id)).toMatchObject({ state: 'confirmed', sends: 1 });
    expect(await app.countSent(due.importId)).toBe(1);
    await app.clearFaults();
  });

  it('returns sends that wait for the rate limit when it is stopped', async () => {
    const due = await addDue();
    const stop = new AbortController();
    const budget = {
      pause: async () => undefined,
      take: (_requester: unknown, signal: AbortSignal) => {
        const given = new Promise<void>((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('given up')), { once: true });
        });
        stop.abort(new Error('stopping'));
        return given;
      },
    };
    // On this clock the call never times out.
    const clock = createManualClock();
    const client = openClient({ url: app.simulator.url, token: app.simulator.token, requestBudget: budget, clock });
    await sendDueDecisions({ ...app.deps, client }, stop.signal);
    expect(await getDecision(app.deps.database.db, due.id)).toMatchObject({ state: 'approved', sends: 0 });
    expect(await app.countSent(due.importId)).toBe(0);
  });
});
