import type { ComponentProps } from 'react';
import { cx } from './cx';
import { Icon } from './icon';
import { controlClasses } from './input';

/** A native select, for keyboard, phone and screen reader support. */
export function Select({
  className,
  size = 'md',
  children,
  ...rest
}: Omit<ComponentProps<'select'>, 'size'> & { size?: 'md' | 'sm' }) {
  return (
    <span className={cx('relative block', className)}>
      <select
        className={cx(
          controlClasses,
          'appearance-none pe-8',
          size === 'md' ? 'h-9 max-md:h-11' : 'h-7 text-13 max-md:h-10',
        )}
        {...rest}
      >
        {children}
      </select>
      <Icon
        name="updown"
        size={14}
        className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 text-meta"
      />
    </span>
  );
}
