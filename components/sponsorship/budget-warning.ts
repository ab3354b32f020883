import type { MonthBudget } from '@/lib/contract/policy';

/** Unknown and sending count as spent: they may well be. */
export function usedBudget(budget: Pick<MonthBudget, 'confirmed' | 'unknown' | 'sending'>): number {
  return budget.confirmed + budget.unknown + budget.sending;
}

/** What the budget has to say by itself: nothing while there is room, a warning from 80 %, the stop at 100 %. */
export function budgetWarning(budget: MonthBudget): string | null {
  if (budget.limit === null || budget.level === 'ok') return null;
  const used = usedBudget(budget);
  if (budget.level === 'stop')
    return `The budget is used up: ${used} of ${budget.limit}. Only an admin may go over it.`;
  const left = budget.limit - used;
  return `${Math.floor((100 * used) / budget.limit)} % of the budget is used; ${left} ${left === 1 ? 'is' : 'are'} left this month.`;
}
