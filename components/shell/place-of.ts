import type { Place } from './nav-items';

const roots: Record<string, Place> = {
  '': 'overview',
  imports: 'imports',
  new: 'imports',
  sponsorship: 'sponsorship',
  webhooks: 'webhooks',
  audit: 'audit',
  settings: 'settings',
};

/** Which entry of the rail a path belongs to. The wizard belongs to imports. */
export function placeOf(pathname: string): Place | undefined {
  const root = pathname.split('/')[1] ?? '';
  return Object.hasOwn(roots, root) ? roots[root] : undefined;
}
