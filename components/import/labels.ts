import type { CustomerLink } from '@/lib/contract/customer-links';
import type { ObservationSource, RawAnswers } from '@/lib/contract/imports';
import type { TimelineEntry } from '@/lib/contract/timeline';

export const importLabels = {
  pageTitle: (id: string) => `Import ${id}`,
  unknown: 'Unknown',
  unknownCustomer: 'Unknown customer',
  noStatus: 'No status reported yet',
  statusAge: (gone: boolean, startKnown: boolean) => `${gone ? 'gone for' : 'for'}${startKnown ? '' : ' at least'}`,
  stuck: 'Longer than usual',
  stuckTip: 'Taking longer than 90% of imports',
  seen: 'Seen',
  refresh: 'Refresh',
  refreshing: 'Refreshing',
  refreshed: 'Refreshed just now',
  customerLink: 'Customer link',
  copyId: 'Copy import ID',
  stale: 'The data below was seen',
  lastSeen: 'It was last seen',
  gone: 'No longer available at the service.',
  goneDetail: 'Cancelled, archived or unknown there. Its history stays here. We no longer check it.',
};

/** After "Seen 2 min ago". */
export const seenByLabels: Record<ObservationSource, string> = {
  created: 'when it was created',
  lookup: 'by a lookup',
  watcher: 'by the poller',
  webhook: 'by webhook',
  decision: 'when a decision was sent',
  customer: 'when the customer came',
  demo: 'in the demo’s history',
};

export const menuLabels = {
  trigger: 'Actions',
  correct: 'Correct details',
  customer: 'All imports of this customer',
  newImport: 'New import for this customer',
  copyId: 'Copy import ID',
  copyAddress: 'Copy page address',
  warnings: 'Download warnings as CSV',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying',
};

export const factLabels = {
  customer: 'Customer',
  from: 'From',
  into: 'Into',
  family: 'Family',
  created: 'Created',
  handledBy: 'Handled by',
  unassigned: 'Unassigned',
  fillIn: 'Fill in what you know',
};

export const nextStepLabels = {
  region: 'Next step',
  title: 'Next step.',
  reply: 'Reply to the customer:',
  internal: 'Internal:',
  copyReply: 'Copy reply',
};

export const sectionLabels = {
  timeline: 'Timeline',
  timesIn: 'Times in',
  warnings: 'Warnings',
  noWarnings: 'No warnings',
  warningsUnreadable: 'The stored warnings cannot be read. Refresh to fetch them again.',
  customerLinks: 'Customer links',
  listAndRevoke: 'list and revoke',
  rawAnswers: 'Raw answers of the service',
  secretsHidden: 'secrets hidden',
};

export const pathLabels = {
  region: 'The usual path',
  guide: 'The usual path, as a guide. The order is not guaranteed.',
  left: 'This import has left it.',
  notObserved: 'Not observed',
  movedBack: 'Observed, moved back since',
  gone: 'No longer available',
  now: '(now)',
  passed: '(passed)',
};

export const timelineLabels = {
  source: 'How we know',
  sourceOf: 'How we know:',
  duration: 'Stayed',
  stayed: 'stayed',
  now: 'now',
  gone: 'No longer available',
  noStatus: 'No status reported yet',
  inThisStatus: 'In this status',
  for: 'for',
  forAtLeast: 'for at least',
  atLeast: 'at least',
  durationAtLeast: (least: string) => `at least ${least}`,
  durationRange: (least: string, most: string) => `${least} to ${most}`,
  soFar: 'so far',
  movedBack: 'Moved back',
  availableAgain: 'Available again',
  lookedUpBy: (person: string) => `; ${person} looked it up`,
  betweenPolls: ', between two polls',
  exactTime: 'exact time',
  timeSpan: 'within this span',
  before: 'Before',
  firstSeen: 'when it was first seen',
  between: 'Between',
  and: 'and',
  today: (day: string) => `Today, ${day}`,
  import: (id: string) => `Import ${id}`,
  from: (tool: string) => `from ${tool}`,
  noImport: 'Not matched to an import',
};

