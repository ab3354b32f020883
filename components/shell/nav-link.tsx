'use client';

import { usePathname } from 'next/navigation';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { EnvLink } from './env-link';
import type { NavItem } from './nav-items';
import { placeOf } from './place-of';
import { RailFace, railItem, railItemQuiet } from './rail-item';

const currentItem = cx(
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
  const here = placeOf(pathname) === item.place;
  return (
    <EnvLink
      href={item.href}
      data-tip={item.label}
      className={cx(railItem, here ? currentItem : railItemQuiet, className)}
      {...(here && { 'aria-current': 'page' as const })}
    >
      <RailFace icon={<Icon name={item.icon} size={18} />} label={item.label} />
      {count > 0 && <CountDot count={count} />}
    </EnvLink>
  );
}

function CountDot({ count }: { count: number }) {
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
