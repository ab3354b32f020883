'use client';

import { Button } from '../ui/button';
import { Kbd } from '../ui/kbd';

/** Floats over the end of the list, so nothing moves. */
export function QueueSelectionBar({
  count,
  onDecide,
  onClear,
}: {
  count: number;
  onDecide: (kind: 'accept' | 'reject') => void;
  onClear: () => void;
}) {
  return (
    <div
      role="region"
      aria-label="Selection"
      className="absolute inset-x-0 bottom-14 z-3 mx-auto flex w-max max-w-[calc(100%-32px)] items-center gap-1 rounded-3 bg-overlay py-1.5 ps-4 pe-1.5 text-13 shadow-lift motion-safe:animate-rise max-md:hidden"
    >
      <span role="status" className="me-2 font-strong tabular-nums">
        {count} selected
      </span>
      <Button variant="ghost" size="sm" onClick={() => onDecide('accept')}>
        Accept sponsorship <Kbd>a</Kbd>
      </Button>
      <Button variant="ghost" size="sm" onClick={() => onDecide('reject')}>
        Reject sponsorship <Kbd>r</Kbd>
      </Button>
      <Button variant="ghost" size="sm" onClick={onClear}>
        Clear <Kbd>Esc</Kbd>
      </Button>
    </div>
  );
}
