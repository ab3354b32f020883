import type { ObservationSource } from '@/lib/contract/imports';
import type { IconName } from '../ui/icon-shapes';

/** How we last learned something of an import. */
export const seenByLabels: Record<ObservationSource, { label: string; icon: IconName }> = {
  created: { label: 'when it was created', icon: 'plus' },
  lookup: { label: 'by look-up', icon: 'search' },
  watcher: { label: 'by the watcher', icon: 'watch' },
  webhook: { label: 'by webhook', icon: 'hook' },
  decision: { label: 'by its decision', icon: 'stamp' },
  customer: { label: 'by the customer', icon: 'person' },
  demo: { label: 'in the demo’s history', icon: 'note' },
};
