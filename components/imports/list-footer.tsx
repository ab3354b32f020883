'use client';

import { KeyHints } from '../ui/kbd';
import { Num } from '../ui/number';
import { Time } from '../ui/time';

const hints = [
  { keys: ['j', 'k'], label: 'move' },
  { keys: ['Enter'], label: 'open' },
  { keys: ['x'], label: 'select' },
  { keys: ['Space'], label: 'quick look' },
  { keys: ['?'], label: 'all' },
];

export function ListFooter({
  visibleRows,
  total,
  oldestPollAt,
}: {
  /** Null until the list is measured. */
  visibleRows: { first: number; last: number } | null;
  total: number;
  oldestPollAt: string | null;
}) {
  return (
    <footer className="flex h-10 flex-none items-center gap-4 border-t bg-canvas px-6 text-12 whitespace-nowrap text-meta max-md:hidden">
      <span>
        {total === 0 ? (
          'No rows'
        ) : visibleRows === null ? (
          <>
            <Num value={total} /> {total === 1 ? 'row' : 'rows'}
          </>
        ) : (
          <>
            Rows <Num value={visibleRows.first} /> to <Num value={visibleRows.last} /> of <Num value={total} />
          </>
        )}
      </span>
      {oldestPollAt !== null && (
        <span className="truncate max-lg:hidden">
          Oldest look at a moving import: <Time at={oldestPollAt} as="relative" />
        </span>
      )}
      <span className="flex-1" />
      <KeyHints hints={hints} />
    </footer>
  );
}
