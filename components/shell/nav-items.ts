import { roleAtLeast, type Role } from '@/lib/contract/roles';
import type { IconName } from '../ui/icon-shapes';

export type Place = 'overview' | 'imports' | 'sponsorship' | 'webhooks' | 'audit' | 'settings';

export type NavItem = { place: Place; href: string; label: string; icon: IconName; key: string };

const items: readonly (NavItem & { needs: Role })[] = [
  { place: 'overview', href: '/', label: 'Overview', icon: 'overview', key: 'o', needs: 'viewer' },
  { place: 'imports', href: '/imports', label: 'Imports', icon: 'imports', key: 'i', needs: 'viewer' },
  { place: 'sponsorship', href: '/sponsorship', label: 'Sponsorship', icon: 'stamp', key: 's', needs: 'approver' },
  { place: 'webhooks', href: '/webhooks', label: 'Webhooks', icon: 'hook', key: 'w', needs: 'admin' },
  { place: 'audit', href: '/audit', label: 'Audit', icon: 'audit', key: 'a', needs: 'admin' },
  { place: 'settings', href: '/settings', label: 'Settings', icon: 'sliders', key: 't', needs: 'admin' },
];

/** The places a role may go to, in the order of the rail. What one may not open is not shown. */
export function navItemsFor(role: Role): NavItem[] {
  return items
    .filter((item) => roleAtLeast(role, item.needs))
    .map(({ place, href, label, icon, key }) => ({ place, href, label, icon, key }));
}
