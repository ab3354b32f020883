'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { onHelpRequested } from './help-button';
import { navLabels, shortcutLabels as labels } from './labels';
import type { NavItem } from './nav-items';
import { useEnvironment } from '../ui/use-environment';
import { useShortcuts } from './use-shortcuts';
import { lazyComponent } from '../ui/lazy-component';

const PaletteDialog = lazyComponent(() => import('../search/palette-dialog').then((module) => module.PaletteDialog));
const ShortcutHelp = lazyComponent(() => import('./shortcut-help').then((module) => module.ShortcutHelp));

export function ShellShortcuts({ items, mayCreate }: { items: readonly NavItem[]; mayCreate: boolean }) {
  const router = useRouter();
  const environment = useEnvironment();
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const openHelp = () => setHelpOpen(true);
  const open = (href: string) => router.push(envHref(href, environment));
  useEffect(() => onHelpRequested(() => setHelpOpen(true)), []);

  useShortcuts([
    {
      keys: 'mod+k',
      label: labels.palette,
      group: labels.everywhere,
      run: () => setPaletteOpen((isOpen) => !isOpen),
    },
    { keys: '?', label: labels.showAll, group: labels.everywhere, run: openHelp },
    ...(mayCreate
      ? [{ keys: 'n', label: navLabels.newImport, group: labels.everywhere, run: () => open('/new') }]
      : []),
    ...items.map((item) => ({
      keys: `g ${item.key}`,
      label: item.label,
      group: labels.goTo,
      run: () => open(item.href),
    })),
  ]);

  return (
    <>
      {paletteOpen && <PaletteDialog onClose={() => setPaletteOpen(false)} items={items} mayCreate={mayCreate} />}
      {helpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
    </>
  );
}
