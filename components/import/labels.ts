import type { ObservationSource } from '@/lib/contract/imports';
import type { TimelineEntry } from '@/lib/contract/timeline';

export const importLabels = {
  pageTitle: (id: string) => `Import ${id}`,
  unknown: 'Unknown',
  unknownCustomer: 'Unknown customer',
  noStatus: 'No status reported yet',
  statusAge: (gone: boolean, startKnown: boolean) => `${gone ? 'gone for' : 'for'}${startKnown ? '' : ' at least'}`,
  stuck: 'Longer than usual',
  stuckTip: 'In this status longer than expected',
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
  customer: 'when the customer opened their page',
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
  /** Imports that customers create themselves are stored with this name. */
  creator: (name: string) => (name === 'customer' ? 'Customer' : name),
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
  rawResponses: 'Raw responses from the service',
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
  duration: 'Time in status',
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
  severalImports: 'About several imports',
};

export const timelineSourceLabels: Record<TimelineEntry['source'], { label: string; description: string }> = {
  created: { label: 'Creation', description: 'The service’s response when the import was created' },
  lookup: { label: 'Lookup', description: 'Found by a lookup at the service' },
  watcher: { label: 'Poller', description: 'Found by polling the service' },
  webhook: { label: 'Webhook', description: 'Reported by the service at this time' },
  staff: { label: 'Staff', description: 'Done by a staff member' },
  customer: { label: 'Customer', description: 'Done by the customer' },
  service: { label: 'Service', description: 'Reported by the service' },
  landfall: { label: 'Landfall', description: 'Done by Landfall' },
  demo: { label: 'Demo', description: 'From the demo’s own history' },
  message: { label: 'E-mail', description: 'E-mail to the customer' },
};

export const sampleLabels = {
  users: 'Users matched',
  usersCount: (matched: number | null, total: number | null) => `${matched ?? 'unknown'} of ${total ?? 'unknown'}`,
  usersChart: (matched: number, total: number) => `${matched} of ${total} users matched`,
  withoutMatch: (count: number, names: readonly string[], more: number) =>
    `${count} without a match${names.length > 0 ? `: ${names.join(', ')}` : ''}${more > 0 ? ` and ${more} more` : ''}`,
  records: 'Records',
};

export const tagLabels = {
  group: 'Tags',
  add: 'Add tag',
  remove: (tag: string) => `Remove tag ${tag}`,
  filter: (tag: string) => `Imports with the tag ${tag}`,
  added: (tags: string) => `Added ${tags}`,
  removed: (tag: string) => `Removed ${tag}`,
};

export const noteLabels = {
  title: 'Notes',
  remark: 'Staff only',
  field: 'Note',
  placeholder: 'What your colleagues should know',
  add: 'Add note',
  none: 'No notes',
};

export const lookupFailedLabels = {
  title: 'Could not read this import from the service',
  nothingStored: 'We have nothing stored about it yet:',
  tryAgain: 'Try again',
};
