import type { FlowBar, Period } from '../contract/overview';

const dayMs = 86_400_000;

/** Whole UTC days or weeks (from Monday), so that bars and funnel count the same imports. */
export function periodStart(period: Period, now: Date): { from: Date; unit: 'day' | 'week' } {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  if (period === '30d') return { from: new Date(today - 29 * dayMs), unit: 'day' };
  const monday = today - ((now.getUTCDay() + 6) % 7) * dayMs;
  const weeks = period === '12w' ? 12 : 52;
  return { from: new Date(monday - (weeks - 1) * 7 * dayMs), unit: 'week' };
}

export function buildBars(
  period: Period,
  now: Date,
  counted: { started: readonly { day: string; count: number }[]; completed: readonly { day: string; count: number }[] },
): FlowBar[] {
  const { from, unit } = periodStart(period, now);
  const started = new Map(counted.started.map(({ day, count }) => [day, count]));
  const completed = new Map(counted.completed.map(({ day, count }) => [day, count]));
  const stepMs = unit === 'day' ? dayMs : 7 * dayMs;
  const bars: FlowBar[] = [];
  for (let at = from.getTime(); at <= now.getTime(); at += stepMs) {
    const day = toDay(at);
    bars.push({
      from: day,
      to: toDay(at + stepMs - dayMs),
      started: started.get(day) ?? 0,
      completed: completed.get(day) ?? 0,
      current: at + stepMs > now.getTime(),
    });
  }
  return bars;
}

export function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
