import type { ReactNode } from 'react';
import { cx } from './cx';

export type MeterSegment = {
  /** `fill` is certain, `unknown` outlined, `pending` hatched, `rest` the free part. */
  variant: 'fill' | 'unknown' | 'pending' | 'rest';
  value: number;
  label: string;
};

const swatches = {
  fill: 'bg-accent-fill',
  unknown: 'inset-ring-[1.5px] inset-ring-unkn-line',
  pending: 'bg-accent-tint bg-hatch text-chart-1',
  rest: 'bg-press',
} as const;

export function Meter({
  segments,
  end,
}: {
  segments: readonly MeterSegment[];
  /** Placed at the end of the legend. */
  end?: ReactNode;
}) {
  const shown = segments.filter((segment) => segment.value > 0);
  const name = segments.map((segment) => `${segment.value} ${segment.label}`).join(', ');
  return (
    <div>
      <div role="img" aria-label={name} className="flex h-2 gap-0.5 overflow-hidden rounded-[2px]">
        {shown.map((segment) => (
          <span
            key={segment.label}
            style={{ flexGrow: segment.value }}
            className={cx('block min-w-1.5 basis-0', swatches[segment.variant])}
          />
        ))}
      </div>
      <div className="mt-2 flex justify-between gap-4 text-12 text-meta">
        <ul className="flex flex-wrap gap-x-3.5 gap-y-1">
          {segments.map((segment) => (
            <li key={segment.label} className="inline-flex items-center gap-1.5">
              <span aria-hidden className={cx('size-2 flex-none rounded-[2px]', swatches[segment.variant])} />
              <span>
                {segment.value} {segment.label}
              </span>
            </li>
          ))}
        </ul>
        {end}
      </div>
    </div>
  );
}
