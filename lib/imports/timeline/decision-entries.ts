import type { DecisionKind, DecisionState } from '../../contract/decisions';
import { emptyEntry, type SortableEntry } from './timeline-entry';

/** A decision and its steps, as the sponsorship room wrote them down. */
export interface DecisionHistory {
  id: string;
  kind: DecisionKind;
  state: DecisionState;
  reason: string;
  resolutionReason: string;
  steps: readonly { id: number; from: string | null; to: string; at: Date; by: string; explanation: string }[];
}

const sentLabels: Record<DecisionKind, string> = {
  accept: 'Accept sponsorship sent',
  reject: 'Reject sponsorship sent',
  start_full: 'Sponsored full migration sent',
};

const outcomeLabels: Partial<Record<string, string>> = {
  confirmed: 'the service answered',
  refused: 'refused',
  unknown: 'outcome unknown',
  approved: 'the service asked us to wait',
};

/** The steps of a decision as entries. Sending and what came back are one entry, at the moment of sending. */
export function decisionEntries(decision: DecisionHistory): SortableEntry[] {
  const steps = decision.steps.toSorted((a, b) => a.id - b.id);
  const lastUnknown = steps.findLast((step) => step.to === 'unknown');
  const entries: SortableEntry[] = [];
  steps.forEach((step, index) => {
    const before = steps[index - 1];
    // Without a second person, proposing and approving are one act of one person.
    if (step.to === 'approved' && before?.to === 'proposed' && before.explanation === step.explanation) return;
    // Told together with the sending before it.
    if (step.from === 'sending' && before?.to === 'sending') return;
    const answer = step.to === 'sending' && steps[index + 1]?.from === 'sending' ? steps[index + 1] : undefined;
    entries.push({
      sortMs: step.at.getTime(),
      entry: {
        ...emptyEntry,
        key: `decision:${step.id}`,
        kind: 'decision',
        when: { certainty: 'exact', at: step.at.toISOString() },
        source: step.by === 'service' || step.by === 'system' ? 'service' : 'staff',
        by: step.by === 'service' || step.by === 'system' ? null : step.by,
        title: step.to === 'sending' ? sentTitle(decision.kind, answer?.to) : step.explanation,
        detail: answer?.explanation ?? detailOf(decision, step.to),
        unknownOutcome: decision.state === 'unknown' && answer !== undefined && answer === lastUnknown,
      },
    });
  });
  return entries;
}

function sentTitle(kind: DecisionKind, outcome: string | undefined): string {
  const label = outcome === undefined ? undefined : outcomeLabels[outcome];
  return label === undefined ? sentLabels[kind] : `${sentLabels[kind]}, ${label}`;
}

function detailOf(decision: DecisionHistory, to: string): string {
  if (to === 'proposed') return decision.reason;
  return to === 'resolved' ? decision.resolutionReason : '';
}
