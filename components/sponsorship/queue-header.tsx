'use client';

import type { MonthBudget } from '@/lib/contract/policy';
import type { Queue, QueueTab } from '@/lib/contract/sponsorship';
import { Icon } from '../ui/icon';
import { LinkTabs } from '../ui/link-tabs';
import { Meter } from '../ui/meter';
import { Num } from '../ui/number';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { budgetLabels, sponsorshipLabels } from './labels';
import { queueHeaderLabels } from './queue-labels';
import { budgetMonth, budgetSegments, budgetWarning, usedBudget } from './budget';
import { waitingSince } from './waiting-since';

export function QueueHeader({ queue, tab, isAdmin }: { queue: Queue; tab: QueueTab; isAdmin: boolean }) {
  const names = [...(queue.whoPays === 'partner' ? (['waiting'] as const) : []), 'unknown', 'decided'] as const;
  const tabs = names.map((name) => ({
    href: name === 'waiting' ? '/sponsorship' : `/sponsorship?tab=${name}`,
    label: queueHeaderLabels.tabs[name],
    count: <Num value={queue.totals[name]} />,
    current: tab === name,
  }));
  const undecided = queue.waiting.find(
    ({ decision }) => decision?.state !== 'approved' && decision?.state !== 'sending',
  );
  const [unmatched] = tab === 'waiting' ? queue.unmatched : [];
  const [longest] = [undecided && waitingSince(undecided), unmatched?.askedAt].filter((at) => at !== undefined).sort();
  return (
    // Phone order: title, month, tabs. Wider screens put the month beside the other two.
    <header className="grid items-start gap-x-12 gap-y-3 border-b px-6 pt-5 max-md:px-4 max-md:pt-4 md:grid-cols-[minmax(0,1fr)_minmax(0,432px)] md:grid-rows-[auto_1fr]">
      <h1>
        {sponsorshipLabels.title}{' '}
        <span className="ms-1 text-12 font-normal text-meta">
          {queueHeaderLabels.waiting(queue.totals.undecided)}
          {longest !== undefined && (
            <>
              {queueHeaderLabels.longest} <Time at={longest} as="age" />
            </>
          )}
        </span>
      </h1>
      <div className="md:row-span-2 md:mb-2.5">
        <BudgetMeter budget={queue.budget} isAdmin={isAdmin} />
        {isAdmin && queue.policy.pending && (
          <p className="mt-2 flex gap-1.5 text-12 text-turn">
            <Icon name="clock" size={14} className="mt-0.25" />
            <span>
              {queueHeaderLabels.weakerPolicyFrom} <Time at={queue.policy.pending.effectiveAt} as="moment" />.{' '}
              <TextLink href="/settings/sponsorship">{queueHeaderLabels.reviewChange}</TextLink>
            </span>
          </p>
        )}
      </div>
      <LinkTabs label={queueHeaderLabels.tabList} tabs={tabs} className="self-end border-b-0" />
      {/* Announces queue changes to screen readers. */}
      <span role="status" className="sr-only">
        {queueHeaderLabels.announcement(queue.totals.undecided, queue.totals.unknown)}
      </span>
    </header>
  );
}

/** Unknown outcomes and decisions being sent count as spent. */
function BudgetMeter({ budget, isAdmin }: { budget: MonthBudget; isAdmin: boolean }) {
  const used = usedBudget(budget);
  const title = budgetLabels.sponsoredIn(budgetMonth(budget));
  const policy = isAdmin ? <TextLink href="/settings/sponsorship">{budgetLabels.policy}</TextLink> : undefined;
  const warning = budgetWarning(budget);
  return (
    <section aria-label={title} className="w-full max-w-[432px]">
      <p className="mb-1.5 flex text-13">
        <b className="flex-1">{title}</b>
        <span className="tabular-nums">
          <b>{used}</b>{' '}
          {budget.limit !== null && <span className="text-meta">{budgetLabels.ofLimit(budget.limit)}</span>}
        </span>
      </p>
      {budget.limit === null ? (
        <p className="flex justify-between gap-4 text-12 text-meta">
          <span>{budgetLabels.withoutLimit(budget.confirmed, budget.unknown, budget.sending)}</span>
          {policy}
        </p>
      ) : (
        <Meter segments={budgetSegments(budget)} end={policy} />
      )}
      {warning !== null && (
        <p role="status" className="mt-2 flex gap-1.5 text-12 text-turn">
          <Icon name="warning" size={14} className="mt-0.25" />
          {warning}
        </p>
      )}
    </section>
  );
}
