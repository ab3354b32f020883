import type { Decision } from '../contract/decisions';
import type { DecisionRow } from '../store/sponsorship/decisions';
import { readLateAnswer } from './late-answer';

export function toDecision(row: DecisionRow): Decision {
  const person = (id: string | null, name: string | null) => (name === null ? null : { id: id ?? '', name });
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    proposedBy: person(row.proposedById, row.proposedBy),
    proposedAt: row.proposedAt.toISOString(),
    approvedBy: person(row.approvedById, row.approvedBy),
    approvedAt: row.approvedAt?.toISOString() ?? null,
    reason: row.reason,
    note: row.note,
    sentAt: row.sentAt?.toISOString() ?? null,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    outcome: row.outcome,
    lateAnswer: readLateAnswer(row)?.says ?? null,
    sends: row.sends,
    notBefore: row.notBefore?.toISOString() ?? null,
    resolvedBy: person(row.resolvedById, row.resolvedBy),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    resolution: row.resolution,
    resolutionReason: row.resolutionReason,
    needsSecond: row.needsSecond,
    overBudget: row.budgetOverride,
  };
}
