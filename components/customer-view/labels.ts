import type { Customer } from '@/lib/contract/customers';

export const customerLabels = {
  pageTitle: (username: string) => (username === '' ? 'Customer' : username),
  title: 'Customer',
  noName: 'No customer chosen',
  noNameDetail: 'Open a customer from one of their imports, or search for their username.',
  search: 'Search imports',
  imports: (count: string, isMinimum: boolean) =>
    count === '1' ? '1 import' : `${count}${isMinimum ? '+' : ''} imports`,
  alsoSpelled: (names: readonly string[]) => `Also spelled ${names.join(', ')}`,
  newImport: 'New import',
  lookUp: 'Look up at the service',
  loading: 'Loading the customer',
};

export const unknownLabels = {
  title: 'No imports of this customer yet',
  detail:
    'We have no import, request, tool request or decision under this username. The service may have some: look the username up there.',
  erased: 'This customer was erased',
  erasedOn: 'Erased on',
  erasedDetail: 'Nothing about them is kept. A new import makes them a customer again.',
};

export const statusesLabels = { title: 'Current statuses' };

export const attentionLabels: Record<Customer['attention'][number]['kind'], (count: string) => string> = {
  unknown: () => 'Outcome of a decision unknown',
  proposed: () => 'A decision needs a second person',
  asked: () => 'Full migration requested, not decided',
  unmatched: () => 'A request needs matching to an import',
  tool_request: () => 'A tool request is open',
  stuck: () => 'In this status longer than expected',
  warnings: (count) => `Sample with ${count} warnings`,
};

export const attentionSectionLabels = {
  title: 'Needs attention',
  none: 'Nothing needs attention',
  import: (id: string) => `Import ${id}`,
  openSponsorship: 'Open sponsorship',
  openToolRequests: 'Open tool requests',
};

export const importListLabels = {
  title: 'Imports',
  from: (tool: string) => `from ${tool}`,
  newest: (shown: string, all: string) => `The ${shown} with the latest entries, of ${all}`,
  showAll: (count: string) => `Show all ${count}`,
  openList: 'Open in the list',
};

export const timelineSectionLabels = {
  title: 'Timeline',
  timesIn: 'Times in',
  showMore: 'Show more',
  retry: 'Try again',
  limit: (count: string) => `The timeline covers ${count} imports. Open an older import to see its entries.`,
};
