import type { Environment } from '../contract/environment';
import type { MonthBudget } from '../contract/policy';
import type { Db } from '../store/database/database';
import { countMonthDecisions } from '../store/sponsorship/decisions';
import { readCurrentPolicy } from '../store/sponsorship/policies';
import { budgetLevel, countSpent } from './evaluate-policy';

/** Calendar months in UTC, the same for every instance and viewer. */
export function monthStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

export async function readMonthBudget(db: Db, environment: Environment, now: Date): Promise<MonthBudget> {
  const from = monthStart(now);
  const { policy } = await readCurrentPolicy(db);
  const counts = await countMonthDecisions(db, environment, from);
  return {
    month: from.toISOString().slice(0, 10),
    ...counts,
    limit: policy.monthlyBudget,
    level: budgetLevel(countSpent(counts), policy.monthlyBudget),
  };
}
