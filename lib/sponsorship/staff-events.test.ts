import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditAfter } from '../store/events/audit';
import type { Database } from '../store/database/database';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { decideSponsorship } from './decide-sponsorship';
import { expireLeases } from './expire-leases';
import { requestFullMigration, type FullRequestInput } from './request-full-migration';
import { resolveDecision } from './resolve-decision';
import { claimDecision } from './claim-decision';
import { openSponsorship } from './testing/open-sponsorship';
import { staffCaller } from './testing/staff-caller';

const ines = staffCaller('Ines');
const jonas = staffCaller('Jonas');
const requestOf = (importId: string | null): FullRequestInput => ({
  caller: ines,
  environment: 'live',
  importId,
  source: 'agent',
  verified: true,
  message: '',
});
const accept = {
  caller: ines,
  environment: 'live',
  kind: 'accept',
  body: { reason: '', note: '', overrideBudget: false },
} as const;

/** Ends before each commit. */
const failing = (database: Database): Database => ({
  ...database,
  transaction: (work) =>
    database.transaction(async (tx) => {
      await work(tx);
      throw new Error('killed before the commit');
    }),
});

/** Ends after the first commit. */
const killed = (database: Database): Database => ({
  ...database,
  transaction: async (work) => {
    await database.transaction(work);
    throw new Error('killed after the commit');
  },
});

forEachEngineAtFullSize((_, open) => {
  let app: Awaited<ReturnType<typeof openSponsorship>>;
  beforeAll(async () => {
    app = await openSponsorship(await open());
  });
  afterAll(() => app.close());
  const beforeCommit = () => ({ ...app.deps, database: failing(app.deps.database) });
  const afterCommit = () => ({ ...app.deps, database: killed(app.deps.database) });

  test('records a request for staff once, in the transaction of the request', async () => {
    const id = await app.placeImport();
    await expect(requestFullMigration(beforeCommit(), requestOf(id))).rejects.toThrow('before the commit');
    expect(await app.listStaffEvents(id)).toEqual([]);
    await expect(requestFullMigration(afterCommit(), requestOf(id))).rejects.toThrow('after the commit');
    await requestFullMigration(app.deps, requestOf(id));
    expect(await app.listStaffEvents(id)).toMatchObject([
      { kind: 'request_waiting', environment: 'live', data: { text: 'A full migration was requested.' } },
    ]);
  });

  test('does not say that a complete sample that is queued was requested, and names no customer', async () => {
    const id = await app.placeImport();
    await requestFullMigration(app.deps, { ...requestOf(id), source: 'sample_complete' });
    expect(await app.listStaffEvents(id)).toMatchObject([{ data: { text: 'Queued because the sample is complete.' } }]);
  });

  test('records a request that matches no import', async () => {
    await requestFullMigration(app.deps, { ...requestOf(null), username: 'ops@acme.example' });
    expect(await app.listStaffEvents(null)).toMatchObject([
      { kind: 'request_waiting', data: { text: 'A request matched no import.' } },
    ]);
  });

  test('records an expired lease for staff once, in the transaction that marks it unknown', async () => {
    const id = await app.placeImport();
    const timing = { callDeadlineMs: 1000, leaseMs: 0, pickUpMs: 60_000 };
    const held = await decideSponsorship({ ...app.deps, holdMs: 60_000 }, { ...accept, importId: id });
    await claimDecision({ ...app.deps, timing }, held.id, ines);
    await expect(expireLeases(beforeCommit())).rejects.toThrow('before the commit');
    expect(await app.listStaffEvents(id)).toEqual([]);
    await expect(expireLeases(afterCommit())).rejects.toThrow('after the commit');
    await expireLeases(app.deps);
    expect(await app.listStaffEvents(id)).toMatchObject([
      {
        kind: 'outcome_unknown',
        data: { text: 'Accept sponsorship: not confirmed by the service. No reply was recorded in time.' },
      },
    ]);
  });

  test('shows a reply that arrives after the lease, and records it for open pages and in the audit', async () => {
    const { database } = app.deps;
    const id = await app.placeImport();
    const timing = { callDeadlineMs: 1000, leaseMs: 0, pickUpMs: 60_000 };
    const checkpoint = async (at: string) => {
      if (at === 'before_outcome') await expireLeases(app.deps);
    };
    const decision = await decideSponsorship({ ...app.deps, timing, checkpoint }, { ...accept, importId: id });
    const lateAnswer = expect.stringMatching(/^Confirmed by the service at .* UTC\.$/) as string;
    expect(decision).toMatchObject({ state: 'unknown', outcome: 'No reply was recorded in time.', lateAnswer });
    const audit = (await listAuditAfter(database.db, 0, 1000)).filter(({ subject }) => subject === id);
    expect(audit.at(-1)).toMatchObject({ action: 'sponsorship.late_answer', after: { outcome: lateAnswer } });
  });

  test('records again when a decision that was to be sent again is not sent', async () => {
    const id = await app.placeImport();
    await app.injectFault('reset-after');
    const unknown = await decideSponsorship(app.deps, { ...accept, importId: id });
    expect(await app.listStaffEvents(id)).toHaveLength(1);
    await app.injectFault('rate-limited', { retryAfter: 3600 });
    await resolveDecision(app.deps, {
      caller: jonas,
      environment: 'live',
      importId: id,
      decisionId: unknown.id,
      resolution: 'send_again',
      reason: 'They say it never arrived',
    });
    expect(await app.listStaffEvents(id)).toMatchObject([
      { data: { text: expect.stringContaining('not confirmed by the service.') } },
      { data: { text: expect.stringContaining('The outcome of the earlier send is still unknown.') } },
    ]);
  });
});
