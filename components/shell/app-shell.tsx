import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { roleAtLeast } from '@/lib/contract/roles';
import { readTheme, THEME_COOKIE } from '../ui/theme';
import { Toaster } from '../ui/toaster';
import type { Actor } from './account-menu';
import { CommandPalette } from './command-palette';
import { navItemsFor } from './nav-items';
import { Rail } from './rail';
import { SandboxBanner } from './sandbox-banner';
import { ShellShortcuts } from './shell-shortcuts';
import { TopBar } from './top-bar';

/**
 * The frame of every staff page, for use in a layout. Parts that depend on the URL read it themselves. Pages render a
 * <Page> or <FullPage>.
 */
export async function AppShell({
  actor,
  queueCount,
  children,
}: {
  actor: Actor;
  queueCount: number;
  children: ReactNode;
}) {
  const items = navItemsFor(actor.role);
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <div className="min-h-dvh [--band:0px] [--top:calc(48px_+_var(--band))] [grid-template-areas:'rail_band''rail_bar''rail_main'] has-[[data-band]]:[--band:28px] max-md:pb-16 md:grid md:grid-cols-[56px_minmax(0,1fr)] md:grid-rows-[auto_48px_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed start-2 top-2 z-40 -translate-y-16 rounded-2 bg-accent-fill px-3 py-2 text-13 font-strong text-on-accent focus-visible:translate-y-0"
      >
        Skip to the content
      </a>
      <Rail items={items} queueCount={queueCount} />
      <SandboxBanner />
      <TopBar actor={actor} theme={theme} />
      {children}
      <ShellShortcuts items={items} />
      <CommandPalette items={items} mayCreate={roleAtLeast(actor.role, 'agent')} />
      <Toaster />
    </div>
  );
}
