'use client';

import { useCallback, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx';

/** `mixed` shows a partly selected list. */
export function BareCheckbox({
  label,
  mixed = false,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'ref' | 'aria-label' | 'className'> & {
  /** The accessible name. */
  label: string;
  mixed?: boolean | undefined;
}) {
  // `indeterminate` can only be set by script.
  const markMixed = useCallback(
    (input: HTMLInputElement | null) => {
      if (input) input.indeterminate = mixed;
    },
    [mixed],
  );
  return <input ref={markMixed} type="checkbox" aria-label={label} className="checkbox" {...rest} />;
}

export function Checkbox({
  label,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'ref'> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className={cx('relative inline-flex items-start gap-2 text-13', className)}>
      <input type="checkbox" className="checkbox mt-0.75" {...rest} />
      <span className="min-w-0">
        {label}
        {hint !== undefined && <span className="block text-12 text-meta">{hint}</span>}
      </span>
    </label>
  );
}
