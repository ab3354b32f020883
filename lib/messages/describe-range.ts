import type { UsualRange } from '../contract/customer-migration';
import type { Messages } from './messages';

const hourS = 3600;

/** "usually 10 to 40 minutes": rounded outwards, so that it stays true. */
export function describeRange({ t }: Pick<Messages, 't'>, range: UsualRange): string {
  const { unit, from, to } = roundRange(range);
  return from === 0 ? t(`myMigration.usual.upTo.${unit}`, { to }) : t(`myMigration.usual.range.${unit}`, { from, to });
}

/** @internal `from` is 0 if only the end means anything. */
export function roundRange({ fromS, toS }: UsualRange): {
  unit: 'minutes' | 'hours' | 'days';
  from: number;
  to: number;
} {
  const { unit, unitS } =
    toS < 1.5 * hourS
      ? ({ unit: 'minutes', unitS: 60 } as const)
      : toS < 48 * hourS
        ? ({ unit: 'hours', unitS: hourS } as const)
        : ({ unit: 'days', unitS: 24 * hourS } as const);
  const step = unit === 'minutes' && toS > 600 ? 5 : 1;
  const to = Math.max(step, Math.ceil(toS / unitS / step) * step);
  const from = Math.floor(fromS / unitS / step) * step;
  return { unit, from: from < to ? from : 0, to };
}
