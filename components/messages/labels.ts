import type { MessageTab } from '@/lib/contract/message-log';
import type { Channel, MessageState } from '@/lib/contract/outbox';

export const messagesLabels = {
  title: 'Messages',
  remark: 'Messages to customers and staff, with their delivery',
  tabs: 'Filter by state',
  all: 'All',
  search: 'Search by address, host or import ID',
  searchPlaceholder: 'Address, host or import ID',
  find: 'Search',
  clear: 'Clear',
  filteredBy: (name: string) => `Only messages of ${name}`,
  oneRule: 'one rule',
  emptyTitle: 'No messages yet',
  emptyText: 'Messages to customers and staff appear here as soon as they are created.',
  noneTitle: 'No matching messages',
  noneText: 'No message matches this filter.',
};

export const tabLabels: Record<MessageTab, string> = {
  failed: 'Failed',
  waiting: 'Waiting',
  sent: 'Sent',
  'not-sent': 'Not sent',
};

export const stateLabels: Record<MessageState, string> = {
  pending: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Not sent',
};

export const channelLabels: Record<Channel, string> = {
  email: 'E-mail',
  slack: 'Slack',
  webhook: 'Webhook',
  json: 'NOTIFY_URL',
};

export const tableLabels = {
  table: 'Messages',
  created: 'Created',
  recipient: 'To',
  about: 'About',
  state: 'State',
  sandbox: 'Sandbox',
};

export const messageLabels = {
  panel: 'Message',
  close: 'Close',
  subject: 'Subject',
  recipient: 'To',
  channel: 'Channel',
  rule: 'Rule',
  deletedRule: 'Deleted rule',
  import: 'Import',
  created: 'Created',
  sent: 'Sent',
  next: 'Next attempt',
  log: 'Delivery log',
  noAttempts: 'No attempts yet',
  attempt: { sent: 'Accepted', retry: 'Not accepted, will be retried', failed: 'Failed' },
  status: (status: number) => `status ${status}`,
  duration: (ms: number) => `${ms} ms`,
  content: 'Content',
  hidden: 'The addresses of links are hidden.',
  noContent: 'The content was deleted, or cannot be decrypted with the current keys.',
  frame: 'Message',
  text: 'Plain text',
  textRegion: 'Plain text of the e-mail',
  body: 'Body',
  headers: 'Headers',
};

export const resendLabels = {
  button: 'Resend',
  title: 'Resend this message?',
  consequence: (recipient: string) => `It is sent to ${recipient}. This is recorded in the audit log.`,
  urlOfRule: 'the URL of its rule',
  created: 'It was created',
  customer: 'To the customer it looks like a new message.',
  again: 'It was accepted before, so the receiver gets it twice. A webhook keeps its webhook-id.',
  statusChanged: 'The status of the import has changed since then:',
  resent: 'Message queued',
  resentDetail: 'The next attempt starts shortly.',
};

const numbers = new Intl.NumberFormat('en');
const countMessages = (count: number) => `${numbers.format(count)} ${count === 1 ? 'message' : 'messages'}`;

export const resendFailedLabels = {
  button: 'Resend all failed',
  title: 'Resend all failed messages?',
  all: 'All failed messages are sent again, including those on other pages.',
  filtered: 'All failed messages that match this filter are sent again, including those on other pages.',
  rules:
    'Not sent: messages that are outdated, whose rule is disabled, or whose customer unsubscribed or has another address. This is recorded in the audit log.',
  resent: (count: number) => `${countMessages(count)} queued`,
  none: 'No message can be resent',
  refused: (count: number) => `${countMessages(count)} ${count === 1 ? 'is' : 'are'} outdated or cannot be sent.`,
  more: 'There are more. Repeat it to continue.',
};
