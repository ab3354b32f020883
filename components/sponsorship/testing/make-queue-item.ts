import type { QueueItem } from '@/lib/contract/sponsorship';

/** An undecided request within policy, unless changed. */
export function makeQueueItem(change: Partial<QueueItem> = {}): QueueItem {
  return {
    importId: '1',
    username: 'ops@acme.example',
    tool: 'Zendesk',
    status: null,
    gone: false,
    askedAt: '2026-11-12T14:02:11.000Z',
    asked: { source: 'agent', by: 'Al', verified: true, message: '' },
    requestOpen: true,
    records: 300,
    warnings: 0,
    usersMatched: null,
    usersTotal: null,
    seenAt: '2026-11-12T14:02:11.000Z',
    oddity: null,
    policy: { needsSecond: false, short: 'Within policy', explanation: '' },
    decision: null,
    inEffect: null,
    secondPeople: null,
    restoredFrom: null,
    earlier: [],
    earlierYear: 0,
    ...change,
  };
}
