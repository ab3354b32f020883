import type { DecisionSummary } from '@/lib/contract/decisions';
import type { ListView } from '@/lib/contract/list-view';

/** `shown` is the count as the viewer's language writes it. */
const counted = (count: number, shown: string, one: string, many: string) => `${shown} ${count === 1 ? one : many}`;
const imports = (count: number, shown: string) => counted(count, shown, 'import', 'imports');
const names = (count: number, shown: string) => counted(count, shown, 'name', 'names');

export const headerLabels = {
  title: 'Imports',
  known: 'known',
  gone: 'no longer available',
  exportCsv: 'Export CSV',
  lookUp: 'Look up',
  newImport: 'New import',
  loading: 'Loading imports',
};

export const viewLabels = {
  tabs: 'Views',
  all: 'All',
  undecided: 'Undecided',
  outcomeUnknown: 'Outcome unknown',
  stuck: 'Stuck',
  manyWarnings: 'Many warnings',
  save: 'Save view',
  edit: 'Edit view',
  rename: 'Rename',
  renameTitle: 'Rename view',
  updateOrder: 'Save the sort order too',
  share: 'Share with all staff',
  stopSharing: 'Stop sharing',
  remove: 'Delete view',
  changeFailed: 'The view could not be changed',
  saveHint: 'Saves the current search, filters and sort order. The list is always up to date.',
  name: 'Name',
  nameMissing: 'Enter a name for the view',
  shareHint: 'All staff can use it. Only you can change it.',
};

export const filterLabels = {
  group: 'Filters',
  filter: 'Filter',
  more: 'More filters',
  clearAll: 'Clear all',
  remove: ', remove this filter',
  order: 'Sort by',
  from: 'From',
  family: 'Family',
  warnings: 'Warnings',
  decision: 'Decision',
  createdBy: 'Created by',
  stuck: 'Stuck',
  stuckHint: 'In its status for longer than 90% of imports. Until 20 can be compared: longer than a day.',
  gone: 'No longer available at the service',
  search: (title: string) => `Search in ${title}`,
  searchCount: (count: number) => `Search ${count}`,
  noMatch: 'No match',
  fromTool: (tool: string) => `From ${tool}`,
  ofFamily: (family: string) => `Family ${family}`,
  createdByName: (name: string) => `Created by ${name}`,
  created: (days: string) => `Created ${days}`,
  completed: (days: string) => `Completed ${days}`,
  sinceDay: (day: string) => `since ${day}`,
};

export const goneOptionLabels: Record<ListView['gone'], string> = { hide: 'Hide', show: 'Show', only: 'Only these' };

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

export const sortLabels: Record<`${ListView['sort']} ${ListView['direction']}`, string> = {
  'seen desc': 'Last seen first',
  'seen asc': 'Not seen for longest first',
  'since asc': 'Longest in status first',
  'since desc': 'Last moved first',
  'created desc': 'Newest first',
  'created asc': 'Oldest first',
  'warnings desc': 'Most warnings first',
  'warnings asc': 'Fewest warnings first',
  'username asc': 'Customer, A to Z',
  'username desc': 'Customer, Z to A',
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
  noStatus: 'No status yet',
  gone: 'gone',
  stuck: 'stuck for ',
  stuckHint: 'Taking longer than 90% of imports',
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
  rows: (count: number, shown: string) => counted(count, shown, 'row', 'rows'),
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
  tooMany: (max: string) => `At most ${max} at once`,
  refresh: 'Refresh',
  sandbox: 'Sandbox imports do not change',
  refreshing: (count: number, shown: string) => `Refreshing ${imports(count, shown)}`,
  refreshingDetail: 'Changes are announced above the list.',
  refreshFailed: 'The refresh could not be started',
  exportCsv: 'Export CSV',
  exportFailed: 'The selection could not be exported',
  accept: 'Accept sponsorship',
  reject: 'Reject sponsorship',
};

export const emptyLabels = {
  title: 'No imports yet',
  text: 'The service lists imports only by the customer’s name. If you have migrations already, look up one name, or up to 1,000 at once. The imports found appear here and stay up to date.',
  lookUpOne: 'Look up a customer',
  lookUpMany: 'Look up many names',
  noMatch: 'No import matches these filters',
  noMatchHint: 'Remove a filter or show all imports.',
  notFound: (query: string) => `No stored import matches “${query}”`,
  notFoundHint: 'The search covers the beginnings of words in customer, import id, tool and instance.',
  withoutFilters: 'Search without filters',
  showAll: 'Show all imports',
};

export const lookupLabels = {
  stored: 'These are stored imports. To find new ones, look up the full name at the service.',
  lookUp: 'Look up at the service',
  enterKey: 'Enter',
  failed: 'The service could not be reached',
  storedBelow: 'The list below shows stored imports and when each was last seen.',
  retry: 'Try again',
  erasedBefore: 'This customer was erased on ',
  erasedAfter: '. Nothing is looked up or stored. A new import makes them a customer again.',
  checked: 'Checked ',
  refresh: 'Refresh',
  noneBefore: 'No imports at the service under exactly this name: ',
  noneSimilar: 'No similar name is stored either.',
  didYouMean: 'Did you mean ',
  or: ' or ',
  foundBefore: (count: number, shown: string) => `The service has ${imports(count, shown)} under exactly `,
  foundList: 'At the service under this name',
  more: (shown: string) => `and ${shown} more`,
  pendingBefore: 'Looking up ',
  slow: ' at the service is taking longer than usual. The list below shows stored imports.',
};

export const lookupDialogLabels = {
  titleOne: 'Look up a customer',
  titleMany: 'Look up many customers',
  titleRun: 'Lookup of many names',
  howMany: 'How many names',
  one: 'One name',
  many: 'Many names',
  submit: 'Look up',
  submitMany: (count: number, shown: string) => `Look up ${names(count, shown)}`,
  name: 'Destination username',
  nameHint: 'The exact name at the service, often an e-mail address.',
  nameMissing: 'Enter a name',
  manyText:
    'The service lists imports by name only. Paste or upload the destination usernames of your customers. Each is looked up once, and the imports found stay up to date.',
  manyNames: 'Destination usernames',
  manyHint: (max: string) => `One per line or separated by commas, up to ${max}.`,
  manyCounted: (count: number, shown: string, duplicates: string | null) =>
    `${names(count, shown)}${duplicates === null ? '' : `, ${duplicates} repeated`}`,
  manyMissing: 'Enter at least one name',
  tooMany: (shown: string, max: string) => `${shown} names are too many. Enter at most ${max} at once.`,
  fileTooLarge: 'This file is too large for a list of names',
  upload: 'Upload a list',
  priority: 'Runs in the background, after lookups by staff',
  runNote: 'Continues when you close this',
  otherNames: 'Look up other names',
  done: 'Done',
};

export const bulkLookupLabels = {
  loading: 'Loading the lookup',
  progress: 'Names looked up',
  finished: (finished: string, count: number, shown: string) => `${finished} of ${names(count, shown)}`,
  found: (count: number, shown: string, failed: string | null) =>
    ` looked up, ${imports(count, shown)} found${failed === null ? '' : `, ${failed} failed`}.`,
  startedBy: (name: string) => `Started by ${name}, `,
  filter: 'Which names',
  filters: {
    all: (count: number) => `All ${count}`,
    found: (count: number) => `Found ${count}`,
    none: (count: number) => `None ${count}`,
    failed: (count: number) => `Failed ${count}`,
  },
  results: 'Results',
  name: 'Name',
  result: 'Result',
  waiting: 'Waiting',
  failed: 'Failed',
  none: 'No imports with exactly this name',
  imports,
};
