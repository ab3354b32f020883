'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { EnvLink } from './env-link';
import { navLabels } from './labels';
import { navSectionOf, type NavItem } from './nav-items';
import { NavPending } from './nav-pending';
import { RailItemContent, railItemClasses, railItemInactiveClasses } from './rail-item';

const currentItemClasses = cx(
  'bg-press text-ink max-md:bg-transparent max-md:text-accent',
  "before:absolute before:inset-y-2.25 before:-start-2.5 before:w-0.5 before:rounded-e-full before:bg-accent before:content-[''] max-md:before:hidden",
);

export function NavLink({
  item,
  badge,
  className,
}: {
  item: NavItem;
  badge?: ReactNode;
  className?: string | undefined;
}) {
  const pathname = usePathname();
  const isCurrent = navSectionOf(pathname) === item.section;
  return (
    <EnvLink
      href={item.href}
      data-tip={navLabels.tip(item.label, `g ${item.key}`)}
      className={cx(railItemClasses, isCurrent ? currentItemClasses : railItemInactiveClasses, className)}
      {...(isCurrent && { 'aria-current': 'page' as const })}
    >
      <RailItemContent icon={<Icon name={item.icon} size={18} />} label={item.label} />
      {badge}
      <NavPending />
    </EnvLink>
  );
}
