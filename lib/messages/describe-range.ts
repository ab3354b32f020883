import type { UsualRange } from '../contract/customer-migration';
import type { Messages } from './messages';

const hourS = 3600;

/** “usually 10–40 minutes”: rounded outwards, so that it stays true. */
export function describeRange({ t, format }: Messages, range: UsualRange): string {
  const { unit, from, to } = roundRange(range);
  return from === 0
    ? t('myMigration.usual.upTo', { duration: format.unit(to, unit) })
    : t('myMigration.usual.range', { duration: format.unitRange(from, to, unit) });
}

/** `from` is 0 if only the end means anything. */
export function roundRange({ fromS, toS }: UsualRange): {
  unit: 'minute' | 'hour' | 'day';
  unitS: number;
  from: number;
  to: number;
} {
  const { unit, unitS } =
    toS < 1.5 * hourS
      ? ({ unit: 'minute', unitS: 60 } as const)
      : toS < 48 * hourS
        ? ({ unit: 'hour', unitS: hourS } as const)
        : ({ unit: 'day', unitS: 24 * hourS } as const);
  const step = unit === 'minute' && toS > 600 ? 5 : 1;
  const to = Math.max(step, Math.ceil(toS / unitS / step) * step);
  const from = Math.floor(fromS / unitS / step) * step;
  return { unit, unitS, from: from < to ? from : 0, to };
}
