import type { TimelineEntry } from '@/lib/contract/timeline';
import type { IconName } from '../ui/icon';
import { timelineSourceLabels as labels } from './labels';

export const timelineSources: Record<TimelineEntry['source'], { label: string; icon: IconName; description: string }> =
  {
    created: { ...labels.created, icon: 'plus' },
    lookup: { ...labels.lookup, icon: 'search' },
    watcher: { ...labels.watcher, icon: 'watch' },
    webhook: { ...labels.webhook, icon: 'hook' },
    staff: { ...labels.staff, icon: 'staff' },
    customer: { ...labels.customer, icon: 'person' },
    service: { ...labels.service, icon: 'plug' },
    landfall: { ...labels.landfall, icon: 'screen' },
    demo: { ...labels.demo, icon: 'note' },
    message: { ...labels.message, icon: 'mail' },
  };
