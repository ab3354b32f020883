'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useId, useRef } from 'react';
import { LiveIndicator } from '../live/live-indicator';
import { Icon } from '../ui/icon';
import { EnvLink } from './env-link';
import { HelpButton } from './help-button';
import { navLabels } from './labels';
import type { NavItem } from './nav-items';
import { NavPending } from './nav-pending';
import { RailItemContent, railItemClasses, railItemInactiveClasses } from './rail-item';

const rowClasses = 'relative flex h-12 w-full items-center gap-3 rounded-2 px-3 text-14 text-ink hover:bg-press';

/** Navigation items that do not fit into the bottom bar. A native popover, so it opens without JavaScript. */
export function PhoneMoreMenu({ items }: { items: readonly NavItem[] }) {
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const pathname = usePathname();

  // Close after navigating.
  useEffect(() => {
    const element = sheet.current;
    if (element?.matches(':popover-open')) element.hidePopover();
  }, [pathname]);

  return (
    <>
      <button type="button" popoverTarget={id} className={`${railItemClasses} ${railItemInactiveClasses} md:hidden`}>
        <RailItemContent icon={<Icon name="dots" size={18} />} label={navLabels.more} />
      </button>
      <div
        ref={sheet}
        id={id}
        popover="auto"
        className="fixed inset-x-2 top-auto bottom-17 m-0 w-auto rounded-3 border-0 bg-overlay p-1 text-ink shadow-lift open:animate-rise"
      >
        {items.map((item) => (
          <EnvLink key={item.section} href={item.href} className={rowClasses}>
            <Icon name={item.icon} className="text-meta" />
            {item.label}
            <NavPending />
          </EnvLink>
        ))}
        <HelpButton className={rowClasses}>
          <Icon name="help" className="text-meta" />
          {navLabels.help}
        </HelpButton>
        <div className="mt-1 border-t px-3 py-1">
          <LiveIndicator />
        </div>
      </div>
    </>
  );
}
