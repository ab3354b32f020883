import type { ObservationSource } from '@/lib/contract/imports';
const unknown = 'Unknown';

export const importLabels = {
  pageTitle: (id: string) => `Import ${id}`,
  unknown,
  unknownCustomer: 'Unknown customer',
  noStatus: 'No status reported yet',
  for: 'for',
  forAtLeast: 'for at least',
  goneFor: 'gone for',
  goneForAtLeast: 'gone for at least',
  stuck: 'Longer than usual',
  stuckTip: 'Taking longer than 90% of imports',
  refresh: 'Refresh',
  refreshing: 'Refreshing',
  refreshed: 'Refreshed just now',
  customerLink: 'Customer link',
  seen: 'Seen',
  seenLast: 'Last seen',
  copyId: 'Copy import ID',
  staleData: 'Shown data is from',
  gone: 'No longer available at the service.',
  goneDetail: 'Cancelled, archived or unknown there. Its history stays here. We no longer check it.',
};

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
  trigger: 'More actions',
  copyId: 'Copy import ID',
  copyAddress: 'Copy page address',
  idCopied: 'Import ID copied',
  addressCopied: 'Page address copied',
  notCopied: 'The browser did not allow copying',
  correct: 'Correct details',
  customer: 'All of this customer',
  newImport: 'New import for this customer',
  warnings: 'Download warnings (CSV)',
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
  correct: 'Correct',
};

export const nextStepLabels = {
  title: 'Next step',
  heading: 'Next step.',
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
  customerLinksMeta: 'list and revoke',
  rawAnswers: 'Raw answers of the service',
  rawAnswersMeta: 'secrets hidden',
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
  soFar: 'so far',
  movedBack: 'Moved back',
  availableAgain: 'Available again',
  lookedUpBy: (person: string) => `; ${person} looked it up`,
  betweenPolls: ', between two polls',
  exactTime: 'exact time',
  timeSpan: 'within this span',
  before: 'Before',
  whenFirstSeen: ', when it was first seen',
  between: 'Between',
  and: 'and',
  today: (day: string) => `Today, ${day}`,
  import: (id: string) => `Import ${id}`,
  from: (tool: string) => `from ${tool}`,
  noImport: 'Not matched to an import',
};
