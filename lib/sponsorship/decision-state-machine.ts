import type { DecisionState, Resolution } from '../contract/decisions';
import { openDecisionStates } from '../contract/open-decision-states';

/**
 * The state machine of a decision. Pure: no clock, no database.
 *
 *     proposed -> approved -> sending -> confirmed | refused | unknown -> resolved by a person
 *
 * A restored backup says what was true when it was taken: what was open then may have been sent since, so it is unknown.
 */
export type DecisionEvent =
  | { type: 'approve'; samePerson: boolean }
  /** `sentBefore`: an earlier send has an unknown outcome, and a person had chosen to send again. */
  | { type: 'withdraw'; sentBefore: boolean }
  | { type: 'claim' }
  | { type: 'answer'; outcome: Outcome }
  | { type: 'give_up'; sentBefore: boolean }
  | { type: 'lease_ran_out' }
  /** A reply that says so arrived after a person had settled that it was not carried out. */
  | { type: 'confirmed_late' }
  | { type: 'restored' }
  /** `approved`: it was ever approved. A proposal of a restored backup was not, and must not be sent by one person. */
  | { type: 'resolve'; resolution: Resolution; approved: boolean };

/** `not_sent` returns the decision to approved, to be retried later. */
export type Outcome = 'confirmed' | 'refused' | 'unknown' | 'not_sent';

export type Transition = { ok: true; to: DecisionState } | { ok: false; reason: string };

export function transition(from: DecisionState, event: DecisionEvent): Transition {
  switch (event.type) {
    case 'approve':
      if (from !== 'proposed') return notAllowed(from, 'be approved');
      if (event.samePerson)
        return {
          ok: false,
          reason:
            'A different person has to approve this. An account that you set up counts as you for 7 days, or until another admin confirms it.',
        };
      return { ok: true, to: 'approved' };
    case 'withdraw':
      if (from !== 'proposed' && from !== 'approved') return notAllowed(from, 'be withdrawn');
      return { ok: true, to: from === 'approved' && event.sentBefore ? 'unknown' : 'withdrawn' };
    case 'claim':
      return from === 'approved' ? { ok: true, to: 'sending' } : notAllowed(from, 'be sent');
    case 'answer':
      if (from !== 'sending') return notAllowed(from, 'accept a reply');
      return { ok: true, to: event.outcome === 'not_sent' ? 'approved' : event.outcome };
    case 'give_up':
      if (from !== 'approved') return notAllowed(from, 'be given up');
      return { ok: true, to: event.sentBefore ? 'unknown' : 'refused' };
    case 'lease_ran_out':
      return from === 'sending' ? { ok: true, to: 'unknown' } : notAllowed(from, 'become unknown');
    case 'confirmed_late':
      return from === 'resolved' ? { ok: true, to: 'confirmed' } : notAllowed(from, 'be confirmed');
    case 'restored':
      return isOpen({ state: from }) && from !== 'unknown'
        ? { ok: true, to: 'unknown' }
        : notAllowed(from, 'become unknown');
    case 'resolve':
      if (from !== 'unknown') return notAllowed(from, 'be settled');
      if (event.resolution === 'send_again' && !event.approved)
        return { ok: false, reason: 'This was never approved. Settle it first, then make a new decision.' };
      return { ok: true, to: event.resolution === 'send_again' ? 'approved' : 'resolved' };
  }
}

export function isOpen(decision: { state: DecisionState }): boolean {
  return openDecisionStates.some((state) => state === decision.state);
}

const stateLabels: Record<DecisionState, string> = {
  proposed: 'is waiting for a second person',
  approved: 'is approved and about to be sent',
  sending: 'is being sent',
  confirmed: 'is confirmed',
  refused: 'was refused',
  unknown: 'has an unknown outcome',
  resolved: 'is settled',
  withdrawn: 'was withdrawn',
};

function notAllowed(from: DecisionState, action: string): Transition {
  return { ok: false, reason: `This decision ${stateLabels[from]}, so it cannot ${action}.` };
}
