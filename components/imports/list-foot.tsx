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

export function ListFoot({
  seen,
  total,
  oldestLookAt,
}: {
  /** Not known until the page has measured itself. */
  seen: { first: number; last: number } | null;
  total: number;
  oldestLookAt: string | null;
}) {
  return (
    <footer className="flex h-10 flex-none items-center gap-4 border-t bg-canvas px-6 text-12 whitespace-nowrap text-meta max-md:hidden">
      <span>
        {total === 0 ? (
          'No rows'
        ) : seen === null ? (
          <>
            <Num value={total} /> {total === 1 ? 'row' : 'rows'}
          </>
        ) : (
          <>
            Rows <Num value={seen.first} /> to <Num value={seen.last} /> of <Num value={total} />
          </>
        )}
      </span>
      {oldestLookAt !== null && (
        <span className="truncate max-lg:hidden">
          Oldest look at a moving import: <Time at={oldestLookAt} as="relative" />
        </span>
      )}
      <span className="flex-1" />
      <KeyHints hints={hints} />
    </footer>
  );
}
