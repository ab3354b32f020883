import type { CustomerLink } from '@/lib/contract/customer-links';
import type { ObservationSource, RawResponses } from '@/lib/contract/imports';

// Texts of what is loaded on first use. In labels.ts they would be part of the first load.

export const warningGroupLabels = {
  title: 'Warnings',
  inKinds: (kinds: number) => (kinds === 1 ? 'in 1 kind' : `in ${kinds} kinds`),
  remark: 'Original wording',
  search: 'Search the warnings',
  download: 'CSV',
  noMatch: 'No warnings contain these words',
  found: (found: number, all: number) => `${found} of ${all}`,
  unknownType: 'Unknown',
  showMore: (count: number) => `Show ${count} more`,
};

export const fillInLabels = {
  title: 'Correct details',
  note: 'Logged with your name',
  save: 'Save',
  fields: [
    {
      name: 'username',
      label: 'Customer',
      hint: 'The username or e-mail address they sign in with at the destination.',
    },
    { name: 'tool', label: 'From', hint: 'The source tool, as the service names it.' },
    { name: 'instanceUrl', label: 'Into', hint: 'The address of the destination.' },
    { name: 'family', label: 'Family', hint: 'As the service names it. If the service reports one, that one counts.' },
  ],
} as const;

export const customerLinkLabels = {
  title: 'Customer link',
  note: 'Every view is logged',
  done: 'Done',
  page: {
    title: 'Their migration page',
    text: 'Shows the status in plain words, links to the service and lets the customer request the full migration. Anyone with the link can see this migration. You can revoke it under “Customer links”.',
    show: 'Create link',
  },
  service: {
    title: 'At the service',
    text: 'Opens the service, where the customer connects both tools. Keep it secret: send it to this customer only.',
    show: 'Show the service’s link',
    none: 'We do not have the service’s link. It is issued once, when an import is created, and this import was not created here.',
  },
};

export const linkKindLabels: Record<CustomerLink['kind'], string> = {
  migration: 'Migration page',
  start: 'Start page',
};

export const linkListLabels = {
  none: 'No links',
  by: 'by',
  unused: 'Not used yet',
  lastUsed: 'Last used',
  expires: 'expires',
  revokedBy: (person: string | null) => `revoked by ${person ?? 'Unknown'}`,
  revoke: 'Revoke',
  revokeThis: (kind: CustomerLink['kind'], person: string) =>
    `Revoke ${person}’s link to the ${linkKindLabels[kind].toLowerCase()}`,
  revokeAll: 'Revoke all…',
  confirmRevokeAll: 'Revoke all links',
  consequence:
    'Every link to this migration stops working, also links that are not listed here. An e-mail address that was entered with one of them is removed. Create a new link for the customer afterwards.',
  cancel: 'Cancel',
};

const rawSourceLabels: Record<ObservationSource, string> = {
  created: 'Response to the creation',
  lookup: 'Response to a lookup',
  watcher: 'Response to a poll',
  webhook: 'Webhook',
  decision: 'Response to a decision',
  customer: 'Customer',
  demo: 'Demo',
};

export const rawLabels = {
  answer: (source: ObservationSource, bytes: string) => `${rawSourceLabels[source]}, ${bytes}`,
  copy: 'Copy this response',
  name: (source: ObservationSource, number: number) => `${rawSourceLabels[source]}, ${number}`,
};

type WhyNoResponses = NonNullable<RawResponses['whyNone']>;

export const noRawResponsesLabels: Record<WhyNoResponses['reason'], (why: WhyNoResponses) => string> = {
  not_read: () =>
    'None yet. We know this import only from webhooks or from our own records. Refresh to read it from the service.',
  demo: () => 'None. This import is part of the demo’s history and was never read from the service.',
  expired: ({ days }) => `Deleted. Raw responses are kept for ${days === 1 ? '1 day' : `${days ?? 0} days`}.`,
  not_kept: () =>
    'None kept. We do not keep lists of more than 20 imports, responses that name an erased customer, or responses past their retention period.',
  unreadable: () =>
    'Stored, but encrypted with a key that this installation no longer has. An admin can add the old LANDFALL_KEY.',
};

export const previewLabels = {
  at: (address: string) => `at ${address}`,
  facts: 'Import details',
  open: 'Open',
  openKey: 'Enter',
  copyLink: 'Copy customer link',
  linkCopied: 'Customer link copied',
  linkCopiedDetail: 'Anyone with the link sees this one migration.',
  notCopied: 'The browser did not allow copying',
  notCopiedDetail: 'Open the import and copy the link there.',
  noLink: 'No customer link',
  problem: (title: string) => `${title}. Stored data is shown.`,
  loading: 'Loading the import',
  latest: 'Latest',
  allEntries: (count: number) => (count === 1 ? 'Open the import' : `All ${count} entries`),
  records: 'Records',
  users: 'Users',
  warnings: 'Warnings',
  warningKinds: (kinds: number) => (kinds === 1 ? 'in 1 kind' : `in ${kinds} kinds`),
  decision: 'Decision',
};

export const contactLabels = {
  title: 'Customer e-mail',
  none: 'No address is known, so this customer gets no e-mails.',
  states: {
    active: 'Gets e-mails',
    none: 'No address',
    unconfirmed: 'Not confirmed',
    unsubscribed: 'Unsubscribed',
    bounced: 'Bounced',
  },
  sources: { username: 'The username', customer: 'Entered by the customer', staff: 'Added by staff or an API key' },
  inLanguage: (name: string) => `E-mails in ${name}`,
  confirmed: 'Confirmed',
  asked: 'Confirmation requested',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  add: 'Add address',
  change: 'Change',
  askAgain: 'Send confirmation again',
  field: 'E-mail address',
  hint: 'We send one e-mail to confirm the address, and no others before that. Leave empty to use the username.',
  language: 'Language of e-mails',
  note: 'Logged with your name',
  save: 'Save',
};

export const tagFieldLabels = {
  field: 'New tag',
  tooMany: (max: number) => `At most ${max} tags`,
};
