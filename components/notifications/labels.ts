import { staffEventNames } from '@/lib/contract/event-names';
import type { RuleChannel, RuleEnvironment, RuleSchedule } from '@/lib/contract/notification-rule-problems';
import type { StaffEvent } from '@/lib/contract/staff-events';

export const eventLabels: Record<StaffEvent, { label: string; hint: string }> = {
  request_waiting: { label: staffEventNames.request_waiting, hint: 'A full migration is waiting for a decision.' },
  outcome_unknown: { label: staffEventNames.outcome_unknown, hint: 'The service did not confirm a payment decision.' },
  taking_too_long: { label: staffEventNames.taking_too_long, hint: 'An import is in its status longer than expected.' },
  many_warnings: { label: staffEventNames.many_warnings, hint: 'An import has more than 50 warnings.' },
  budget_used: { label: staffEventNames.budget_used, hint: '80% of the month’s sponsorship budget is used.' },
  connection_failing: {
    label: staffEventNames.connection_failing,
    hint: 'The migration service does not reply, or refuses the token.',
  },
  webhooks_failing: {
    label: staffEventNames.webhooks_failing,
    hint: 'Webhooks of the service are missing or rejected.',
  },
  tool_requested: {
    label: staffEventNames.tool_requested,
    hint: 'A customer requested a tool that is not in the list.',
  },
};

export const channelLabels: Record<RuleChannel, { label: string; hint: string }> = {
  email: { label: 'E-mail', hint: 'To one or more addresses.' },
  slack: { label: 'Slack', hint: 'An incoming webhook of Slack, or of a chat that accepts the same messages.' },
  webhook: { label: 'Webhook', hint: 'Signed JSON for your own systems (Standard Webhooks).' },
};

export const environmentLabels: Record<RuleEnvironment, string> = { live: 'Live', sandbox: 'Sandbox', all: 'Both' };

export const scheduleLabels: Record<RuleSchedule, { label: string; hint: string }> = {
  now: { label: 'At once', hint: 'Many events at the same time are one message.' },
  hourly: { label: 'Hourly', hint: 'At most one message an hour, with everything since the last one.' },
  daily: { label: 'Daily', hint: 'One message a day, with everything since the last one.' },
};

export const fieldLabels = {
  events: 'Events',
  environment: 'Environment',
  schedule: 'When',
  time: 'Time',
  zone: 'Time zone',
};

export const mailModeLabels = { off: 'E-mail is not set up.', mailbox: 'This is the demo.' };

export const notificationLabels = {
  title: 'Notifications',
  rules: 'Notification rules',
  add: 'Add rule',
  none: 'No rules yet. Add one to notify your team when a request is waiting or something fails.',
  rule: 'Rule',
  target: 'Sent to',
  when: 'When',
  lastMessage: 'Last message',
  actions: 'Actions',
  off: 'off',
  noMessage: 'None yet',
  moreAddresses: (count: number) => `and ${count} more`,
  environment: { live: 'Live only', sandbox: 'Sandbox only', all: 'Live and sandbox' } satisfies Record<
    RuleEnvironment,
    string
  >,
  dailyAt: (time: string) => `Daily at ${time}`,
  twoSecrets: 'Two secrets are in use.',
  test: 'Send test message',
  testOf: (name: string) => `Send test message: ${name}`,
  testSent: 'Test message queued',
  testFailed: 'No test message was created',
  edit: 'Edit',
  editOf: (name: string) => `Edit: ${name}`,
  more: (name: string) => `More actions: ${name}`,
  rotate: 'Create new secret',
  rotateTitle: (name: string) => `Create a new secret for “${name}”?`,
  rotateConsequence:
    'Messages are signed with the new and the old secret until you remove the old one, so your system can switch in between. The new secret is shown once.',
  removeOld: 'Remove old secret',
  removeOldOf: (name: string) => `Remove old secret: ${name}`,
  removeOldTitle: (name: string) => `Remove the old secret of “${name}”?`,
  removeOldConsequence:
    'Messages are then signed with the newest secret only. Systems that still use the old one reject them.',
  removedOld: 'Old secret removed',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteConsequence: 'It sends no more messages, and what it has collected for the next one is discarded.',
  deleted: 'Rule deleted',
  saved: 'Rule saved',
  notifyUrl: 'NOTIFY_URL',
  setByNotifyUrl: 'Set by NOTIFY_URL',
  notifyUrlHint: 'Requests and unknown outcomes, as JSON. Change it in the environment and restart.',
  json: 'JSON',
  mailHints: {
    off: 'Set SMTP_URL and MAIL_FROM to send e-mails. Slack and webhooks work without them.',
    mailbox: 'E-mails are not sent. They are shown in the demo mailbox. Slack and webhooks are sent.',
  },
};

export const ruleDialogLabels = {
  title: { add: 'Add rule', edit: 'Edit rule' },
  save: 'Save rule',
  name: 'Name',
  nameHint: 'Shown here and in its messages.',
  channel: 'Channel',
  addresses: 'E-mail addresses',
  addressesHint: 'One per line, at most 20. Each gets a message of its own.',
  url: 'Address of the webhook',
  urlHint: 'Stored encrypted and not shown again.',
  urlKept: (host: string) => `Sent to ${host} now. Leave empty to keep this address.`,
  enabled: 'Rule is on',
};

export const verifyExample = [
  "import { Webhook } from 'standardwebhooks';",
  '',
  '// The body as it arrived, before it is parsed.',
  'const event = new Webhook(secret)',
  '  .verify(body, headers);',
].join('\n');

export const secretLabels = {
  title: 'Save this secret',
  intro: 'Your system verifies messages with it. It is not shown again.',
  rotated: 'The old secret also works until you remove it.',
  secret: 'Secret',
  copy: 'Copy secret',
  exampleTitle: 'Verify a message in Node.js',
  copyExample: 'Copy code',
  done: 'Done',
};

export const personalLabels = {
  title: 'Notifications',
  explanation: (email: string) => `E-mails to ${email} about the events that you choose.`,
  enabled: 'Send me e-mails',
  save: 'Save notifications',
  saved: 'Notifications saved',
  unchanged: 'No changes',
  mailHints: {
    off: 'Nothing is sent until an admin sets it up.',
    mailbox: 'E-mails are not sent. They are shown in the demo mailbox.',
  },
  lastMessage: 'Last e-mail:',
};
