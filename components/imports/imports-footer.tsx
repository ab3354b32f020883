'use client';

import { ListFooter } from '../ui/kbd';
import { Num } from '../ui/number';
import { Time } from '../ui/time';

const hints = [
  { keys: ['j', 'k'], label: 'move' },
  { keys: ['Enter'], label: 'open' },
  { keys: ['x'], label: 'select' },
  { keys: ['Space'], label: 'preview' },
  { keys: ['?'], label: 'all' },
];

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
  return (
    <ListFooter hints={hints}>
      <span>
        {total === 0 ? (
          'No rows'
        ) : visibleRows === null ? (
          <>
            <Num value={total} atLeast={totalIsMinimum} /> {total === 1 ? 'row' : 'rows'}
          </>
        ) : (
          <>
            Rows <Num value={visibleRows.first} /> to <Num value={visibleRows.last} /> of{' '}
            <Num value={total} atLeast={totalIsMinimum} />
          </>
        )}
      </span>
      {oldestPollAt !== null && (
        <span className="truncate max-lg:hidden">
          Oldest poll of a moving import: <Time at={oldestPollAt} as="relative" />
        </span>
      )}
    </ListFooter>
  );
}
