import type { Environment } from '../contract/environment';
import type { MonthBudget } from '../contract/policy';
import type { Db } from '../store/database/database';
import { readSponsorshipContext, type SponsorshipContext } from '../store/sponsorship/sponsorship-context';
import { budgetLevel, countSpent } from './evaluate-policy';

/** Calendar months in UTC, the same for every instance and viewer. */
export function monthStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

export async function readMonthBudget(db: Db, environment: Environment, now: Date): Promise<MonthBudget> {
  return toMonthBudget(await readSponsorshipContext(db, { environment, monthStart: monthStart(now) }), now);
}

export function toMonthBudget(
  { policy: { policy }, month }: Pick<SponsorshipContext, 'policy' | 'month'>,
  now: Date,
): MonthBudget {
  return {
    month: monthStart(now).toISOString().slice(0, 10),
    ...month,
    limit: policy.monthlyBudget,
    level: budgetLevel(countSpent(month), policy.monthlyBudget),
  };
}
