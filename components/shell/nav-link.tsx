'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { EnvLink } from './env-link';
import type { NavItem, Place } from './nav-items';
import { placeOf } from './place-of';

/** An entry of the rail; on a phone, of the bottom bar, where the label stands under the icon. */
export const railItem =
  'relative grid size-9 place-items-center rounded-2 text-meta hover:bg-press hover:text-ink max-md:h-rail-phone max-md:w-auto max-md:flex-1 max-md:content-center max-md:gap-1 max-md:rounded-none max-md:text-12 max-md:leading-3.5 max-md:hover:bg-transparent max-md:focus-visible:-outline-offset-4';

const currentItem = cx(
  'bg-press text-ink max-md:bg-transparent max-md:text-accent',
  "before:absolute before:inset-y-2.25 before:-start-2.5 before:w-0.5 before:rounded-e-full before:bg-accent before:content-[''] max-md:before:hidden",
);

export function NavLink({
  item,
  count = 0,
  current,
  className,
}: {
  item: NavItem;
  count?: number | undefined;
  current?: Place | undefined;
  className?: string | undefined;
}) {
  const pathname = usePathname();
  const here = (current ?? placeOf(pathname)) === item.place;
  return (
    <EnvLink
      href={item.href}
      data-tip={item.label}
      className={cx(railItem, here && currentItem, className)}
      {...(here && { 'aria-current': 'page' as const })}
    >
      <RailFace icon={<Icon name={item.icon} size={18} />} label={item.label} />
      {count > 0 && <CountDot count={count} />}
    </EnvLink>
  );
}

export function RailFace({ icon, label }: { icon: ReactNode; label: string }) {
  return (
    <>
      {icon}
      <span className="md:sr-only">{label}</span>
    </>
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
