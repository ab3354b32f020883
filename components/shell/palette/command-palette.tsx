'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { NavItem } from '../nav-items';
import { useShortcuts } from '../use-shortcuts';
import type { PaletteItem, PaletteSearch } from './palette-item';

const PaletteDialog = dynamic(() => import('./palette-dialog').then((module) => module.PaletteDialog), { ssr: false });

/** Ctrl K or Cmd K. Loaded on first use. */
export function CommandPalette({
  items,
  actions,
  search,
}: {
  items: readonly NavItem[];
  actions: readonly PaletteItem[];
  search: PaletteSearch;
}) {
  const [loaded, setLoaded] = useState(false);
  const [open, setOpen] = useState(false);

  useShortcuts([
    {
      keys: 'mod+k',
      label: 'Find a page, an import or an act',
      group: 'Everywhere',
      run: () => {
        setLoaded(true);
        setOpen((current) => !current);
      },
    },
  ]);

  return (
    loaded && (
      <PaletteDialog open={open} onClose={() => setOpen(false)} items={items} actions={actions} search={search} />
    )
  );
}
