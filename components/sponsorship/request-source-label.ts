import type { QueueItem } from '@/lib/contract/sponsorship';

/** How the customer's request reached us, as a sentence and in short for a phone. */
export function requestSourceLabel({ asked }: Pick<QueueItem, 'asked'>): string {
  switch (asked.source) {
    case 'agent':
      return `Recorded by ${asked.by || 'an agent'}`;
    case 'customer':
      return 'On their migration page';
    case 'operator_page':
      return asked.verified ? 'Via the migration service' : 'Via our page, not verified';
    case 'sample_complete':
      return 'Added when the sample completed';
  }
}

export function requestSourceShortLabel({ asked }: Pick<QueueItem, 'asked'>): string {
  switch (asked.source) {
    case 'agent':
      return `recorded by ${asked.by || 'an agent'}`;
    case 'customer':
      return 'on their page';
    case 'operator_page':
      return asked.verified ? 'via the service' : 'not verified';
    case 'sample_complete':
      return 'sample complete';
  }
}
