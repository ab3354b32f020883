import { customerEventNames } from '@/lib/contract/event-names';
import type { MailPlaceholder } from '@/lib/contract/mail-templates';
import type { CustomerEvent } from '@/lib/contract/outbox';

export const customerEmailLabels = {
  title: 'Customer e-mails',
  smtp: { title: 'E-mail is set up.', text: (from: string) => `The sender is ${from}.` },
  mailbox: {
    title: 'This is the demo.',
    text: 'E-mails are not sent. See what customers would get in the',
    link: 'demo mailbox',
  },
  problem: {
    title: (count: number) => (count === 1 ? '1 e-mail is waiting.' : `${count} e-mails are waiting.`),
    noReason: 'They should have been sent more than 15 minutes ago.',
    since: 'Since',
    link: 'Show them',
    lastError: 'Last error:',
  },
  off: {
    title: 'E-mail is not set up.',
    text: 'Set SMTP_URL and MAIL_FROM in the environment, then restart. Until then, customers get no e-mails.',
  },
  send: (name: string) => `Send: ${name}`,
  edited: 'Edited',
  unsaved: 'Unsaved',
  isOff: 'Off',
  switchedOn: (name: string) => `Customers get “${name}” from now on`,
  switchedOff: (name: string) => `Customers no longer get “${name}”`,
  language: 'Language',
  subject: 'Subject',
  subjectHint: 'One line. {partner} and {tool} are filled in.',
  text: 'Text',
  textHint: 'Plain text. An empty line starts a paragraph.',
  placeholders: 'Placeholders',
  save: 'Save e-mails',
  saved: 'E-mails saved',
  savedDetail: 'E-mails that have waited for more than a minute get the new text, too.',
  unchanged: 'No changes',
  discard: 'Discard changes',
  restore: 'Restore default',
  preview: 'Preview',
  previewRemark: 'With sample data',
  previewFormat: 'Format',
  html: 'HTML',
  plain: 'Plain text',
  previewFrame: 'The e-mail as customers see it',
  previewInvalid: 'Correct the entries to see the preview.',
  previewLoading: 'Loading the preview',
  test: 'Send test message',
  testTo: (email: string) => `Only to you, ${email}.`,
  testSent: { smtp: 'Test message queued', mailbox: 'Test message queued for the demo mailbox', off: '' },
  testDetail: (email: string) => `To ${email}. Settings > Messages shows its delivery.`,
  leaveTitle: 'Leave without saving?',
  leaveDetail: 'Your changes to the e-mails will be lost.',
} as const;

export const eventLabels: Record<CustomerEvent, { name: string; when: string }> = {
  started: {
    name: customerEventNames.started,
    when: 'When an import is created, with the link to the customer’s page.',
  },
  action_needed: { name: customerEventNames.action_needed, when: 'When the import waits for the customer.' },
  sample_ready: { name: customerEventNames.sample_ready, when: 'When the sample can be reviewed.' },
  request_received: {
    name: customerEventNames.request_received,
    when: 'When the customer requests the full migration.',
  },
  accepted: { name: customerEventNames.accepted, when: 'When you agree to pay for the full migration.' },
  rejected: {
    name: customerEventNames.rejected,
    when: 'When you decide not to pay for it, with the approver’s note.',
  },
  full_started: { name: customerEventNames.full_started, when: 'When the full migration starts.' },
  completed: {
    name: customerEventNames.completed,
    when: 'When the full migration is complete, with a summary and the warnings.',
  },
  undone: { name: customerEventNames.undone, when: 'When the migration is undone.' },
};

export const placeholderLabels: Record<MailPlaceholder, string> = {
  partner: 'Your company',
  tool: 'The tool the data comes from',
  status: 'What the customer’s page says now',
  note: 'The approver’s note, if there is one',
  summary: 'Records and users, in “Sample ready” and “Completed”',
  warnings: 'What needs attention, if anything',
  link: 'Button to the customer’s page',
};
