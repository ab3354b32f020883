import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DecisionState } from '../contract/decisions';
import { LandfallError } from '../core/errors';
import { listDecisions, listDecisionSteps } from '../store/sponsorship/decisions';
import { openTestDatabase } from '../store/testing/open-test-database';
import { decideSponsorship } from './decide-sponsorship';
import { resolveDecision, withdrawDecision } from './resolve-decision';
import { runDecisionJobs } from './testing/run-decision-jobs';
import { openSponsorship, putPolicy } from './testing/open-sponsorship';
import { staffCaller } from './testing/staff-caller';

/**
 * Runs random actions by random people under random faults, on a real database and over HTTP, and compares the result
 * with a small model.
 */
let app: Awaited<ReturnType<typeof openSponsorship>>;
beforeAll(async () => {
  app = await openSponsorship(await openTestDatabase());
});
afterAll(() => app.close());

type Kind = 'accept' | 'reject';
type Settled = 'settled_done' | 'settled_not_done';
type Name = 'Ines' | 'Jonas' | 'Ada';
type Fault = 'none' | 'reset-after' | 'error-500';
type Act =
  | { do: 'decide'; who: Name; kind: Kind; fault: Fault; page: 'current' | 'empty' }
  | { do: 'withdraw'; who: Name }
  | { do: 'settle'; how: Settled }
  | { do: 'send again'; fault: Fault }
  | { do: 'sweep' };

/** `settled` is the decision in effect. */
interface Model {
  open: { state: DecisionState; kind: Kind; by: string } | null;
  settled: Kind | null;
  sent: number;
  /** How many decisions a current page would show: all but the withdrawn ones. */
  made: number;
}

const callerOf = (name: Name) => staffCaller(name, name === 'Ada' ? 'admin' : 'approver');

const who = fc.constantFrom<Name>('Ines', 'Jonas', 'Ada');
const fault = fc.constantFrom('none' as const, 'none' as const, 'reset-after' as const, 'error-500' as const);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      who,
      kind: fc.constantFrom<Kind>('accept', 'reject'),
      fault,
      page: fc.constantFrom('current' as const, 'current' as const, 'empty' as const),
    }),
  },
  fc.record({ do: fc.constant('withdraw' as const), who }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      how: fc.constantFrom<Settled>('settled_done', 'settled_not_done'),
    }),
  },
  fc.record({ do: fc.constant('send again' as const), fault }),
  fc.constant({ do: 'sweep' as const }),
);

/** Returns false if the action must be rejected. */
function applyToModel(model: Model, next: Act, second: boolean): boolean {
  const send = (kind: Kind, by: string, under: Fault) => {
    model.sent += 1;
    if (under === 'none') Object.assign(model, { open: null, settled: kind });
    else model.open = { state: 'unknown', kind, by };
    return true;
  };
  const { open } = model;
  switch (next.do) {
    case 'decide':
      if (next.page === 'empty' && model.made > 0) return false;
      if (open?.state === 'proposed') {
        return open.kind === next.kind && open.by !== next.who && send(next.kind, open.by, next.fault);
      }
      if (open !== null || model.settled === next.kind) return false;
      if (model.settled !== null && next.who !== 'Ada') return false;
      model.made += 1;
      if (!second || next.kind === 'reject') return send(next.kind, next.who, next.fault);
      model.open = { state: 'proposed', kind: next.kind, by: next.who };
      return true;
    case 'withdraw':
      if (open?.state !== 'proposed') return false;
      model.open = null;
      model.made -= 1;
      return true;
    case 'settle':
      if (open?.state !== 'unknown') return false;
      if (next.how === 'settled_done') model.settled = open.kind;
      model.open = null;
      return true;
    case 'send again':
      return open?.state === 'unknown' && send(open.kind, open.by, next.fault);
    case 'sweep':
      return true;
  }
}

async function run(next: Act, importId: string): Promise<void> {
  const at = { environment: 'live' as const, importId };
  const decisions = await listDecisions(app.deps.database.db, 'live', importId);
  const newest = decisions.find(({ state }) => state !== 'withdrawn');
  const own = { ...at, decisionId: newest?.id ?? '00000000-0000-4000-8000-000000000000', reason: 'because' };
  const under = 'fault' in next ? next.fault : 'none';
  if (under === 'none') await app.clearFaults();
  else await app.injectFault(under);
  switch (next.do) {
    case 'decide':
      await decideSponsorship(app.deps, {
        ...at,
        caller: callerOf(next.who),
        kind: next.kind,
        body: {
          reason: 'because',
          note: '',
          overrideBudget: false,
          ...(next.page === 'current' && newest && { decisionId: newest.id, decisionState: newest.state }),
        },
      });
      return;
    case 'withdraw':
      await withdrawDecision(app.deps, { ...own, caller: callerOf(next.who) });
      return;
    case 'settle':
      await resolveDecision(app.deps, { ...own, caller: staffCaller('Ines'), resolution: next.how });
      return;
    case 'send again':
      await resolveDecision(app.deps, { ...own, caller: staffCaller('Ines'), resolution: 'send_again' });
      return;
    case 'sweep':
      await runDecisionJobs(app.deps);
  }
}

let version = 0;
test.each([false, true])('behaves like the model for any actions (second person required: %s)', async (second) => {
  await putPolicy(app.deps.database, ++version, { secondPerson: { when: second ? 'always' : 'never' } });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 10 }), async (acts) => {
      const importId = await app.placeImport();
      const model: Model = { open: null, settled: null, sent: 0, made: 0 };
      for (const next of acts) {
        const allowed = applyToModel(model, next, second);
        const done = await run(next, importId).then(
          () => true,
          (error: unknown) => {
            if (!(error instanceof LandfallError)) throw error;
            return false;
          },
        );
        expect(done, JSON.stringify(next)).toBe(allowed);
        const decisions = await listDecisions(app.deps.database.db, 'live', importId);
        const open = decisions.filter(({ state }) => ['proposed', 'approved', 'sending', 'unknown'].includes(state));
        expect(open.map(({ state, kind }) => ({ state, kind }))).toEqual(
          model.open === null ? [] : [{ state: model.open.state, kind: model.open.kind }],
        );
        expect(await app.countSent(importId)).toBe(model.sent);
      }
      const all = await listDecisions(app.deps.database.db, 'live', importId);
      const steps = await listDecisionSteps(
        app.deps.database.db,
        all.map(({ id }) => id),
      );
      expect(steps.filter(({ to }) => to === 'sending')).toHaveLength(model.sent);
    }),
    { numRuns: 6 },
  );
});
