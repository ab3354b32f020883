import type { QueueItem } from '@/lib/contract/sponsorship';
import { requestSourceLabels as labels } from './queue-labels';

/** How the customer's request reached us. */
export function requestSourceLabel({ asked }: Pick<QueueItem, 'asked'>): string {
  switch (asked.source) {
    case 'agent':
      return labels.agent(asked.by);
    case 'customer':
      return labels.customer;
    case 'operator_page':
      return asked.verified ? labels.service : labels.unverifiedPage;
    case 'sample_complete':
      return labels.sample;
  }
}
