'use client';

import type { ReactNode } from 'react';
import { ConfirmIdentityHost } from '../account/confirm-identity-host';
import { LiveIndicator } from '../live/live-indicator';
import { Icon } from '../ui/icon';
import { LazyTooltipLayer } from '../ui/lazy-tooltip-layer';
import type { Theme } from '../ui/theme';
import { Toaster } from '../ui/toaster';
import { AccountMenu, type Actor } from './account-menu';
import { EnvLink } from './env-link';
import { EnvironmentSwitch, SandboxBanner } from './environment-switch';
import { HelpButton } from './help-button';
import { Logo } from './logo';
import type { NavItem } from './nav-items';
import { NavLink } from './nav-link';
import { PhoneMoreMenu } from './phone-more-menu';
import { QueueBadge } from './queue-badge';
import { RailItemContent, railItemClasses, railItemInactiveClasses } from './rail-item';
import { SearchField } from '../search/search-field';
import { ShellShortcuts } from './shell-shortcuts';

/**
 * The frame of every staff page. A client component, because its elements and the many client components in it would
 * otherwise be sent a second time with every page. Parts that depend on the URL read it themselves, because a layout
 * cannot.
 */
export function AppShell({
  actor,
  items,
  mayDecide,
  mayCreate,
  theme,
  children,
}: {
  actor: Actor & { id: string };
  items: readonly NavItem[];
  mayDecide: boolean;
  mayCreate: boolean;
  theme: Theme;
  children: ReactNode;
}) {
  return (
    <div className="min-h-dvh [--band:0px] [--top:calc(48px_+_var(--band))] [grid-template-areas:'rail_band''rail_bar''rail_main'] has-[[data-band]]:[--band:28px] max-md:pb-16 md:grid md:grid-cols-[56px_minmax(0,1fr)] md:grid-rows-[auto_48px_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed start-2 top-2 z-40 -translate-y-16 rounded-2 bg-accent-fill px-3 py-2 text-13 font-strong text-on-accent focus-visible:translate-y-0"
      >
        Skip to the content
      </a>
      <Rail items={items} mayDecide={mayDecide} />
      <SandboxBanner />
      <TopBar actor={actor} theme={theme} />
      {children}
      <ShellShortcuts items={items} mayCreate={mayCreate} />
      <ConfirmIdentityHost staffId={actor.id} />
      <Toaster />
    </div>
  );
}

/** Items that fit beside "More" on a phone. */
const PHONE_ITEM_COUNT = 4;

function Rail({ items, mayDecide }: { items: readonly NavItem[]; mayDecide: boolean }) {
  const main = items.filter((item) => item.section !== 'settings');
  const settings = items.find((item) => item.section === 'settings');
  const overflow = [...main.slice(PHONE_ITEM_COUNT), ...(settings ? [settings] : [])];
  return (
    <div className="sticky top-0 z-5 flex h-dvh flex-col items-center border-e bg-sunken pt-2 pb-3 [grid-area:rail] max-md:fixed max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:z-10 max-md:h-rail-phone max-md:flex-row max-md:border-e-0 max-md:border-t max-md:p-0">
      <nav
        aria-label="Main"
        className="flex flex-1 flex-col gap-1 max-md:w-full max-md:flex-row max-md:justify-around max-md:gap-0 max-md:px-1"
      >
        <EnvLink
          href="/"
          aria-label="Landfall, overview"
          className="mb-3 ms-0.5 grid size-8 place-items-center rounded-2 text-accent max-md:hidden"
        >
          <Logo />
        </EnvLink>
        {main.map((item, index) => (
          <NavLink
            key={item.section}
            item={item}
            badge={item.section === 'sponsorship' && mayDecide && <QueueBadge />}
            className={index >= PHONE_ITEM_COUNT ? 'max-md:hidden' : undefined}
          />
        ))}
        <PhoneMoreMenu items={overflow} />
        <span aria-hidden className="flex-1 max-md:hidden" />
        <HelpButton className={`${railItemClasses} ${railItemInactiveClasses} max-md:hidden`}>
          <RailItemContent icon={<Icon name="help" size={18} />} label="Keyboard and help" />
        </HelpButton>
        {settings && <NavLink item={settings} className="max-md:hidden" />}
      </nav>
    </div>
  );
}

function TopBar({ actor, theme }: { actor: Actor; theme: Theme }) {
  return (
    <header className="sticky top-(--band) z-4 flex h-bar min-w-0 items-center gap-3 border-b bg-canvas px-6 [grid-area:bar] max-md:h-bar-phone max-md:gap-2 max-md:px-4">
      <EnvLink
        href="/"
        aria-label="Landfall, overview"
        className="grid size-8 flex-none place-items-center text-accent md:hidden"
      >
        <Logo />
      </EnvLink>
      <SearchField role={actor.role} />
      <span aria-hidden className="flex-1 max-md:hidden" />
      <div className="max-md:hidden">
        <LiveIndicator />
      </div>
      <EnvironmentSwitch />
      <AccountMenu actor={actor} theme={theme} />
      {/* Shown above everything, but must be inside a landmark. */}
      <LazyTooltipLayer />
    </header>
  );
}
