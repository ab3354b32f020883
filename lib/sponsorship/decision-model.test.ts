import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { DecisionState } from '../contract/decisions';
import { systemClock } from '../core/clock';
import { LandfallError } from '../core/errors';
import { observe } from '../imports/observations/observe';
import { openClient } from '../service/testing/open-client';
import { listDecisions } from '../store/sponsorship/decisions';
import { listDecisionSteps } from '../store/testing/list-sponsorship';
import { openTestDatabase } from '../store/testing/open-test-database';
import { decideSponsorship } from './decide-sponsorship';
import { classifyAnswer } from './classify-outcome';
import { writeOutcome } from './write-outcome';
import { resolveDecision, withdrawDecision } from './resolve-decision';
import { runDecisionJobs } from './testing/run-decision-jobs';
import { openSponsorship, putPolicy } from './testing/open-sponsorship';
import { staffCaller } from './testing/staff-caller';

/**
 * Runs random actions by random people under random faults, on a real database and over HTTP, and compares the result
 * with a small model.
 */
let app: Awaited<ReturnType<typeof openSponsorship>>;
let client: ReturnType<typeof openClient>;
/** Moved on with each action, so that several faults do not open the circuit breaker. */
let aheadMs = 0;
beforeAll(async () => {
  app = await openSponsorship(await openTestDatabase());
  const clock = { ...systemClock, now: () => new Date(Date.now() + aheadMs) };
  client = openClient({ url: app.simulator.url, token: app.simulator.token, clock });
});
afterAll(async () => {
  await client.close();
  await app.close();
});

type Kind = 'accept' | 'reject';
type Settled = 'settled_done' | 'settled_not_done';
type Name = 'Ines' | 'Jonas' | 'Ada';
type Fault = 'none' | 'reset-after' | 'error-500';
type Status = 'Sample migration completed' | 'Undo in progress' | 'gone';
type Act =
  | { do: 'decide'; who: Name; kind: Kind; fault: Fault; page: 'current' | 'empty'; confirms: boolean }
  | { do: 'withdraw'; who: Name }
  | { do: 'settle'; who: Name; how: Settled }
  | { do: 'send again'; who: Name; fault: Fault }
  | { do: 'status'; to: Status }
  | { do: 'late reply' }
  | { do: 'sweep'; fault: Fault };

interface Model {
  open: {
    state: DecisionState;
    kind: Kind;
    by: Name;
    approvedBy: Name;
    lastBy: Name;
    sentBefore: boolean;
    confirmedLate: boolean;
    confirmed: Status | null;
    /** Its number, in the order in which decisions were made. */
    made: number;
    /** How many others were in effect when it was approved. */
    effects: number;
  } | null;
  /** By their number. */
  effects: Map<number, Kind>;
  settledAsNotDone: Map<number, Kind>;
  status: Status;
  sent: number;
  made: number;
  withdrawn: number;
}

