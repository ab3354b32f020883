import type { MonthPace } from '../contract/overview';
import { toDay } from './period';

/** Before this much of the month has passed, a pace is chance. */
const minShare = 0.08;

/**
 * Where the month's spending is heading, if it goes on as it did until now. Says when the budget is used up only where
 * that lies ahead within the month; a budget that is used up already has no pace.
 */
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
