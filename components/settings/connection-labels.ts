import type { ChecklistId, Connection, ConnectionFindings } from '@/lib/contract/connection';

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
  password: 'Password',
  passwordHint: 'Most services do not need one. If empty, the saved one is kept; without one, X is sent.',
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

export const checklistTexts = {
  title: 'Before you go live',
  allDone: 'Everything is done',
  left: (count: number) => `${count} left`,
  done: 'Done: ',
  toDo: 'To do: ',
} as const;

export const checklistLabels: Readonly<Record<ChecklistId, { label: string; hint: string; href?: string }>> = {
  connection: { label: 'Connection checked', hint: 'Enter address and token, save them and check them.' },
  webhook: { label: 'Webhook received', hint: 'Give the operator your webhook address and wait for a first message.' },
  demo: {
    label: 'No demo data',
    hint: 'Going live starts with an empty database. The demo data is kept but no longer used.',
  },
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
  mail: {
    label: 'E-mail set up',
    hint: 'Set SMTP_URL and MAIL_FROM, then send yourself a test message.',
    href: '/settings/customer-emails',
  },
  backup: {
    label: 'Backup made',
    hint: 'Run npm run backup, keep its key elsewhere, and restore it once on another machine.',
  },
};

export const goLiveLabels = {
  button: 'Go live',
  title: 'Go live?',
  consequence:
    'Landfall restarts with an empty database. Only this connection is kept: staff, branding, texts and all other settings start empty. You are signed out, and the terminal prints a code for the first admin account.',
  restarting: 'Landfall is restarting. The setup page opens as soon as it is ready.',
  manual: 'Landfall is ready to go live. Restart it to finish.',
} as const;

export const connectionViewLabels = {
  title: 'Connection in use',
  checkNow: 'Check now',
  checking: 'Checking the service',
  checked: 'Checked',
  good: 'Good: ',
  bad: 'Needs attention: ',
  never: 'None yet',
  fields: {
    title: 'Fields not found',
    none: 'No field was missing in the service’s responses since this instance started.',
    times: (count: number) => (count === 1 ? 'once' : `${count} times`),
    hint: (hasDialect: boolean) =>
      hasDialect
        ? 'Since this instance started, although field names are set. Check the connection to find the current ones.'
        : 'Since this instance started. Check the connection: it finds the names that this service uses.',
  },
  redirect: {
    title: 'Where customers are sent',
    hosts: 'Allowed hosts',
    last: 'Latest host',
    none: 'None yet. It comes with the first import that you create here.',
    received: 'Received',
  },
  webhooks: {
    title: 'Webhooks',
    all: 'All deliveries',
    address: 'Your address',
    copy: 'Copy webhook address',
    secret: 'Secret',
    set: 'Set',
    notSet: 'Not set. Messages cannot be verified, so they only cause a check of the import.',
    lastVerified: 'Last verified',
    lastRefused: 'Last refused',
  },
  operator: {
    title: 'Ask the operator',
    text: 'The API cannot answer these questions, so send them to the operator. The message contains your addresses and no secrets.',
    message: 'Message to the operator',
    copy: 'Copy message',
  },
  environment: {
    live: 'Live',
    sandbox: 'Sandbox',
    address: 'Address',
    token: 'Token',
    refused: 'Refused',
    accepted: 'Accepted',
    unknown: 'Not checked yet',
    took: (ms: number) => `${ms} ms`,
    lastAnswer: 'Last reply',
    lastError: 'Last error',
    noError: 'None since this instance started',
    refusedTitle: 'The service refuses the token.',
    refusedText: (inEnvironment: boolean) =>
      `Compare it with what the operator gave you, and ${inEnvironment ? 'change SERVICE_TOKEN in the environment. Restart afterwards.' : 'enter it again.'}`,
  },
  poller: {
    title: 'Poller',
    cycle: 'Cycle',
    cycleText: (duration: string) => `Every active import is checked within ${duration}, even without webhooks`,
    planned: 'Requests planned',
    plannedText: (perS: string, share: number, rate: number) =>
      `${perS} per second. At most ${share} of ${rate}; requests by staff come first.`,
    sent: 'Requests sent',
    sentText: (perS: string) => `${perS} per second, over the last 15 minutes`,
    sentUnknown: 'Unknown until a minute after the start',
    polled: 'Polled',
    polledText: (moving: number, resting: number) => `${moving} active, ${resting} finished`,
    oldest: 'Oldest check',
    oldestText: (duration: string) => `${duration} ago`,
    nothingActive: 'Nothing is active',
    late: 'Late',
    notLate: 'No',
    lateText: (count: number, duration: string) =>
      `${count === 1 ? '1 check' : `${count} checks`}, the oldest by ${duration}`,
  },
} as const;

export const connectionStates: Readonly<Record<Connection['environments'][number]['state'], string>> = {
  working: 'Working',
  refused: 'Token refused',
  trouble: 'Last request failed',
  unreachable: 'Not reachable',
  not_used: 'Not used yet',
};
