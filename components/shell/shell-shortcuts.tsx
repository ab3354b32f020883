'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { onHelpRequested } from './help-button';
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
  useEffect(() => onHelpRequested(() => setHelpOpen(true)), []);

  useShortcuts([
    {
      keys: 'mod+k',
      label: 'Find a page, an import or an act',
      group: 'Everywhere',
      run: () => setPaletteOpen((open) => !open),
    },
    { keys: '?', label: 'Show all keys', group: 'Everywhere', run: openHelp },
    ...items.map((item) => ({
      keys: `g ${item.key}`,
      label: item.label,
      group: 'Go to',
      run: () => router.push(envHref(item.href, environment)),
    })),
  ]);

  return (
    <>
      {paletteOpen && <PaletteDialog onClose={() => setPaletteOpen(false)} items={items} mayCreate={mayCreate} />}
      {helpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
    </>
  );
}
