import type { QueueItem } from '@/lib/contract/sponsorship';
import { describeSecondPeople, isSecondPerson } from './second-people';

/** Why this person cannot make this decision now; null if they can. The server enforces the same rules. */
export function whyNotDecidable(item: QueueItem, kind: 'accept' | 'reject', viewerId: string): string | null {
  if (item.gone) return 'The import is no longer available at the service.';
  const { decision } = item;
  switch (decision?.state) {
    case 'proposed':
      if ((decision.kind === 'reject') !== (kind === 'reject')) {
        return `${decision.kind === 'reject' ? 'A rejection' : 'An acceptance'} is proposed. Approve it, or withdraw it first.`;
      }
      return isSecondPerson(item.secondPeople, viewerId) ? null : describeSecondPeople(item.secondPeople);
    case 'approved':
      return 'A decision is about to be sent. Undo it first, or wait for its outcome.';
    case 'sending':
      return 'A decision is being sent. Wait for its outcome.';
    case 'unknown':
      return 'The outcome of a decision is unknown. Settle it first.';
    default:
      return null;
  }
}
