import Link from 'next/link';
import type { ComponentProps } from 'react';
import { cx } from './cx';

/** `underlined` is for links inside sentences. */
export function TextLink({
  className,
  underlined = false,
  prefetch = false,
  ...rest
}: ComponentProps<typeof Link> & { underlined?: boolean | undefined }) {
  return (
    <Link
      prefetch={prefetch}
      className={cx('text-accent underline-offset-2', underlined ? 'underline' : 'hover:underline', className)}
      {...rest}
    />
  );
}
