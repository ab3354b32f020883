import { z } from 'zod';
import { staffEvents } from './staff-events';

/** What customers get e-mails about, in the order of the journey. */
export const customerEvents = [
  'started',
  'action_needed',
  'sample_ready',
  'request_received',
  'accepted',
  'rejected',
  'full_started',
  'completed',
  'undone',
] as const;
export const customerEventSchema = z.enum(customerEvents);
export type CustomerEvent = z.infer<typeof customerEventSchema>;

export const staffEventSchema = z.enum(staffEvents);
export type { StaffEvent } from './staff-events';

export const messageStates = ['pending', 'sending', 'sent', 'failed', 'skipped'] as const;
export type MessageState = (typeof messageStates)[number];

export const channels = ['email', 'slack', 'webhook', 'json'] as const;
export type Channel = (typeof channels)[number];

/**
 * How e-mails leave: by SMTP_URL, into the demo's mailbox page, or not at all. Staff pages say so before anyone relies
 * on them.
 */
export const mailModes = ['smtp', 'mailbox', 'off'] as const;
export type MailMode = (typeof mailModes)[number];
