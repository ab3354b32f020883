import { settingsSections } from '../settings/section-labels';
import { accountMenuLabels } from '../shell/labels';
import type { NavItem } from '../shell/nav-items';
import { hitLabels } from './labels';
import type { Hit } from './rank-hits';

/** The pages and actions that a person can reach. */
export function commandsFor(items: readonly NavItem[], mayCreate: boolean): Hit[] {
  const action = (key: string, label: string, icon: Hit['icon'], href: string): Hit => ({
    key: `action ${key}`,
    label,
    detail: hitLabels.action,
    icon,
    href,
  });
  return [
    ...items.map(({ section, label, icon, href }) => ({
      key: `page ${section}`,
      label,
      detail: hitLabels.page,
      icon,
      href,
    })),
    ...(mayCreate ? [action('new', hitLabels.newImport, 'plus', '/new')] : []),
    action('stuck', hitLabels.stuckImports, 'clock', '/imports?stuck=1'),
    action('warnings', hitLabels.manyWarnings, 'warning', '/imports?warnings=many'),
    { key: 'page account', label: accountMenuLabels.account, detail: hitLabels.page, icon: 'person', href: '/account' },
    ...items
      .filter(({ section }) => section === 'settings')
      .flatMap(({ label: detail, icon }) =>
        Object.entries(settingsSections).map(([href, label]) => ({ key: `page ${href}`, label, detail, icon, href })),
      ),
  ];
}
