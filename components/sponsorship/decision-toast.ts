import type { Decision } from '@/lib/contract/decisions';
import type { toast } from '../ui/toast-store';

/** Nothing is shown as done before the service confirms it. */
export function decisionToast(
  decision: Decision,
  context: { customer: string; onUndo: () => void },
): Parameters<typeof toast>[0] {
  const about = decision.kind === 'reject' ? 'Rejection' : 'Acceptance';
  const { customer } = context;
  switch (decision.state) {
    case 'confirmed':
      return {
        tone: 'done',
        title: `${decision.kind === 'reject' ? 'Rejected' : 'Accepted'} for ${customer}`,
        detail: decision.outcome,
      };
    case 'proposed':
      return { title: `Proposed for ${customer}`, detail: 'A second person has to approve it.' };
    case 'approved': {
      // Both are the server's times, since the browser's clock may be off.
      const since = decision.resolvedAt ?? decision.approvedAt ?? decision.proposedAt;
      const leftMs = Math.max(1000, Date.parse(decision.notBefore ?? since) - Date.parse(since));
      const seconds = Math.round(leftMs / 1000);
      return {
        title: `${about} about to be sent`,
        detail: decision.outcome || `${customer}, in ${seconds === 1 ? '1 second' : `${seconds} seconds`}`,
        visibleMs: leftMs,
        action: { label: 'Undo', run: context.onUndo },
      };
    }
    case 'sending':
      return { title: `${about} is being sent`, detail: customer };
    case 'unknown':
      return { tone: 'error', title: 'Outcome unknown', detail: decision.outcome };
    default:
      return { tone: 'error', title: decision.sends === 0 ? 'Not sent' : 'Refused', detail: decision.outcome };
  }
}
