import type { CustomerEvent } from '@/lib/contract/outbox';

/** The names of the e-mails to customers, in the settings and in the list of messages. */
export const customerEventNames: Record<CustomerEvent, string> = {
  started: 'Started',
  action_needed: 'Action needed',
  sample_ready: 'Sample ready',
  request_received: 'Request received',
  accepted: 'Accepted',
  rejected: 'Rejected',
  full_started: 'Full migration started',
  completed: 'Completed',
  undone: 'Undone',
};
