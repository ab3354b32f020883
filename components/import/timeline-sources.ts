import type { TimelineEntry } from '@/lib/contract/timeline';
import type { IconName } from '../ui/icon';

export const timelineSources: Record<TimelineEntry['source'], { label: string; icon: IconName; description: string }> =
  {
    created: { label: 'Creation', icon: 'plus', description: 'The service’s answer when the import was created' },
    lookup: { label: 'Look-up', icon: 'search', description: 'Found by asking the service, when somebody looked' },
    watcher: {
      label: 'Poller',
      icon: 'watch',
      description: 'Found by polling the service',
    },
    webhook: { label: 'Webhook', icon: 'hook', description: 'Reported by the service at this moment' },
    staff: { label: 'Staff', icon: 'staff', description: 'Somebody here did this' },
    customer: { label: 'Customer', icon: 'person', description: 'The customer did this' },
    service: { label: 'Service', icon: 'plug', description: 'Reported by the service' },
    demo: { label: 'Demo', icon: 'note', description: 'From the demo’s own history' },
  };
