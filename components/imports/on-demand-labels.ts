import type { ListView } from '@/lib/contract/list-view';

// Texts of what is loaded on first use. In labels.ts they would be part of every page with a list.

/** `shown` is the count as the viewer's language writes it. */
const counted = (count: number, shown: string, one: string, many: string) => `${shown} ${count === 1 ? one : many}`;
const imports = (count: number, shown: string) => counted(count, shown, 'import', 'imports');
const names = (count: number, shown: string) => counted(count, shown, 'name', 'names');

export const editViewLabels = {
  menu: 'Edit view',
  rename: 'Rename',
  renameTitle: 'Rename view',
  updateOrder: 'Save the sort order too',
  share: 'Share with all staff',
  stopSharing: 'Stop sharing',
  remove: 'Delete view',
  changeFailed: 'The view could not be changed',
  save: 'Save view',
  saveHint: 'Saves the current search, filters and sort order. The list is always up to date.',
  name: 'Name',
  nameMissing: 'Enter a name for the view',
  shareHint: 'All staff can use it. Only you can change it.',
};

export const filterPanelLabels = {
  order: 'Sort by',
  from: 'From',
  family: 'Family',
  warnings: 'Warnings',
  decision: 'Decision',
  createdBy: 'Created by',
  tags: 'With all these tags',
  stuck: 'Stuck',
  stuckHint: 'In its status for longer than 90% of imports. Until 20 can be compared: longer than a day.',
  gone: 'No longer available at the service',
  search: (title: string) => `Search in ${title}`,
  searchCount: (count: number) => `Search ${count}`,
  noMatch: 'No match',
};

export const goneOptionLabels: Record<ListView['gone'], string> = { hide: 'Hide', show: 'Show', only: 'Only these' };

export const sortLabels: Record<`${ListView['sort']} ${ListView['direction']}`, string> = {
  'seen desc': 'Most recently seen first',
  'seen asc': 'Least recently seen first',
  'since asc': 'Longest in status first',
  'since desc': 'Shortest in status first',
  'created desc': 'Newest first',
  'created asc': 'Oldest first',
  'warnings desc': 'Most warnings first',
  'warnings asc': 'Fewest warnings first',
  'username asc': 'Customer, A to Z',
  'username desc': 'Customer, Z to A',
};

export const selectionActionLabels = {
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
  text: 'The service lists imports only by the customer’s name. If you have migrations already, look them up. The imports found appear here and stay up to date.',
  lookUpOne: 'Look up a customer',
  lookUpMany: 'Look up many customers',
  noMatch: 'No import matches these filters',
  noMatchHint: 'Remove a filter or show all imports.',
  notFound: (query: string) => `No stored import matches “${query}”`,
  notFoundHint: 'The search covers the beginnings of words in customer, import ID, tool and instance.',
  withoutFilters: 'Search without filters',
  showAll: 'Show all imports',
};

export const lookupLabels = {
  stored: 'These are stored imports. To find new ones, look up the full name at the service.',
  lookUp: 'Look up at the service',
  enterKey: 'Enter',
  failed: 'The service could not be reached.',
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
  slow: ' at the service is taking longer than usual.',
};

export const lookupDialogLabels = {
  titleOne: 'Look up a customer',
  titleMany: 'Look up many customers',
  titleRun: 'Bulk lookup',
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
    none: (count: number) => `Not found ${count}`,
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
