import { openDecisionStates } from '@/lib/contract/open-decision-states';
import type { QueueItem, QueueTab } from '@/lib/contract/sponsorship';
import { isSecondPerson } from './second-people';

/** Filters combine: each one narrows the queue further. */
const queueFilters = ['you', 'undecided', 'second', 'unverified', 'warnings', 'before'] as const;
export type QueueFilter = (typeof queueFilters)[number];

/** Closed decisions wait for no one and today's policy does not apply to them. */
export const filtersByTab: Record<QueueTab, readonly QueueFilter[]> = {
  waiting: queueFilters,
  unknown: ['warnings', 'before'],
  decided: ['warnings', 'before'],
};

export interface QueueSearch {
  filters: readonly QueueFilter[];
  q: string;
}

/** Reads `show` and `find` (`q` belongs to the top bar's search); ignores unknown filters. */
export function readQueueSearch(params: { get(name: string): string | null }): QueueSearch {
  const shownParams = (params.get('show') ?? '').split(',');
  return { filters: queueFilters.filter((filter) => shownParams.includes(filter)), q: params.get('find') ?? '' };
}

export function matchesFilter(item: QueueItem, filter: QueueFilter, viewerId: string): boolean {
  switch (filter) {
    case 'you':
      return item.decision?.state === 'proposed' && isSecondPerson(item.secondPeople, viewerId);
    case 'undecided':
      return item.decision === null || !openDecisionStates.some((open) => open === item.decision?.state);
    case 'second':
      return item.policy.needsSecond;
    case 'unverified':
      return !item.asked.verified;
    case 'warnings':
      return item.warnings > 0;
    case 'before':
      return item.earlierYear > 0;
  }
}

export function filterQueue(items: readonly QueueItem[], search: QueueSearch, viewerId: string): QueueItem[] {
  const needle = search.q.trim().toLocaleLowerCase('en');
  return items.filter(
    (item) =>
      search.filters.every((filter) => matchesFilter(item, filter, viewerId)) &&
      [item.username, item.importId, item.tool].some((text) => text?.toLocaleLowerCase('en').includes(needle)),
  );
}
