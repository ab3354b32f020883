import type { DecisionKind, DecisionState } from '../../contract/decisions';
import { entryAt, type SortableEntry } from './timeline-entry';

export interface DecisionHistory {
  id: string;
  kind: DecisionKind;
  state: DecisionState;
  reason: string;
  approvalReason: string;
  resolutionReason: string;
  steps: readonly { id: number; from: string | null; to: string; at: Date; by: string; explanation: string }[];
}

const kindLabels: Record<DecisionKind, string> = {
  accept: 'Acceptance',
  reject: 'Rejection',
  start_full: 'Sponsored full migration',
};

const outcomeLabels: Partial<Record<string, string>> = {
  confirmed: 'sent, confirmed by the service',
  refused: 'sent, refused',
  unknown: 'sent, outcome unknown',
  approved: 'not sent',
};

/** Sending a decision and its response are one entry, at the time of sending. */
export function decisionEntries(decision: DecisionHistory): SortableEntry[] {
  const steps = decision.steps.toSorted((a, b) => a.id - b.id);
  const lastUnknown = steps.findLast((step) => step.to === 'unknown');
  return steps.flatMap((step, index) => {
    const before = steps[index - 1];
    // Without a second approver, proposing and approving are one action.
    if (step.to === 'approved' && before?.to === 'proposed' && before.explanation === step.explanation) return [];
    // Part of the entry for the sending before it.
    if (step.from === 'sending' && before?.to === 'sending') return [];
    const next = steps[index + 1];
    const answer = step.to === 'sending' && next?.from === 'sending' ? next : undefined;
    const automatic = step.by === 'service' || step.by === 'system';
    return entryAt(step.at, {
      key: `decision:${step.id}`,
      kind: 'decision',
      source: !automatic ? 'staff' : isReply(answer ?? step) ? 'service' : 'landfall',
      by: automatic ? null : step.by,
      title: step.to === 'sending' ? sentTitle(decision.kind, answer?.to) : step.explanation,
      detail: answer?.explanation ?? detailOf(decision, step),
      unknownOutcome: decision.state === 'unknown' && answer !== undefined && answer === lastUnknown,
    });
  });
}

/** What was not sent, is being sent or has no known outcome is not reported by the service. */
function isReply({ by, to }: DecisionHistory['steps'][number]): boolean {
  return by === 'service' && (to === 'confirmed' || to === 'refused');
}

function sentTitle(kind: DecisionKind, outcome: string | undefined): string {
  const label = outcome === undefined ? undefined : outcomeLabels[outcome];
  return `${kindLabels[kind]} ${label ?? 'sent'}`;
}

function detailOf(decision: DecisionHistory, { from, to }: DecisionHistory['steps'][number]): string {
  if (from === null) return decision.reason;
  if (from === 'proposed' && to === 'approved') return decision.approvalReason;
  return to === 'resolved' ? decision.resolutionReason : '';
}
