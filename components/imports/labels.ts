import type { DecisionSummary } from '@/lib/contract/decisions';
import type { ListView } from '@/lib/contract/list-view';

export const headerLabels = {
  title: 'Imports',
  known: 'known',
  gone: 'no longer available',
  exportCsv: 'Export CSV',
  lookUp: 'Look up',
  newImport: 'New import',
};

export const viewLabels = {
  tabs: 'Views',
  all: 'All',
  undecided: 'Undecided',
  outcomeUnknown: 'Outcome unknown',
  stuck: 'Stuck',
  manyWarnings: 'Many warnings',
  save: 'Save view',
};

export const filterLabels = {
  group: 'Filters',
  filter: 'Filter',
  more: 'More filters',
  clearAll: 'Clear all',
  remove: ', remove this filter',
  stuck: 'Stuck',
  fromTool: (tool: string) => `From ${tool}`,
  ofFamily: (family: string) => `Family ${family}`,
  tagged: (tag: string) => `Tag ${tag}`,
  createdByName: (name: string) => `Created by ${name}`,
  created: (days: string) => `Created ${days}`,
  completed: (days: string) => `Completed ${days}`,
  sinceDay: (day: string) => `since ${day}`,
};

export const goneLabels: Record<ListView['gone'], string> = {
  hide: 'Available only',
  show: 'Including unavailable',
  only: 'No longer available',
};

export const warningsLabels: Record<ListView['warnings'], string> = {
  any: 'Any',
  some: 'With warnings',
  none: 'Without warnings',
  many: 'More than 50 warnings',
};

export const reachedLabels: Record<NonNullable<ListView['reached']>, string> = {
  credentials: 'Credentials entered',
  sample: 'Sample completed once',
  asked: 'Full migration requested',
  accepted: 'Accepted or bought',
  completed: 'Full migration completed once',
};

export const decisionLabels: Record<DecisionSummary, string> = {
  none: 'No request',
  asked: 'Requested, undecided',
  proposed: 'Needs a second person',
  sending: 'Sending',
  unknown: 'Outcome unknown',
  accepted: 'Accepted',
  rejected: 'Rejected',
  refused: 'Refused',
};

export const tableLabels = {
  section: 'List of imports',
  table: 'Imports',
  customer: 'Customer',
  from: 'From',
  status: 'Status',
  since: 'In status',
  warnings: 'Warnings',
  decision: 'Decision',
  seen: 'Seen',
  selectAll: 'Select all loaded rows',
  select: (name: string) => `Select ${name}`,
  unknownCustomer: 'Unknown customer',
  customerPage: 'Customer page',
  tags: 'Tags: ',
  moreTags: (count: number) => ` +${count}`,
  gone: 'gone',
  stuck: 'stuck for ',
  stuckHint: 'In this status longer than expected',
  staleBefore: 'Possibly outdated, last seen ',
  staleAfter: ' ago',
  failed: 'The list could not be loaded',
  loadedBefore: 'The rows below were loaded ',
  request: (id: string) => `Request ${id}.`,
  retry: 'Try again',
};

export const keyLabels = {
  group: 'List',
  next: 'Next row',
  previous: 'Previous row',
  open: 'Open the import',
  select: 'Select the row',
  preview: 'Preview',
  escape: 'Close preview, then clear the selection',
  lookUp: 'Look up at the service',
};

export const footerLabels = {
  none: 'No rows',
  /** `shown` is the count as the viewer's language writes it. */
  rows: (count: number, shown: string) => `${shown} ${count === 1 ? 'row' : 'rows'}`,
  range: (first: string, last: string, total: string) => `Rows ${first} to ${last} of ${total}`,
  oldestCheck: 'Oldest check of an active import: ',
  hints: [
    { keys: ['j', 'k'], label: 'move' },
    { keys: ['Enter'], label: 'open' },
    { keys: ['x'], label: 'select' },
    { keys: ['Space'], label: 'preview' },
    { keys: ['?'], label: 'all keys' },
  ],
};

export const selectionLabels = {
  region: 'Selection',
  selected: 'selected',
  clear: 'Clear',
  clearKey: 'Esc',
};
