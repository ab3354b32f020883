import type { Decision } from '../decisions';

/** A confirmed acceptance, unless changed. */
export function makeDecision(change: Partial<Decision> = {}): Decision {
  const at = '2026-11-12T12:00:00.000Z';
  const person = { id: 'p1', name: 'Priya Raman' };
  return {
    id: 'decision',
    kind: 'accept',
    state: 'confirmed',
    proposedBy: person,
    proposedAt: at,
    approvedBy: person,
    approvedAt: at,
    reason: '',
    note: '',
    sentAt: at,
    answeredAt: at,
    outcome: '',
    lateAnswer: null,
    sends: 1,
    notBefore: null,
    resolvedBy: null,
    resolvedAt: null,
    resolution: null,
    resolutionReason: '',
    needsSecond: false,
    overBudget: false,
    ...change,
  };
}
