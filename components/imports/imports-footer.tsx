'use client';

import { ListFooter } from '../ui/kbd';
import { formatNumber } from '../ui/number';
import { Time } from '../ui/time';
import { useViewer } from '../ui/viewer';
import { footerLabels } from './labels';

export function ImportsFooter({
  visibleRows,
  total,
  totalIsMinimum,
  oldestPollAt,
}: {
  /** Null until the list is measured. */
  visibleRows: { first: number; last: number } | null;
  total: number;
  /** Counting stopped at `total`. */
  totalIsMinimum: boolean;
  oldestPollAt: string | null;
}) {
  const { locale } = useViewer();
  const shown = (count: number) => formatNumber(count, locale);
  const shownTotal = `${shown(total)}${totalIsMinimum ? '+' : ''}`;
  return (
    <ListFooter hints={footerLabels.hints}>
      <span>
        {total === 0
          ? footerLabels.none
          : visibleRows === null
            ? footerLabels.rows(total, shownTotal)
            : footerLabels.range(shown(visibleRows.first), shown(visibleRows.last), shownTotal)}
      </span>
      {oldestPollAt !== null && (
        <span className="truncate max-lg:hidden">
          {footerLabels.oldestCheck}
          <Time at={oldestPollAt} as="relative" />
        </span>
      )}
    </ListFooter>
  );
}
