import type { MonthBudget } from '@/lib/contract/policy';
import type { MeterSegment } from '../ui/meter';
import { budgetLabels } from './labels';

/** Unknown outcomes and decisions being sent count as spent. */
export function usedBudget(budget: Pick<MonthBudget, 'confirmed' | 'unknown' | 'sending'>): number {
  return budget.confirmed + budget.unknown + budget.sending;
}

/** Null below 80 %, a warning from 80 %, the stop at 100 %. */
export function budgetWarning(budget: MonthBudget): string | null {
  if (budget.limit === null || budget.level === 'ok') return null;
  const used = usedBudget(budget);
  if (budget.level === 'stop') return budgetLabels.usedUp(used, budget.limit);
  return budgetLabels.nearlyUsedUp(Math.floor((100 * used) / budget.limit), budget.limit - used);
}

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

export function budgetMonth(budget: MonthBudget): string {
  return monthFormat.format(new Date(`${budget.month}T00:00:00Z`));
}

export function budgetSegments(budget: MonthBudget): MeterSegment[] {
  const left = budget.limit === null ? null : Math.max(0, budget.limit - usedBudget(budget));
  const { segments } = budgetLabels;
  return [
    { variant: 'fill', value: budget.confirmed, label: segments.confirmed },
    { variant: 'unknown', value: budget.unknown, label: segments.unknown },
    { variant: 'pending', value: budget.sending, label: segments.sending },
    ...(left === null ? [] : [{ variant: 'rest' as const, value: left, label: segments.left }]),
  ];
}
