'use client';

import type { Queue, QueueTab } from '@/lib/contract/sponsorship';
import { ListFooter } from '../ui/kbd';
import { Num } from '../ui/number';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { queueFooterLabels as labels } from './queue-labels';

const moveHint = { keys: ['j', 'k'], label: labels.hints.move };
const commonHints = [
  { keys: ['Space'], label: labels.hints.preview },
  { keys: ['Enter'], label: labels.hints.open },
  { keys: ['?'], label: labels.hints.all },
];
const decideHints = [
  { keys: ['x'], label: labels.hints.select },
  { keys: ['a'], label: labels.hints.accept },
  { keys: ['r'], label: labels.hints.reject },
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
            {labels.part(tab)} <Num value={shown.length} /> {labels.of} <Num value={total} />.{' '}
            {tab === 'decided' && (
              <TextLink href="/imports?decision=accepted&decision=rejected&decision=refused">{labels.seeAll}</TextLink>
            )}
          </>
        ) : (
          oldest !== null && (
            <>
              {labels.oldest} <Time at={oldest} as="relative" />
            </>
          )
        )}
      </span>
    </ListFooter>
  );
}
