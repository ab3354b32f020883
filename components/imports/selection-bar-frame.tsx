'use client';

import type { ReactNode } from 'react';
import { Button } from '../ui/button';
import { cx } from '../ui/cx';
import { Kbd } from '../ui/kbd';
import { Num } from '../ui/number';
import { selectionLabels } from './labels';

/** Floats over the end of the list, so nothing moves. */
export function SelectionBarFrame({
  count,
  className,
  onClear,
  children,
}: {
  count: number;
  className: string;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <div
      role="region"
      aria-label={selectionLabels.region}
      className={cx(
        'absolute bottom-14 z-3 flex w-max max-w-[calc(100%-32px)] items-center gap-1 rounded-3 bg-overlay py-1.5 ps-4 pe-1.5 text-13 shadow-lift motion-safe:animate-rise max-md:hidden',
        className,
      )}
    >
      <span role="status" className="me-2 font-strong tabular-nums">
        <Num value={count} /> {selectionLabels.selected}
      </span>
      {children}
      <Button variant="ghost" size="sm" onClick={onClear}>
        {selectionLabels.clear} <Kbd>{selectionLabels.clearKey}</Kbd>
      </Button>
    </div>
  );
}
