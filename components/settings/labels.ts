import type { Retention, RetentionPreview } from '@/lib/contract/data-protection';

export const settingsLabels = {
  title: 'Settings',
  sections: 'Sections of settings',
  unsent: ({ failed, waiting }: { failed: number; waiting: number }) => {
    const number = (count: number) => (count > 99 ? '99+' : count);
    if (failed > 0) return `${number(failed)} failed`;
    return waiting > 0 ? `${number(waiting)} waiting` : undefined;
  },
};

export const dataLabels = { title: 'Data and retention' };

export const retentionLabels = {
  title: 'Retention',
  remark: 'In days. Leave empty to keep data forever.',
  fields: {
    rawDays: {
      label: 'Raw responses',
      hint: 'The service’s original responses. Status, warnings and timeline stay.',
    },
    deliveryDays: { label: 'Webhook deliveries', hint: 'Received messages with their contents.' },
    linkDays: { label: 'Customer links', hint: 'Counted from the day a link stops working.' },
    attemptDays: {
      label: 'Creation attempts, requests and bulk lists',
      hint: 'Also tool requests. Kept: unconfirmed attempts, unmatched requests, and attempts and requests of stored imports.',
    },
    messageDays: {
      label: 'Messages',
      hint: 'Messages to staff, and text and delivery log of messages to customers. The rest is deleted with the import.',
    },
    importDays: {
      label: 'Finished imports',
      hint: 'Counted from the last change. Payment decisions stay, without the customer’s name.',
    },
  } satisfies Record<keyof Retention, { label: string; hint: string }>,
  invalid: 'Enter whole days from 1 to 36,500, or leave empty',
  forever: 'Forever',
  preview: 'Show what would be deleted',
  save: 'Save retention',
  saved: 'Retention saved',
  savedDetail: 'Old data is deleted within the hour.',
  unchanged: 'No changes',
  nothing: 'Nothing would be deleted now.',
  wouldDelete: 'Would be deleted within the hour:',
  deleted: {
    rawAnswers: ['raw response', 'raw responses'],
    deliveries: ['webhook delivery', 'webhook deliveries'],
    links: ['customer link', 'customer links'],
    attempts: ['creation attempt, request or bulk entry', 'creation attempts, requests and bulk entries'],
    imports: ['import', 'imports'],
    messages: ['message or its text', 'messages or their text'],
  } satisfies Record<keyof RetentionPreview, [one: string, many: string]>,
};

export const customerDataLabels = {
  title: 'Data about a customer',
  username: 'Username',
  usernameHint: 'As in the service. Upper and lower case do not matter. Both environments are searched.',
  usernameMissing: 'Enter a username',
  find: 'Find data',
  export: 'Export data',
  exportFailed: 'The data could not be exported',
  erase: 'Erase customer',
  erased: 'The customer was erased.',
  erasedOn: 'Erased on',
  notStoredAgain: 'Polls and webhooks do not store this customer again.',
  spellings: (spellings: readonly string[]) => `Stored as ${spellings.join(', ')}`,
  blocked: 'Cannot be erased.',
};

export const eraseLabels = {
  title: 'Erase this customer',
  consequence:
    'Deletes every import of this customer with its timeline, notes, links, requests and messages, and removes their name from the audit log. Payment decisions stay without the name. This cannot be undone.',
  stopFollowing: 'Also stop following the migration that is running',
  stopFollowingHint: 'The service continues it. Landfall no longer shows or receives anything about it.',
  confirmation: 'Type the username to confirm',
  erase: customerDataLabels.erase,
};

export const receiptLabels = {
  title: 'Erasure receipts',
  none: 'No customer has been erased.',
  by: (name: string) => `by ${name}`,
  receipt: 'Receipt',
  erasedBy: 'Erased by',
  finished: 'Finished',
  usernameHash: 'Username hash',
  auditHead: 'Newest audit hash',
  download: 'Download receipt',
  check: 'Check a receipt',
  content: 'Content of the receipt file',
  notAReceipt: 'This is not the content of a receipt',
  checkButton: 'Check receipt',
  valid: 'Valid: issued here and unchanged.',
  invalid: 'Not valid: changed, or not issued here.',
};

/** Keys are table names. */
export const rowCountLabels: Record<string, string> = {
  imports: 'Imports',
  observations: 'Observations',
  confirmations: 'Repeated observations',
  import_facts: 'Details added here',
  import_secrets: 'Migration links',
  status_periods: 'Times in status',
  notes: 'Notes',
  creation_attempts: 'Creation attempts',
  tool_requests: 'Tool requests',
  start_links: 'Start links',
  customer_links: 'Customer links',
  full_requests: 'Requests',
  decisions: 'Payment decisions',
  decision_steps: 'Decision steps',
  deliveries: 'Webhook deliveries',
  bulk_lookups: 'Bulk lookups',
  poll_units: 'Planned polls',
  customer_contacts: 'Contact addresses',
  outbox_events: 'Changes not yet processed',
  outbox_attempts: 'Delivery attempts',
  outbox_messages: 'Messages',
  notification_items: 'Waiting notifications',
  mentions: 'Mentions in other rows',
  audit: 'Audit entries',
};
