import Link from 'next/link';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './icon';
import type { SortDirection } from './table';

/** A column head that sorts, as an address that can be shared. Put it in a <Th sorted>. */
export function SortLink({
  href,
  sorted,
  children,
}: {
  href: string;
  sorted?: SortDirection | undefined;
  children: ReactNode;
}) {
  return (
    <Link
      href={href}
      scroll={false}
      prefetch={false}
      className={cx('inline-flex items-center gap-1 rounded-1 hover:text-ink', sorted && 'font-strong text-ink')}
    >
      {children}
      {sorted && <Icon name={sorted === 'ascending' ? 'arrow-up' : 'arrow-down'} size={12} />}
    </Link>
  );
}
