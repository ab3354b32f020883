import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import type { MonthBudget } from '@/lib/contract/policy';
import { Meter } from '../ui/meter';
import { TextLink } from '../ui/text-link';

/** Sponsored this month against the budget. Unknown and sending count as spent: they may well be. */
export function BudgetMeter({
  budget,
  environment,
  isAdmin,
}: {
  budget: MonthBudget;
  environment: Environment;
  isAdmin: boolean;
}) {
  const used = budget.confirmed + budget.unknown + budget.sending;
  const month = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(
    new Date(`${budget.month}T00:00:00Z`),
  );
  const left = budget.limit === null ? 0 : Math.max(0, budget.limit - used);
  return (
    <section aria-label={`Sponsored in ${month}`} className="w-full max-w-[432px]">
      <p className="mb-1.5 flex text-13">
        <b className="flex-1">Sponsored in {month}</b>
        <span>
          <b>{used}</b> {budget.limit === null ? '' : <span className="text-meta">of {budget.limit}</span>}
        </span>
      </p>
      <Meter
        parts={[
          { look: 'fill', value: budget.confirmed, label: 'confirmed' },
          { look: 'unknown', value: budget.unknown, label: 'unknown' },
          { look: 'pending', value: budget.sending, label: 'sending' },
          { look: 'rest', value: left, label: budget.limit === null ? 'no budget set' : 'left' },
        ]}
        end={isAdmin ? <TextLink href={envHref('/settings/sponsorship', environment)}>Policy</TextLink> : undefined}
      />
    </section>
  );
}
