import type { QueueItem } from '@/lib/contract/sponsorship';

/** Why this person cannot make this decision now; null if they can. The server enforces the same rules. */
export function whyNotDecidable(item: QueueItem, kind: 'accept' | 'reject', viewerId: string): string | null {
  if (item.gone) return 'The import is no longer available at the service.';
  const { decision } = item;
  switch (decision?.state) {
    case 'proposed':
      if ((decision.kind === 'reject') !== (kind === 'reject')) {
        return `${decision.kind === 'reject' ? 'A rejection' : 'An acceptance'} is proposed. Approve it, or have it withdrawn first.`;
      }
      return decision.proposedBy?.id === viewerId ? 'You proposed it; the second person must be somebody else.' : null;
    case 'approved':
    case 'sending':
      return 'A decision is on its way; wait for its outcome.';
    case 'unknown':
      return 'The outcome of a decision is unknown. It has to be settled first.';
    default:
      return null;
  }
}
