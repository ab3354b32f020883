import type { Role } from './roles';

// Apart from the schemas: forms use this in the browser, where zod is not loaded.

/** What staff can be notified of. */
export const staffEvents = [
  'request_waiting',
  'outcome_unknown',
  'taking_too_long',
  'many_warnings',
  'budget_used',
  'connection_failing',
  'webhooks_failing',
  'tool_requested',
] as const;
export type StaffEvent = (typeof staffEvents)[number];

/** Who may choose an event for themselves: those who may open the page that it is about. */
export const staffEventRoles: Record<StaffEvent, Role> = {
  request_waiting: 'approver',
  outcome_unknown: 'approver',
  taking_too_long: 'viewer',
  many_warnings: 'viewer',
  budget_used: 'approver',
  connection_failing: 'admin',
  webhooks_failing: 'admin',
  tool_requested: 'agent',
};
