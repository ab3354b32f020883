import type { TimelineEntry } from '@/lib/contract/timeline';
import type { IconName } from '../ui/icon-shapes';

/** How we know of an entry: a word, an icon, and the sentence behind the word. */
export const sources: Record<TimelineEntry['source'], { word: string; icon: IconName; says: string }> = {
  created: { word: 'Creation', icon: 'plus', says: 'The service’s answer when the import was created' },
  lookup: { word: 'Look-up', icon: 'search', says: 'Found by asking the service, when somebody looked' },
  watcher: { word: 'Watcher', icon: 'watch', says: 'Found by asking the service, as Landfall does by itself' },
  webhook: { word: 'Webhook', icon: 'hook', says: 'Reported by the service at this moment' },
  staff: { word: 'Staff', icon: 'staff', says: 'Somebody here did this' },
  customer: { word: 'Customer', icon: 'person', says: 'The customer did this' },
  service: { word: 'Service', icon: 'plug', says: 'Told by the service' },
  demo: { word: 'Demo', icon: 'note', says: 'From the demo’s own history' },
};
