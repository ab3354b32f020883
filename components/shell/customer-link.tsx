'use client';

import type { ReactNode } from 'react';
import { cx } from '../ui/cx';
import { EnvLink } from './env-link';

/** A query parameter, because a username may contain slashes or be a dot. */
export function customerHref(username: string): string {
  return `/customers?${new URLSearchParams({ username }).toString()}`;
}

export function CustomerLink({
  username,
  children = username,
  className,
  newTab = false,
}: {
  username: string;
  children?: ReactNode;
  className?: string;
  /** Where leaving the page would lose what was typed. */
  newTab?: boolean;
}) {
  return (
    <EnvLink
      href={customerHref(username)}
      target={newTab ? '_blank' : undefined}
      className={cx('hover:underline focus-visible:underline', className)}
    >
      {children}
    </EnvLink>
  );
}
