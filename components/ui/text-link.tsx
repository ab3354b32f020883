'use client';

import Link from 'next/link';
import type { ComponentProps } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { cx } from './cx';
import { useEnvironment } from './use-environment';

/** Keeps the tab's environment. `underlined` is for links inside sentences. */
export function TextLink({
  href,
  className,
  underlined = false,
  ...rest
}: Omit<ComponentProps<typeof Link>, 'href'> & { href: string; underlined?: boolean | undefined }) {
  return (
    <Link
      href={envHref(href, useEnvironment())}
      prefetch={false}
      className={cx('text-accent underline-offset-2', underlined ? 'underline' : 'hover:underline', className)}
      {...rest}
    />
  );
}
