'use client';

import { useCallback, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx';

/** `mixed` shows a partly selected list. The click target is larger than the box. */
export function Checkbox({
  label,
  hideLabel = false,
  hint,
  mixed = false,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  label: ReactNode;
  hideLabel?: boolean | undefined;
  hint?: ReactNode;
  mixed?: boolean | undefined;
}) {
  // `indeterminate` can only be set by script.
  const markMixed = useCallback(
    (input: HTMLInputElement | null) => {
      if (input) input.indeterminate = mixed;
    },
    [mixed],
  );
  return (
    <label
      className={cx(
        'relative inline-flex items-start gap-2 text-13',
        hideLabel && "before:absolute before:-inset-1.5 before:content-[''] max-md:before:-inset-3",
        className,
      )}
    >
      <span className={cx('relative grid size-3.5 flex-none place-items-center', !hideLabel && 'mt-0.75')}>
        <input
          ref={markMixed}
          type="checkbox"
          className="peer absolute inset-0 size-3.5 appearance-none rounded-box border border-control bg-canvas checked:border-accent-fill checked:bg-accent-fill indeterminate:border-accent-fill indeterminate:bg-accent-fill disabled:border-line disabled:bg-hover"
          {...rest}
        />
        <svg
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth={2.25}
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden
          className="pointer-events-none relative size-2.5 text-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100"
        >
          <path d={mixed ? 'M3.5 8h9' : 'm3.5 8.5 3 3 6-7'} />
        </svg>
      </span>
      <span className={hideLabel ? 'sr-only' : 'min-w-0'}>
        {label}
        {hint !== undefined && <span className="block text-12 text-meta">{hint}</span>}
      </span>
    </label>
  );
}
