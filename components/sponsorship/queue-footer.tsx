'use client';

import type { Queue, QueueTab } from '@/lib/contract/sponsorship';
import { ListFooter } from '../ui/kbd';
import { Num } from '../ui/number';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';

const moveHint = { keys: ['j', 'k'], label: 'move' };
const commonHints = [
  { keys: ['Space'], label: 'preview' },
  { keys: ['Enter'], label: 'open' },
  { keys: ['?'], label: 'all' },
];
const decideHints = [
  { keys: ['x'], label: 'select' },
  { keys: ['a'], label: 'accept' },
  { keys: ['r'], label: 'reject' },
];

export function QueueFooter({ queue, tab }: { queue: Queue; tab: QueueTab }) {
  const shown = queue[tab];
  const oldest = shown.reduce<string | null>((at, { seenAt }) => (at === null || seenAt < at ? seenAt : at), null);
  const withoutRow = { waiting: queue.unmatched.length, unknown: queue.nameless.length, decided: 0 };
  const total = queue.totals[tab] - withoutRow[tab];
  return (
    <ListFooter hints={tab === 'waiting' ? [moveHint, ...decideHints, ...commonHints] : [moveHint, ...commonHints]}>
      <span className="min-w-0 truncate">
        {shown.length < total ? (
          <>
            The {tab === 'decided' ? 'newest' : 'longest waiting'} <Num value={shown.length} /> of <Num value={total} />
            .{' '}
            {tab === 'decided' && (
              <TextLink href="/imports?decision=accepted&decision=rejected&decision=refused">All in the list</TextLink>
            )}
          </>
        ) : (
          oldest !== null && (
            <>
              Facts are from each sample migration, the oldest seen <Time at={oldest} as="relative" />
            </>
          )
        )}
      </span>
    </ListFooter>
  );
}
