import type { ObservationSource } from '@/lib/contract/imports';
import type { IconName } from '../ui/icon-shapes';

/** How we last learned something of an import. */
export const seenByWords: Record<ObservationSource, { words: string; icon: IconName }> = {
  created: { words: 'when it was created', icon: 'plus' },
  lookup: { words: 'by look-up', icon: 'search' },
  watcher: { words: 'by the watcher', icon: 'watch' },
  webhook: { words: 'by webhook', icon: 'hook' },
  decision: { words: 'by its decision', icon: 'stamp' },
  customer: { words: 'by the customer', icon: 'person' },
  demo: { words: 'in the demo’s history', icon: 'note' },
};
