import type { Delivery, Verdict, WebhookSetup } from '@/lib/contract/webhooks';

const numbers = new Intl.NumberFormat('en');

export const webhooksLabels = {
  title: 'Webhooks',
  received: (total: number, duplicates: number) =>
    `${numbers.format(total)} received, ${duplicates === 0 ? 'no' : numbers.format(duplicates)} ${duplicates === 1 ? 'duplicate' : 'duplicates'}`,
  filters: 'Filter by result of the check',
  all: 'All',
  notStored: (overLimit: number, tooLarge: number) =>
    `Refused without being stored: ${numbers.format(overLimit)} over the rate limit, ${numbers.format(tooLarge)} too large. Polling still finds these changes.`,
  emptyTitle: 'No messages yet',
  emptyText:
    'Give the address on this page to the operator of the service. Until messages arrive, Landfall polls the service.',
  noneTitle: 'No messages of this kind',
  noneText: 'Of messages that could not be verified, the newest 100 are kept; of other unusable ones, the newest 500.',
};

export const sandboxLabels = {
  title: 'Webhooks arrive in the live environment only',
  text: 'The sandbox is static and sends no messages.',
  showLive: 'Show live webhooks',
};

export const verdictLabels: Record<Verdict, string> = {
  verified: 'Verified',
  stale: 'Too old or too new',
  unreadable: 'Could not be read',
  hint: 'Not signed',
  bad_signature: 'Bad signature',
};

export const deliveriesLabels = {
  table: 'Deliveries',
  received: 'Received',
  verdict: 'Check',
  import: 'Import',
  status: 'Reported status',
  times: 'Times',
  result: 'Result',
};

export function outcomeLabel(delivery: Delivery): string {
  if (delivery.failure !== null) return 'Waiting to be retried';
  if (delivery.appliedAt !== null) return delivery.appliedBy === null ? 'Applied' : `Applied by ${delivery.appliedBy}`;
  switch (delivery.verdict) {
    case 'verified':
      return 'Being applied';
    case 'bad_signature':
      return 'Ignored';
    default:
      return delivery.importId === null ? 'Stored only' : 'Checked with the service instead';
  }
}

export const deliveryLabels = {
  panel: 'Delivery',
  close: 'Close',
  received: 'Received',
  sentAt: 'Sent at',
  import: 'Import',
  status: 'Status',
  times: 'Times',
  once: 'Once',
  timesAndLast: (times: number) => `${times}, last`,
  result: 'Result',
  from: 'From',
  unknown: 'Unknown',
  truncated:
    'This message cannot be reprocessed: only its first 4 kB were kept, because it was not verified. Refresh the import instead.',
  body: 'Body',
  bodyRegion: 'Body of the delivery',
  bytes: (bytes: number) => `${bytes} bytes`,
  firstBytes: (bytes: number) => `first 4 kB of ${bytes} bytes`,
  undecryptable: 'The body cannot be decrypted with the current keys.',
  hex: 'Not text, shown as hex.',
  redacted: 'Values that look like secrets are hidden.',
  copyBody: 'Copy body',
  empty: 'Empty',
  headers: 'Headers',
};

export const reprocessLabels = {
  button: 'Reprocess',
  hints: {
    verified: 'Applies the message again. Safe to repeat.',
    stale:
      'Applies the message although its time is outside the tolerance. The timeline shows it at the time it was sent.',
    unreadable: 'Reads the message again with the current field names.',
    hint: 'Checks the import with the service again. A message without a signature is never applied itself.',
    bad_signature: 'Checks the signature again with the current secrets. If it is still wrong, nothing is applied.',
  } satisfies Record<Verdict, string>,
};

export const setupLabels = {
  title: 'For the operator of the service',
  address: 'Address',
  copyAddress: 'Copy address',
  signature: 'Signature',
  schemes: {
    auto: 'HMAC-SHA256 of the raw body, hex or base64, in any header',
    standard: 'Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature)',
    timestamped: 't=SECONDS,v1=HEX over "SECONDS.BODY"',
  } satisfies Record<WebhookSetup['scheme'], string>,
  header: 'Header',
  secret: 'Secret',
  secrets: (count: number) => {
    if (count === 0) return 'Not set';
    return count === 1 ? 'Set' : `${count} set, any of them is accepted`;
  },
  tolerance: 'Tolerance',
  toleranceText: (seconds: number) => `${seconds} seconds before or after arrival`,
  copyMessage: 'Copy message to the operator',
  noSecretTitle: 'No secret yet.',
  noSecretText:
    'Ask the operator for a webhook secret and enter it under Settings > Connection. Until then messages are not applied; each one only triggers a check of the import.',
  localTitle: 'Only this machine can reach this address.',
  localText: 'Set NEXTAUTH_URL to the public address before you give it to the operator.',
};
