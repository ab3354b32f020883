import type { Environment } from '../contract/environment';
import type { MonthPace } from '../contract/overview';
import type { MonthBudget } from '../contract/policy';
import type { Db } from '../store/database';
import { medianDecisionS } from '../store/insights';
import { readPace } from './pace';

/** Where this month's sponsorship is heading, and how long customers wait for it. */
export async function readMonthPace(
  db: Db,
  { environment, budget, now }: { environment: Environment; budget: MonthBudget; now: Date },
): Promise<MonthPace> {
  const used = budget.confirmed + budget.unknown + budget.sending;
  return {
    ...readPace({ used, limit: budget.limit, now }),
    medianDecisionS: await medianDecisionS(db, environment, new Date(`${budget.month}T00:00:00Z`)),
  };
}
