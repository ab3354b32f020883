import type { CustomerEvent } from './outbox';
import type { StaffEvent } from './staff-events';

/** What messages are about, for staff. */
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

export const staffEventNames: Record<StaffEvent, string> = {
  request_waiting: 'Request waiting',
  outcome_unknown: 'Outcome unknown',
  taking_too_long: 'Taking too long',
  many_warnings: 'Many warnings',
  budget_used: 'Budget at 80%',
  connection_failing: 'Connection failing',
  webhooks_failing: 'Webhooks failing',
  tool_requested: 'Tool requested',
};

const names: Readonly<Record<string, string>> = {
  ...customerEventNames,
  confirm_address: 'Confirm the address',
  send_link: 'Link requested',
  ...staffEventNames,
  digest: 'Digest',
  test: 'Test message',
};

export const eventName = (event: string): string => names[event] ?? event;
