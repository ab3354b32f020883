import type { QueueItem } from '@/lib/contract/sponsorship';

/** How the customer's request reached us, as a sentence and in short for a phone. */
export function requestSourceLabel({ asked }: Pick<QueueItem, 'asked'>): string {
  switch (asked.source) {
    case 'agent':
      return `Told ${asked.by || 'an agent'}`;
    case 'customer':
      return 'On their own page, by their link';
    case 'operator_page':
      return asked.verified ? 'On our page, sent by the service' : 'On our page, not verified';
    case 'sample_complete':
      return 'Not asked; the sample is complete';
  }
}

export function requestSourceShortLabel({ asked }: Pick<QueueItem, 'asked'>): string {
  switch (asked.source) {
    case 'agent':
      return `told ${asked.by || 'an agent'}`;
    case 'customer':
      return 'by their link';
    case 'operator_page':
      return asked.verified ? 'on our page' : 'not verified';
    case 'sample_complete':
      return 'sample complete';
  }
}
