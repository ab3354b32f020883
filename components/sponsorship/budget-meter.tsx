import type { MonthBudget } from '@/lib/contract/policy';
import { Icon } from '../ui/icon';
import { Meter } from '../ui/meter';
import { TextLink } from '../ui/text-link';
import { budgetMonth, budgetSegments, budgetWarning, usedBudget } from './budget';

/** Unknown outcomes and decisions being sent count as spent. */
export function BudgetMeter({ budget, isAdmin }: { budget: MonthBudget; isAdmin: boolean }) {
  const used = usedBudget(budget);
  const month = budgetMonth(budget);
  const policy = isAdmin ? <TextLink href="/settings/sponsorship">Policy</TextLink> : undefined;
  const warning = budgetWarning(budget);
  return (
    <section aria-label={`Sponsored in ${month}`} className="w-full max-w-[432px]">
      <p className="mb-1.5 flex text-13">
        <b className="flex-1">Sponsored in {month}</b>
        <span className="tabular-nums">
          <b>{used}</b> {budget.limit !== null && <span className="text-meta">of {budget.limit}</span>}
        </span>
      </p>
      {budget.limit === null ? (
        <p className="flex justify-between gap-4 text-12 text-meta">
          <span>
            {budget.confirmed} confirmed, {budget.unknown} unknown, {budget.sending} sending. No budget is set.
          </span>
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
