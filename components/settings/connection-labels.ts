import type { ChecklistId, ConnectionFindings } from '@/lib/contract/connection';

export const connectionLabels = {
  title: 'Connection to the service',
  demo: {
    title: 'This is the demo.',
    text: 'It uses the bundled simulator. Enter the real service here and check it. Nothing changes until you go live.',
  },
  none: { title: 'No service is connected.', text: 'Enter what the operator of the service gave you.' },
  environment: (names: string) => `Set by ${names} in the environment. Change it there and restart.`,
  unreadable: {
    title: 'The saved connection cannot be decrypted.',
    text: 'It was saved with a key that is not in LANDFALL_KEY any more. Restore the key, or enter the connection again.',
  },
  url: 'Address',
  urlHint: 'The base address of version 2.1, such as https://service.example/api/v2.1',
  token: 'API token',
  tokenHint: 'Stored encrypted and never shown again.',
  tokenKept: 'Saved. Leave empty to keep it.',
  sandboxUrl: 'Sandbox address',
  sandboxHint: 'Only if it differs from the address with “sandbox” as the version.',
  secret: 'Webhook secret',
  secretHint: 'At least 16 characters. Stored encrypted and never shown again.',
  secretKept: 'Saved. Leave empty to keep it.',
  oldSecret: 'The previous secret is accepted until',
  check: 'Check',
  save: 'Save',
  unchanged: 'No changes',
  saved: 'Connection saved',
  savedDetail: 'All instances use it within seconds.',
  savedDraft: 'It is used when you go live.',
  checking: 'Checking the service. This takes a few seconds.',
  works: 'The service works with this address and token.',
  fails: 'The service does not work yet.',
  nothingCreated: 'The check creates nothing: live is only read, creations go to the sandbox.',
  questions: 'Ask the operator',
  dialect: {
    title: 'Some field names are unusual.',
    text: 'Apply the names that the check found, so that nothing is guessed.',
    show: 'Show the names',
    apply: 'Apply field names',
    applied: 'Field names applied',
    remove: 'Remove field names',
    active: 'Field names from a check are applied.',
    removed: 'Field names removed',
  },
  hosts: {
    title: (hosts: string) => `Customers are sent to ${hosts}.`,
    text: 'Allow it if the operator confirms that it belongs to the service.',
    allow: 'Allow',
    allowed: 'Host allowed',
  },
  webhook: {
    title: 'Test webhooks',
    text: 'Sends a signed test message to your public address, as the service would.',
    send: 'Send test message',
  },
} as const;

export const findingAreas: Readonly<Record<ConnectionFindings['findings'][number]['area'], string>> = {
  live: 'Live',
  sandbox: 'Sandbox',
  source_tool: 'Source tool',
  redirect: 'Where customers are sent',
  shape: 'Field names',
};

export const findingGrades = { good: 'Works: ', note: 'Note: ', bad: 'Needs attention: ' } as const;

export const checklistTitle = 'Before you go live';
export const checklistDone = 'Everything is done';

export const checklistLabels: Readonly<Record<ChecklistId, { label: string; hint: string; href?: string }>> = {
  connection: { label: 'Connection checked', hint: 'Enter address and token, save them and check them.' },
  webhook: { label: 'Webhook received', hint: 'Give the operator your webhook address and wait for a first message.' },
  demo: { label: 'Demo left', hint: 'Going live starts with an empty database. The demo stays beside it, unused.' },
  second_admin: {
    label: 'Second admin added',
    hint: 'So that no single person can lock everyone out.',
    href: '/settings/staff',
  },
  branding: {
    label: 'Branding set',
    hint: 'Your name, colour and logo on customer pages.',
    href: '/settings/branding',
  },
};

export const goLiveLabels = {
  button: 'Go live',
  title: 'Go live?',
  consequence:
    'Landfall restarts with an empty database and this connection. Demo data and demo accounts are left behind. You are signed out, and the terminal prints a code for the first admin account.',
  restarting: 'Landfall is restarting. This page opens the new one as soon as it is ready.',
  manual: 'Landfall is ready to go live. Restart it to finish.',
} as const;