export const timelineSourceLabels: Record<TimelineEntry['source'], { label: string; description: string }> = {
  created: { label: 'Creation', description: 'The service’s answer when the import was created' },
  lookup: { label: 'Lookup', description: 'Found by a lookup at the service' },
  watcher: { label: 'Poller', description: 'Found by polling the service' },
  webhook: { label: 'Webhook', description: 'Reported by the service at this time' },
  staff: { label: 'Staff', description: 'Done by a staff member' },
  customer: { label: 'Customer', description: 'Done by the customer' },
  service: { label: 'Service', description: 'Reported by the service' },
  demo: { label: 'Demo', description: 'From the demo’s own history' },
};

export const warningGroupLabels = {
  title: 'Warnings',
  inKinds: (kinds: number) => (kinds === 1 ? 'in one kind' : `in ${kinds} kinds`),
  remark: 'Original wording',
  search: 'Search the warnings',
  download: 'CSV',
  noMatch: 'No warnings contain these words',
  found: (found: number, all: number) => `${found} of ${all}`,
  unknownType: 'Unknown',
  showMore: (count: number) => `Show ${count} more`,
};

export const sampleLabels = {
  users: 'Users matched',
  usersCount: (matched: number | null, total: number | null) => `${matched ?? 'unknown'} of ${total ?? 'unknown'}`,
  usersChart: (matched: number, total: number) => `${matched} of ${total} users matched`,
  withoutMatch: (count: number, names: readonly string[], more: number) =>
    `${count} without a match${names.length > 0 ? `: ${names.join(', ')}` : ''}${more > 0 ? ` and ${more} more` : ''}`,
  records: 'Records',
};

export const noteLabels = {
  title: 'Notes',
  remark: 'Staff only',
  field: 'Note',
  placeholder: 'What your colleagues should know',
  add: 'Add note',
  none: 'No notes',
};

export const fillInLabels = {
  title: 'Correct details',
  intro: 'Values from the service override these.',
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
    { name: 'family', label: 'Family', hint: 'As the service names it.' },
  ],
} as const;

export const customerLinkLabels = {
  title: 'Customer link',
  note: 'Every view is logged',
  done: 'Done',
  page: {
    title: 'Their migration page',
    text: 'Shows the status in plain words, leads on to the service and takes the request for the full migration. Anyone with the link sees this one migration. You can revoke it under “Customer links”.',
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
    `Revoke the link to the ${linkKindLabels[kind].toLowerCase()} by ${person}`,
  revokeAll: 'Revoke all…',
  confirmRevokeAll: 'Revoke all links',
  consequence:
    'Every link to this migration stops working, also links that are not listed here. Create a new link for the customer afterwards.',
  cancel: 'Cancel',
};

export const rawLabels = {
  answer: (source: ObservationSource, bytes: string) => `${rawSourceLabels[source]}, ${bytes}`,
  copy: 'Copy this answer',
  name: (source: ObservationSource, number: number) => `${rawSourceLabels[source]}, ${number}`,
};

const rawSourceLabels: Record<ObservationSource, string> = {
  created: 'Answer to the creation',
  lookup: 'Answer to a lookup',
  watcher: 'Answer to the poller',
  webhook: 'Webhook',
  decision: 'Answer to a decision',
  customer: 'Customer',
  demo: 'Demo',
};

type WhyNoAnswers = NonNullable<RawAnswers['whyNone']>;

export const noRawAnswersLabels: Record<WhyNoAnswers['reason'], (why: WhyNoAnswers) => string> = {
  not_read: () =>
    'None yet. We know this import only from webhooks or from our own records. Refresh to read it from the service.',
  demo: () => 'None. This import is part of the demo’s history, which the service never answered.',
  expired: ({ days }) => `Deleted. Raw answers are kept for ${days === 1 ? '1 day' : `${days ?? 0} days`}.`,
  not_kept: () =>
    'None kept. We do not keep lists of more than 20 imports, answers that name an erased customer, or answers past their retention period.',
  unreadable: () =>
    'Stored, but encrypted with a key that this installation no longer has. An admin can add the old LANDFALL_KEY.',
};

export const lookupFailedLabels = {
  title: 'Could not read this import from the service',
  nothingStored: 'We have nothing stored about it yet:',
  tryAgain: 'Try again',
};

export const previewLabels = {
  at: (address: string) => `at ${address}`,
  facts: 'Facts of the import',
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
