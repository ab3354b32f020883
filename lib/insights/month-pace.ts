import type { MonthPace } from '../contract/overview';
import type { MonthBudget } from '../contract/policy';
import { toDay } from './create-insights';

/** Earlier in the month, a projection is meaningless. */
const minShare = 0.08;

export function toMonthPace({
  budget,
  medianDecisionS,
  now,
}: {
  budget: MonthBudget;
  medianDecisionS: number | null;
  now: Date;
}): MonthPace {
  const used = budget.confirmed + budget.unknown + budget.sending;
  return { ...projectPace({ used, limit: budget.limit, now }), medianDecisionS };
}

/** @internal Linear. `usedUpOn` is null when the limit is reached already or not this month. */
export function projectPace(input: {
  used: number;
  limit: number | null;
  now: Date;
}): Omit<MonthPace, 'medianDecisionS'> {
  const { used, limit, now } = input;
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const passed = now.getTime() - start;
  const share = passed / (end - start);
  const byMonthEnd = share < minShare ? used : Math.round(used / share);
  if (limit === null || used === 0 || used >= limit || share < minShare) return { usedUpOn: null, byMonthEnd };
  const usedUpAt = start + (passed * limit) / used;
  return { usedUpOn: usedUpAt < end ? toDay(usedUpAt) : null, byMonthEnd };
}
