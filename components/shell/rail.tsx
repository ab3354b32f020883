'use client';

import { usePathname } from 'next/navigation';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { EnvLink } from './env-link';
import { HelpButton } from './help-button';
import { navLabels } from './labels';
import { Logo } from './logo';
import type { NavItem } from './nav-items';
import { NavLink } from './nav-link';
import { PhoneMoreMenu } from './phone-more-menu';
import { QueueBadge } from './queue-badge';
import { RailItemContent, railItemClasses, railItemInactiveClasses } from './rail-item';

/** Icons, from 1280 px on with their labels; a bottom bar on a phone. */
export function Rail({
  items,
  mayDecide,
  mayCreate,
  collapsed,
  onToggle,
}: {
  items: readonly NavItem[];
  mayDecide: boolean;
  mayCreate: boolean;
  collapsed: boolean;
  onToggle: () => void;
}) {
  const main = items.filter((item) => item.section !== 'settings');
  const settings = items.find((item) => item.section === 'settings');
  // Four items fit beside "More" on a phone.
  const phoneCount = mayCreate ? 3 : 4;
  const overflow = [...main.slice(phoneCount), ...(settings ? [settings] : [])];
  const toggleLabel = collapsed ? navLabels.expand : navLabels.collapse;
  return (
    <div className="sticky top-0 z-5 flex h-dvh flex-col border-e bg-sunken px-2.5 pt-2 pb-3 [grid-area:rail] max-md:fixed max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:z-10 max-md:h-rail-phone max-md:flex-row max-md:border-e-0 max-md:border-t max-md:p-0">
      <nav
        aria-label={navLabels.main}
        className="flex flex-1 flex-col gap-1 max-md:w-full max-md:flex-row max-md:justify-around max-md:gap-0 max-md:px-1"
      >
        <EnvLink
          href="/"
          aria-label={navLabels.home}
          className="mb-3 ms-0.5 flex h-8 items-center gap-2 rounded-2 px-1 text-accent max-md:hidden"
        >
          <Logo />
          <span aria-hidden className="hidden text-14 font-strong text-ink rail-wide:inline">
            {navLabels.product}
          </span>
        </EnvLink>
        {mayCreate && (
          <NewImportLink className="mb-2 border border-line-strong bg-canvas text-ink hover:bg-hover max-md:hidden" />
        )}
        {main.map((item, index) => (
          <NavLink
            key={item.section}
            item={item}
            badge={item.section === 'sponsorship' && mayDecide && <QueueBadge />}
            className={index >= phoneCount ? 'max-md:hidden' : undefined}
          />
        ))}
        {mayCreate && <NewImportLink className="text-meta md:hidden" />}
        <PhoneMoreMenu items={overflow} />
        <span aria-hidden className="flex-1 max-md:hidden" />
        <HelpButton className={`${railItemClasses} ${railItemInactiveClasses} max-md:hidden`}>
          <RailItemContent icon={<Icon name="help" size={18} />} label={navLabels.help} />
        </HelpButton>
        {settings && <NavLink item={settings} className="max-md:hidden" />}
        <button
          type="button"
          onClick={onToggle}
          aria-label={toggleLabel}
          data-tip={toggleLabel}
          className={`${railItemClasses} ${railItemInactiveClasses} max-xl:hidden`}
        >
          <Icon name={collapsed ? 'right' : 'left'} size={18} />
          <span aria-hidden className="hidden rail-wide:inline">
            {toggleLabel}
          </span>
        </button>
      </nav>
    </div>
  );
}

function NewImportLink({ className }: { className: string }) {
  const isCurrent = usePathname() === '/new';
  return (
    <EnvLink
      href="/new"
      data-tip={navLabels.tip(navLabels.newImport, 'n')}
      className={cx(railItemClasses, isCurrent && 'max-md:text-accent', className)}
      {...(isCurrent && { 'aria-current': 'page' as const })}
    >
      <RailItemContent icon={<Icon name="plus" size={18} />} label={navLabels.newImport} />
    </EnvLink>
  );
}