/** The latest decision, as a service that confirmed several would say. */
function newestOf(kinds: Map<number, Kind>): { made: number; kind: Kind } | null {
  const [newest] = [...kinds].sort(([a], [b]) => b - a);
  return newest ? { made: newest[0], kind: newest[1] } : null;
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
      confirms: fc.boolean(),
    }),
  },
  fc.record({ do: fc.constant('withdraw' as const), who }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      who,
      how: fc.constantFrom<Settled>('settled_done', 'settled_not_done'),
    }),
  },
  fc.record({ do: fc.constant('send again' as const), who, fault }),
  fc.record({
    do: fc.constant('status' as const),
    to: fc.constantFrom<Status>('Sample migration completed', 'Undo in progress', 'gone'),
  }),
  fc.record({ do: fc.constant('late reply' as const) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sweep' as const), fault }) },
);

const accept = { do: 'decide', kind: 'accept', fault: 'reset-after', page: 'current', confirms: true } as const;
/** An acceptance without a reply, which was settled as not carried out. Rare among random actions. */
const lost: Act[] = [
  { ...accept, who: 'Ines' },
  // If the policy asks for two people. Otherwise this is refused.
  { ...accept, who: 'Jonas' },
  { do: 'sweep', fault: 'reset-after' },
  { do: 'settle', who: 'Ada', how: 'settled_not_done' },
];
const acts = fc
  .tuple(fc.boolean(), fc.array(act, { minLength: 1, maxLength: 12 }))
  .map(([beginsLost, random]) => (beginsLost ? [...lost, ...random] : random));

interface Rules {
  /** Policy asks for two people. */
  second: boolean;
  /** A decision waits before it is sent. The wait ends with the next sweep. */
  hold: boolean;
}

type Open = NonNullable<Model['open']>;

function sendInModel(model: Model, open: Open, under: Fault): void {
  const stopped =
    open.confirmedLate ||
    open.effects !== model.effects.size ||
    model.status === 'gone' ||
    (open.kind === 'accept' && isOdd(model.status) && open.confirmed !== model.status);
  if (stopped) model.open = open.sentBefore ? takenBack(open) : null;
  else {
    model.sent += 1;
    if (under === 'none') {
      model.effects.set(open.made, open.kind);
      model.open = null;
    } else model.open = { ...open, state: 'unknown', sentBefore: true };
  }
}

/** Without "send again". */
const takenBack = (open: Open): Open => ({ ...open, state: 'unknown', lastBy: open.approvedBy });

const isOdd = (status: Status) => status === 'Undo in progress';

/** Returns false if the action must be rejected. */
function applyToModel(model: Model, next: Act, { second, hold }: Rules): boolean {
  const approve = (open: Open, under: Fault) => {
    model.open = { ...open, state: 'approved', effects: model.effects.size };
    if (!hold) sendInModel(model, model.open, under);
    return true;
  };
  const { open } = model;
  const settled = newestOf(model.effects)?.kind ?? null;
  /** What is in effect is not decided again, and overturned only with an admin. */
  const mayFollow = (kind: Kind, ...people: Name[]) => settled === null || (settled !== kind && people.includes('Ada'));
  switch (next.do) {
    case 'decide': {
      if (model.status === 'gone' || (next.page === 'empty' && model.made > model.withdrawn)) return false;
      const odd = next.kind === 'accept' && isOdd(model.status);
      const confirmed = odd && next.confirms ? model.status : null;
      if (open?.state === 'proposed') {
        if (open.kind !== next.kind || open.by === next.who || (odd && !next.confirms)) return false;
        if (!mayFollow(next.kind, next.who, open.by)) return false;
        return approve({ ...open, approvedBy: next.who, lastBy: next.who, confirmed }, next.fault);
      }
      if (open !== null || !mayFollow(next.kind, next.who) || (odd && !next.confirms)) return false;
      model.made += 1;
      const made = {
        state: 'proposed' as const,
        kind: next.kind,
        by: next.who,
        approvedBy: next.who,
        lastBy: next.who,
        sentBefore: false,
        confirmedLate: false,
        confirmed,
        made: model.made,
        effects: model.effects.size,
      };
      if (!second || next.kind === 'reject') return approve(made, next.fault);
      model.open = made;
      return true;
    }
    case 'withdraw':
      if (open?.state !== 'proposed' && open?.state !== 'approved') return false;
      if (open.sentBefore) model.open = takenBack(open);
      else Object.assign(model, { open: null, withdrawn: model.withdrawn + 1 });
      return true;
    case 'settle':
      if (open?.state !== 'unknown') return false;
      if (next.how === 'settled_not_done' && second && open.kind === 'accept' && next.who === open.lastBy) return false;
      (next.how === 'settled_done' ? model.effects : model.settledAsNotDone).set(open.made, open.kind);
      model.open = null;
      return true;
    case 'send again':
      if (open?.state !== 'unknown' || open.confirmedLate || !mayFollow(open.kind, next.who)) return false;
      if (second && open.kind === 'accept' && next.who === open.lastBy) return false;
      if (model.status === 'gone' || (open.kind === 'accept' && isOdd(model.status))) return false;
      return approve({ ...open, lastBy: next.who, confirmed: null }, next.fault);
    case 'status':
      model.status = next.to;
      return true;
    case 'late reply': {
      if (open?.sentBefore) {
        open.confirmedLate = true;
        return true;
      }
      const disproved = newestOf(model.settledAsNotDone);
      if (disproved) {
        model.settledAsNotDone.delete(disproved.made);
        model.effects.set(disproved.made, disproved.kind);
      }
      return true;
    }
    case 'sweep':
      if (open?.state === 'approved') sendInModel(model, open, next.fault);
      return true;
  }
}

let lastSeenMs = 0;
async function changeStatus(importId: string, to: Status): Promise<void> {
  lastSeenMs = Math.max(Date.now(), lastSeenMs + 1);
  const gone = to === 'gone';
  const seen = { importId, environment: 'live', source: 'lookup', seenAt: new Date(lastSeenMs) } as const;
  await observe(app.observer, { ...seen, status: gone ? null : to, gone });
}

async function run(next: Act, importId: string, status: Status, { hold }: Rules): Promise<void> {
  aheadMs += 60_000;
  const deps = { ...app.deps, client, holdMs: hold ? 1 : 0 };
  const at = { environment: 'live' as const, importId };
  const decisions = await listDecisions(app.deps.database.db, 'live', importId);
  const newest = decisions.find(({ state }) => state !== 'withdrawn');
  const own = { ...at, decisionId: newest?.id ?? '00000000-0000-4000-8000-000000000000', reason: 'because' };
  const under = 'fault' in next ? next.fault : 'none';
  if (under === 'none') await app.clearFaults();
  else await app.injectFault(under);
  switch (next.do) {
    case 'decide':
      await decideSponsorship(deps, {
        ...at,
        caller: callerOf(next.who),
        kind: next.kind,
        body: {
          reason: 'because',
          note: '',
          overrideBudget: false,
          ...(next.confirms && isOdd(status) && { confirmStatus: status }),
          ...(next.page === 'current' && newest && { decisionId: newest.id, decisionState: newest.state }),
        },
      });
      return;
    case 'withdraw':
      await withdrawDecision(deps, { ...own, caller: callerOf(next.who) });
      return;
    case 'settle':
      await resolveDecision(deps, { ...own, caller: callerOf(next.who), resolution: next.how });
      return;
    case 'send again':
      await resolveDecision(deps, { ...own, caller: callerOf(next.who), resolution: 'send_again' });
      return;
    case 'status':
      await changeStatus(importId, next.to);
      return;
    case 'late reply': {
      const isOpen = newest !== undefined && ['approved', 'unknown'].includes(newest.state) && newest.sends > 0;
      const sent = isOpen ? newest : decisions.find(({ resolution }) => resolution === 'settled_not_done');
      const reply = classifyAnswer(200, new Date());
      if (sent) await writeOutcome(deps, { ...sent, state: 'sending', claims: 0 }, reply);
      return;
    }
    case 'sweep':
      await runDecisionJobs(deps);
  }
}

let version = 0;
test.each<Rules>([
  { second: false, hold: false },
  { second: true, hold: false },
  { second: false, hold: true },
  { second: true, hold: true },
])('behaves like the model for any actions: %j', async (rules) => {
  await putPolicy(app.deps.database, ++version, { secondPerson: { when: rules.second ? 'always' : 'never' } });
  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      const importId = await app.placeImport();
      const model: Model = {
        open: null,
        effects: new Map(),
        settledAsNotDone: new Map(),
        status: 'Sample migration completed',
        ...{ sent: 0, made: 0, withdrawn: 0 },
      };
      for (const next of sequence) {
        const { status } = model;
        const allowed = applyToModel(model, next, rules);
        const done = await run(next, importId, status, rules).then(
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
    { numRuns: inject('fullSize') ? 60 : 3 },
  );
});
