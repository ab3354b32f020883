import { openDecisionStates } from '@/lib/contract/decisions';
import type { QueueItem } from '@/lib/contract/sponsorship';
import type { QueueTab } from './queue-tab';

/** What one can narrow the queue to. They add up: each one picked leaves fewer. */
const queueFilters = ['you', 'undecided', 'second', 'unverified', 'warnings', 'before'] as const;
export type QueueFilter = (typeof queueFilters)[number];

export const filterWords: Record<QueueFilter, string> = {
  you: 'Waits for you',
  undecided: 'Undecided',
  second: 'Needs a second person',
  unverified: 'Not verified who asked',
  warnings: 'With warnings',
  before: 'Sponsored before',
};

/** What is over no longer waits for anybody, and today's policy says nothing about it. */
export const filtersOf: Record<QueueTab, readonly QueueFilter[]> = {
  waiting: queueFilters,
  unknown: ['warnings', 'before'],
  decided: ['warnings', 'before'],
};

export interface QueueNarrowing {
  filters: readonly QueueFilter[];
  q: string;
}

/** Reads `show` and `find` of the address (`q` belongs to the search in the top bar); what is not a filter of ours is nothing. */
export function readNarrowing(params: { get(name: string): string | null }): QueueNarrowing {
  const named = (params.get('show') ?? '').split(',');
  return { filters: queueFilters.filter((filter) => named.includes(filter)), q: params.get('find') ?? '' };
}

export function matches(item: QueueItem, filter: QueueFilter, viewerId: string): boolean {
  switch (filter) {
    case 'you':
      return item.decision?.state === 'proposed' && item.decision.proposedBy?.id !== viewerId;
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

export function narrow(items: readonly QueueItem[], by: QueueNarrowing, viewerId: string): QueueItem[] {
  const words = by.q.trim().toLocaleLowerCase('en');
  return items.filter(
    (item) =>
      by.filters.every((filter) => matches(item, filter, viewerId)) &&
      [item.username, item.importId, item.tool].some((text) => text?.toLocaleLowerCase('en').includes(words)),
  );
}
