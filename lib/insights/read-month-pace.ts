import type { Environment } from '../contract/environment';
import type { MonthPace } from '../contract/overview';
import type { MonthBudget } from '../contract/policy';
import type { Db } from '../store/database/database';
import { readMedianDecisionS } from '../store/imports/insights';
import { projectPace } from './pace';

/** Where this month's sponsorship is heading, and how long customers wait for it. */
export async function readMonthPace(
  db: Db,
  { environment, budget, now }: { environment: Environment; budget: MonthBudget; now: Date },
): Promise<MonthPace> {
  const used = budget.confirmed + budget.unknown + budget.sending;
  return {
    ...projectPace({ used, limit: budget.limit, now }),
    medianDecisionS: await readMedianDecisionS(db, environment, new Date(`${budget.month}T00:00:00Z`)),
  };
}
