import type { QueueItem } from '@/lib/contract/sponsorship';
import { decisionActionLabels } from './labels';
import { whyNotLabels } from './queue-labels';
import { describeSecondPeople, isSecondPerson } from './second-people';

export interface Viewer {
  id: string;
  isAdmin: boolean;
}

/** Why this person cannot make this decision now; null if they can. The server enforces the same rules. */
export function whyNotDecidable(item: QueueItem, kind: 'accept' | 'reject', viewer: Viewer): string | null {
  if (item.restoredFrom !== null) return whyNotLabels.paused;
  if (item.gone) return whyNotLabels.gone;
  const { decision } = item;
  switch (decision?.state) {
    case 'proposed':
      if ((decision.kind === 'reject') !== (kind === 'reject')) return whyNotLabels.proposed(decision.kind);
      return isSecondPerson(item.secondPeople, viewer.id) ? null : describeSecondPeople(item.secondPeople);
    case 'approved':
      return whyNotLabels.aboutToBeSent;
    case 'sending':
      return whyNotLabels.sending;
    case 'unknown':
      return whyNotLabels.unknown;
    default:
      return item.inEffect === null || item.inEffect === kind || viewer.isAdmin
        ? null
        : decisionActionLabels.adminsOnly;
  }
}
