import { roleAtLeast, type Role } from '@/lib/contract/roles';
import type { IconName } from '../ui/icon';
import { navLabels } from './labels';

export type NavSection = 'overview' | 'imports' | 'sponsorship' | 'webhooks' | 'audit' | 'mailbox' | 'settings';

export type NavItem = { section: NavSection; href: string; label: string; icon: IconName; key: string };

const allNavItems: readonly (NavItem & { needs: Role })[] = [
  { section: 'overview', href: '/', label: navLabels.overview, icon: 'overview', key: 'o', needs: 'viewer' },
  { section: 'imports', href: '/imports', label: navLabels.imports, icon: 'imports', key: 'i', needs: 'viewer' },
  {
    section: 'sponsorship',
    href: '/sponsorship',
    label: navLabels.sponsorship,
    icon: 'stamp',
    key: 's',
    needs: 'approver',
  },
  { section: 'webhooks', href: '/webhooks', label: navLabels.webhooks, icon: 'hook', key: 'w', needs: 'admin' },
  { section: 'audit', href: '/audit', label: navLabels.audit, icon: 'audit', key: 'a', needs: 'admin' },
  { section: 'settings', href: '/settings', label: navLabels.settings, icon: 'sliders', key: 't', needs: 'admin' },
];

/** Only of the demo, which sends no e-mails. */
const mailboxItem = {
  section: 'mailbox',
  href: '/mailbox',
  label: navLabels.mailbox,
  icon: 'mail',
  key: 'm',
  needs: 'viewer',
} as const;

export function navItemsFor(role: Role, { mailbox = false }: { mailbox?: boolean } = {}): NavItem[] {
  return (mailbox ? allNavItems.toSpliced(-1, 0, mailboxItem) : allNavItems)
    .filter((item) => roleAtLeast(role, item.needs))
    .map(({ section, href, label, icon, key }) => ({ section, href, label, icon, key }));
}

const sectionByRoot: Record<string, NavSection> = {
  '': 'overview',
  imports: 'imports',
  customers: 'imports',
  new: 'imports',
  'tool-requests': 'imports',
  sponsorship: 'sponsorship',
  webhooks: 'webhooks',
  audit: 'audit',
  mailbox: 'mailbox',
  settings: 'settings',
};

/** The wizard and the page of a customer belong to imports. */
export function navSectionOf(pathname: string): NavSection | undefined {
  const root = pathname.split('/')[1] ?? '';
  return Object.hasOwn(sectionByRoot, root) ? sectionByRoot[root] : undefined;
}
