import type { NavSection } from './nav-items';

const sectionByRoot: Record<string, NavSection> = {
  '': 'overview',
  imports: 'imports',
  new: 'imports',
  sponsorship: 'sponsorship',
  webhooks: 'webhooks',
  audit: 'audit',
  settings: 'settings',
};

/** The wizard belongs to imports. */
export function navSectionOf(pathname: string): NavSection | undefined {
  const root = pathname.split('/')[1] ?? '';
  return Object.hasOwn(sectionByRoot, root) ? sectionByRoot[root] : undefined;
}
