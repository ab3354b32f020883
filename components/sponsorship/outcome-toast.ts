import type { Decision } from '@/lib/contract/decisions';
import type { toast } from '../ui/toast-store';

export function outcomeToast(decision: Decision): Parameters<typeof toast>[0] {
  switch (decision.state) {
    case 'confirmed':
      return { tone: 'done', title: decision.kind === 'reject' ? 'Rejected' : 'Accepted', detail: decision.outcome };
    case 'proposed':
      return { tone: 'info', title: 'Proposed', detail: 'A second person has to approve it.' };
    case 'approved':
    case 'sending':
      return { tone: 'info', title: 'Not sent yet', detail: decision.outcome };
    case 'unknown':
      return { tone: 'error', title: 'Outcome unknown', detail: decision.outcome };
    default:
      return { tone: 'error', title: decision.sends === 0 ? 'Not sent' : 'Refused', detail: decision.outcome };
  }
}
