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
import { budgetLabels as labels } from './labels';

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
      title={labels.title(budgetMonth(budget))}
      remark={
        <span className="tabular-nums">
          <b className="text-ink">{used}</b>
          {budget.limit !== null && labels.of(budget.limit)}
        </span>
      }
    >
      <Meter segments={budgetSegments(budget)} />
      <p className="mt-3 text-13 text-ink-2">{paceText(budget, pace, used)}</p>
      {budget.limit === null && isAdmin && (
        <p className="mt-1 text-13">
          <TextLink href="/settings/sponsorship">{labels.set}</TextLink>
        </p>
      )}
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-y-1.5 border-t border-t-line-soft pt-4 text-13">
        <dt className="text-meta">{labels.accepted}</dt>
        <dd className="text-end tabular-nums">
          <TextLink href="/imports?decision=accepted&gone=show" className="!text-ink">
            <Num value={used} />
          </TextLink>
        </dd>
        <dt className="text-meta">{labels.rejected}</dt>
        <dd className="text-end tabular-nums">
          <TextLink href="/imports?decision=rejected&gone=show" className="!text-ink">
            <Num value={budget.rejected} />
          </TextLink>
        </dd>
        <dt className="text-meta">{labels.median}</dt>
        <dd className="text-end">
          {pace.medianDecisionS === null ? labels.none : formatDuration(pace.medianDecisionS * 1000)}
        </dd>
      </dl>
    </Section>
  );
}

function paceText(budget: MonthBudget, pace: MonthPace, used: number): string {
  if (budget.limit !== null && used >= budget.limit) return labels.usedUp;
  if (pace.usedUpOn !== null) return labels.usedUpOn(formatDay(pace.usedUpOn, false));
  if (used === 0) return labels.nothing;
  return budget.limit === null ? labels.noBudget(pace.byMonthEnd) : labels.pace(pace.byMonthEnd, budget.limit);
}
