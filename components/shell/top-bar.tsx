import { LiveIndicator } from '../live/live-indicator';
import type { Theme } from '../ui/theme';
import { LazyTooltipLayer } from '../ui/lazy-tooltip-layer';
import { AccountMenu, type Actor } from './account-menu';
import { EnvLink } from './env-link';
import { EnvironmentSwitch } from './environment-switch';
import { Logo } from './logo';
import { SearchField } from './search-field';

export function TopBar({ actor, theme }: { actor: Actor; theme: Theme }) {
  return (
    <header className="sticky top-(--band) z-4 flex h-bar min-w-0 items-center gap-3 border-b bg-canvas px-6 [grid-area:bar] max-md:h-bar-phone max-md:gap-2 max-md:px-4">
      <EnvLink
        href="/"
        aria-label="Landfall, overview"
        className="grid size-8 flex-none place-items-center text-accent md:hidden"
      >
        <Logo />
      </EnvLink>
      <SearchField />
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
