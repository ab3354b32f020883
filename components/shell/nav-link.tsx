'use client';

import { usePathname } from 'next/navigation';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { EnvLink } from './env-link';
import { navSectionOf, type NavItem } from './nav-items';
import { RailItemContent, railItemClasses, railItemInactiveClasses } from './rail-item';

const currentItemClasses = cx(
  'bg-press text-ink max-md:bg-transparent max-md:text-accent',
  "before:absolute before:inset-y-2.25 before:-start-2.5 before:w-0.5 before:rounded-e-full before:bg-accent before:content-[''] max-md:before:hidden",
);

export function NavLink({
  item,
  count = 0,
  className,
}: {
  item: NavItem;
  count?: number | undefined;
  className?: string | undefined;
}) {
  const pathname = usePathname();
  const isCurrent = navSectionOf(pathname) === item.section;
  return (
    <EnvLink
      href={item.href}
      data-tip={item.label}
      className={cx(railItemClasses, isCurrent ? currentItemClasses : railItemInactiveClasses, className)}
      {...(isCurrent && { 'aria-current': 'page' as const })}
    >
      <RailItemContent icon={<Icon name={item.icon} size={18} />} label={item.label} />
      {count > 0 && <CountBadge count={count} />}
    </EnvLink>
  );
}

function CountBadge({ count }: { count: number }) {
  return (
    <>
      <span
        aria-hidden
        className="absolute -end-px top-px h-4 min-w-4 rounded-full bg-accent-fill px-1 text-center text-10 font-strong text-on-accent ring-2 ring-sunken max-md:start-1/2 max-md:end-auto max-md:top-1.5 max-md:ms-1"
      >
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only">, {count} waiting</span>
    </>
  );
}
