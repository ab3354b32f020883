'use client';

import type { MonthPace } from '@/lib/contract/overview';
import type { MonthBudget } from '@/lib/contract/policy';
import { Section } from '../shell/page';
import { budgetMonth, budgetSegments, usedBudget } from '../sponsorship/budget';
import { formatDuration } from '../ui/format-duration';
import { formatDay } from '../ui/format-instant';
import { Meter } from '../ui/meter';
import { Num } from '../ui/number';
import { TextLink } from '../ui/text-link';

/** Unknown outcomes and decisions being sent count as spent. */
export function MonthBudgetSection({
  budget,
  pace,
  isAdmin,
}: {
  budget: MonthBudget;
  pace: MonthPace;
  isAdmin: boolean;
}) {
  const used = usedBudget(budget);
  return (
    <Section
      title={`Sponsored in ${budgetMonth(budget)}`}
      remark={
        <span className="tabular-nums">
          <b className="text-ink">{used}</b>
          {budget.limit !== null && ` of ${budget.limit}`}
        </span>
      }
    >
      <Meter segments={budgetSegments(budget)} />
      <p className="mt-3 text-13 text-ink-2">{paceText(budget, pace, used)}</p>
      {budget.limit === null && isAdmin && (
        <p className="mt-1 text-13">
          <TextLink href="/settings/sponsorship">Set a budget</TextLink>
        </p>
      )}
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-y-1.5 border-t border-t-line-soft pt-4 text-13">
        <dt className="text-meta">Accepted</dt>
        <dd className="text-end tabular-nums">
          <TextLink href="/imports?decision=accepted&gone=show" className="!text-ink">
            <Num value={used} />
          </TextLink>
        </dd>
        <dt className="text-meta">Rejected</dt>
        <dd className="text-end tabular-nums">
          <TextLink href="/imports?decision=rejected&gone=show" className="!text-ink">
            <Num value={budget.rejected} />
          </TextLink>
        </dd>
        <dt className="text-meta">Median time to a decision</dt>
        <dd className="text-end">
          {pace.medianDecisionS === null ? 'none yet' : formatDuration(pace.medianDecisionS * 1000)}
        </dd>
      </dl>
    </Section>
  );
}

function paceText(budget: MonthBudget, pace: MonthPace, used: number): string {
  if (budget.limit !== null && used >= budget.limit)
    return 'The budget of this month is used up; an admin may go over it.';
  if (pace.usedUpOn !== null) return `At this pace, used up on about ${formatDay(pace.usedUpOn, false)}.`;
  if (used === 0) return 'Nothing is sponsored this month yet.';
  return budget.limit === null
    ? `No budget is set. At this pace, about ${pace.byMonthEnd} by the end of the month.`
    : `At this pace, about ${pace.byMonthEnd} of ${budget.limit} by the end of the month.`;
}
