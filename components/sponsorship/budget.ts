import type { MonthBudget } from '@/lib/contract/policy';
import type { MeterSegment } from '../ui/meter';

/** Unknown outcomes and decisions being sent count as spent. */
export function usedBudget(budget: Pick<MonthBudget, 'confirmed' | 'unknown' | 'sending'>): number {
  return budget.confirmed + budget.unknown + budget.sending;
}

/** Null below 80 %, a warning from 80 %, the stop at 100 %. */
export function budgetWarning(budget: MonthBudget): string | null {
  if (budget.limit === null || budget.level === 'ok') return null;
  const used = usedBudget(budget);
  if (budget.level === 'stop')
    return `The budget is used up: ${used} of ${budget.limit}. Only an admin may go over it.`;
  const left = budget.limit - used;
  return `${Math.floor((100 * used) / budget.limit)}% of the budget is used; ${left} ${left === 1 ? 'is' : 'are'} left this month.`;
}

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

export function budgetMonth(budget: MonthBudget): string {
  return monthFormat.format(new Date(`${budget.month}T00:00:00Z`));
}

export function budgetSegments(budget: MonthBudget): MeterSegment[] {
  const left = budget.limit === null ? null : Math.max(0, budget.limit - usedBudget(budget));
  return [
    { variant: 'fill', value: budget.confirmed, label: 'confirmed' },
    { variant: 'unknown', value: budget.unknown, label: 'unknown' },
    { variant: 'pending', value: budget.sending, label: 'sending' },
    ...(left === null ? [] : [{ variant: 'rest' as const, value: left, label: 'left' }]),
  ];
}
