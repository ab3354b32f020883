import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decisionStateSchema, type DecisionState } from '../contract/decisions';
import { openDecisionStates } from '../contract/open-decision-states';
import { transition, type DecisionEvent } from './decision-state-machine';

const event: fc.Arbitrary<DecisionEvent> = fc.oneof(
  fc.record({ type: fc.constant('approve' as const), samePerson: fc.boolean() }),
  fc.record({ type: fc.constant('withdraw' as const), sentBefore: fc.boolean() }),
  fc.constant({ type: 'claim' } as const),
  fc.record({
    type: fc.constant('answer' as const),
    outcome: fc.constantFrom('confirmed' as const, 'refused' as const, 'unknown' as const, 'not_sent' as const),
  }),
  fc.record({ type: fc.constant('give_up' as const), sentBefore: fc.boolean() }),
  fc.constant({ type: 'lease_ran_out' } as const),
  fc.constant({ type: 'confirmed_late' } as const),
  fc.record({
    type: fc.constant('resolve' as const),
    resolution: fc.constantFrom('send_again' as const, 'settled_done' as const, 'settled_not_done' as const),
    approved: fc.constant(false),
  }),
  fc.constant({ type: 'restored' } as const),
);

/** Applies arbitrary events to a decision and records what happened. */
function walk(needsSecond: boolean, events: readonly DecisionEvent[]) {
  let state: DecisionState = needsSecond ? 'proposed' : 'approved';
  const taken: { event: DecisionEvent; from: DecisionState; to: DecisionState }[] = [];
  const wasApproved = () => !needsSecond || taken.some((step) => step.event.type === 'approve');
  for (const given of events) {
    const next = given.type === 'resolve' ? { ...given, approved: wasApproved() } : given;
    const moved = transition(state, next);
    if (!moved.ok) continue;
    taken.push({ event: next, from: state, to: moved.to });
    state = moved.to;
  }
  return { state, taken };
}

describe('decision state machine, for any sequence of events', () => {
  const walks = fc.record({ needsSecond: fc.boolean(), events: fc.array(event, { maxLength: 60 }) });

  test('sends at most once, except after "not sent" or when a person chooses "send again"', () => {
    fc.assert(
      fc.property(walks, ({ needsSecond, events }) => {
        const { taken } = walk(needsSecond, events);
        const sends = taken.filter((t) => t.event.type === 'claim').length;
        const notSent = taken.filter((t) => t.event.type === 'answer' && t.event.outcome === 'not_sent').length;
        const again = taken.filter((t) => t.event.type === 'resolve' && t.event.resolution === 'send_again').length;
        expect(sends).toBeLessThanOrEqual(1 + notSent + again);
      }),
      { numRuns: 2000 },
    );
  });

  test('leaves unknown only through a person', () => {
    fc.assert(
      fc.property(walks, ({ needsSecond, events }) => {
        for (const step of walk(needsSecond, events).taken) {
          if (step.from === 'unknown') expect(step.event.type).toBe('resolve');
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('never sends without a second person where two are needed', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const { taken } = walk(true, events);
        const firstClaim = taken.findIndex((t) => t.event.type === 'claim');
        if (firstClaim === -1) return;
        const approval = taken.slice(0, firstClaim).find((t) => t.event.type === 'approve');
        expect(approval?.event).toEqual({ type: 'approve', samePerson: false });
      }),
      { numRuns: 2000 },
    );
  });

  test('is confirmed only by a response, which may be late', () => {
    fc.assert(
      fc.property(walks, ({ needsSecond, events }) => {
        for (const step of walk(needsSecond, events).taken) {
          if (step.to !== 'confirmed') continue;
          expect([{ type: 'answer', outcome: 'confirmed' }, { type: 'confirmed_late' }]).toContainEqual(step.event);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('leaves a closed state only through a late confirmation', () => {
    const closed = decisionStateSchema.options.filter((state) => !openDecisionStates.some((open) => open === state));
    fc.assert(
      fc.property(fc.constantFrom(...closed), event, (state, next) => {
        expect(transition(state, next).ok).toBe(state === 'resolved' && next.type === 'confirmed_late');
      }),
    );
  });
});
