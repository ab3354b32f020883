import { Icon } from '../ui/icon';
import { EnvLink } from './env-link';
import { HelpButton } from './help-button';
import { Logo } from './logo';
import type { NavItem } from './nav-items';
import { NavLink } from './nav-link';
import { PhoneMoreMenu } from './phone-more-menu';
import { RailItemContent, railItemClasses, railItemInactiveClasses } from './rail-item';

/** Items that fit beside "More" on a phone. */
const PHONE_ITEM_COUNT = 4;

export function Rail({ items, queueCount }: { items: readonly NavItem[]; queueCount: number }) {
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
            count={item.section === 'sponsorship' ? queueCount : 0}
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
