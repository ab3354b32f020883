import type { Decision } from '@/lib/contract/decisions';
import type { toast } from '../ui/toast-store';
import { decisionToastLabels as labels } from './dialog-labels';

/** Nothing is shown as done before the service confirms it. */
export function decisionToast(
  decision: Decision,
  context: { customer: string; onUndo: () => void },
): Parameters<typeof toast>[0] {
  const { customer } = context;
  switch (decision.state) {
    case 'confirmed':
      return {
        tone: 'done',
        title: labels.decided(decision.kind, customer),
        detail: decision.outcome,
      };
    case 'proposed':
      return { title: labels.proposed(customer), detail: labels.secondPerson };
    case 'approved': {
      // Both are the server's times, since the browser's clock may be off.
      const since = decision.resolvedAt ?? decision.approvedAt ?? decision.proposedAt;
      const leftMs = Math.max(1000, Date.parse(decision.notBefore ?? since) - Date.parse(since));
      return {
        id: decision.id,
        title: labels.aboutToBeSent(decision.kind),
        detail: decision.outcome || labels.inSeconds(customer, Math.round(leftMs / 1000)),
        visibleMs: leftMs,
        action: { label: labels.undo, run: context.onUndo },
      };
    }
    case 'sending':
      return { title: labels.sending(decision.kind), detail: customer };
    case 'unknown':
      return { tone: 'error', title: labels.unknown, detail: decision.outcome };
    default:
      return { tone: 'error', title: decision.sends === 0 ? labels.notSent : labels.refused, detail: decision.outcome };
  }
}
