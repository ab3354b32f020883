'use client';

import type { Queue } from '@/lib/contract/sponsorship';
import { LinkTabs } from '../ui/link-tabs';
import { Num } from '../ui/number';
import { Time } from '../ui/time';
import { BudgetMeter } from './budget-meter';
import type { QueueTab } from './queue-tab';

export function QueueHeader({ queue, tab, isAdmin }: { queue: Queue; tab: QueueTab; isAdmin: boolean }) {
  const tabOf = (name: QueueTab, label: string) => ({
    href: name === 'waiting' ? '/sponsorship' : `/sponsorship?tab=${name}`,
    label,
    count: <Num value={queue.totals[name]} />,
    current: tab === name,
  });
  const [longest] = queue.waiting;
  return (
    // Phone order: title, month, tabs. Wider screens put the month beside the other two.
    <header className="grid items-start gap-x-12 gap-y-3 border-b px-6 pt-5 max-md:px-4 max-md:pt-4 md:grid-cols-[minmax(0,1fr)_minmax(0,432px)] md:grid-rows-[auto_1fr]">
      <h1>
        Sponsorship{' '}
        <span className="ms-1 text-12 font-normal text-meta">
          {queue.totals.waiting} waiting
          {longest && (
            <>
              , the longest <Time at={longest.askedAt} as="age" />
            </>
          )}
        </span>
      </h1>
      <div className="md:row-span-2 md:mb-2.5">
        <BudgetMeter budget={queue.budget} isAdmin={isAdmin} />
      </div>
      <LinkTabs
        label="Queue"
        tabs={[tabOf('waiting', 'Waiting'), tabOf('unknown', 'Outcome unknown'), tabOf('decided', 'Decided')]}
        className="self-end border-b-0"
      />
      {/* Announces queue changes to screen readers. */}
      <span role="status" className="sr-only">
        {queue.totals.waiting} waiting, {queue.totals.unknown} unknown
      </span>
    </header>
  );
}
