'use client';

import { useState, type ReactNode } from 'react';
import { ConfirmIdentityHost } from '../account/confirm-identity-host';
import { LiveIndicator } from '../live/live-indicator';
import { SearchField } from '../search/search-field';
import { LazyTooltipLayer } from '../ui/lazy-tooltip-layer';
import { preferenceCookie } from '../ui/preference-cookie';
import type { Theme } from '../ui/theme';
import { Toaster } from '../ui/toaster';
import { AccountMenu, type Actor } from './account-menu';
import { EnvLink } from './env-link';
import { EnvironmentSwitch, SandboxBanner } from './environment-switch';
import { navLabels } from './labels';
import { Logo } from './logo';
import type { NavItem } from './nav-items';
import { Rail } from './rail';
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
  railCollapsed,
  children,
}: {
  actor: Actor & { id: string };
  items: readonly NavItem[];
  mayDecide: boolean;
  mayCreate: boolean;
  theme: Theme;
  /** From the cookie, so that the page does not move after loading. */
  railCollapsed: boolean;
  children: ReactNode;
}) {
  const [collapsed, setCollapsed] = useState(railCollapsed);
  const toggleRail = () => {
    setCollapsed(!collapsed);
    document.cookie = preferenceCookie('rail', collapsed ? '' : 'narrow', location.protocol);
  };
  return (
    <div
      data-rail={collapsed ? 'narrow' : 'wide'}
      className="min-h-dvh [--band:0px] [--rail:56px] [--top:calc(48px_+_var(--band))] [grid-template-areas:'rail_band''rail_bar''rail_main'] has-[[data-band]]:[--band:28px] max-md:pb-16 md:grid md:grid-cols-[var(--rail)_minmax(0,1fr)] md:grid-rows-[auto_48px_minmax(0,1fr)] rail-wide:[--rail:184px]"
    >
      <a
        href="#main"
        className="fixed start-2 top-2 z-40 -translate-y-16 rounded-2 bg-accent-fill px-3 py-2 text-13 font-strong text-on-accent focus-visible:translate-y-0"
      >
        {navLabels.skip}
      </a>
      <Rail items={items} mayDecide={mayDecide} mayCreate={mayCreate} collapsed={collapsed} onToggle={toggleRail} />
      <SandboxBanner />
      <TopBar actor={actor} theme={theme} />
      {children}
      <ShellShortcuts items={items} mayCreate={mayCreate} />
      <ConfirmIdentityHost staffId={actor.id} />
      <Toaster />
    </div>
  );
}

function TopBar({ actor, theme }: { actor: Actor; theme: Theme }) {
  return (
    <header className="sticky top-(--band) z-4 flex h-bar min-w-0 items-center gap-3 border-b bg-canvas px-6 [grid-area:bar] max-md:h-bar-phone max-md:gap-2 max-md:px-4">
      <EnvLink
        href="/"
        aria-label={navLabels.home}
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
