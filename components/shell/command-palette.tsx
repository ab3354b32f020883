'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { NavItem } from './nav-items';
import { useShortcuts } from './use-shortcuts';

const PaletteDialog = dynamic(() => import('./palette-dialog').then((module) => module.PaletteDialog), { ssr: false });

/** Ctrl K or Cmd K. Loaded on first use. */
export function CommandPalette(props: { items: readonly NavItem[]; mayCreate: boolean }) {
  const [open, setOpen] = useState(false);
  useShortcuts([
    {
      keys: 'mod+k',
      label: 'Find a page, an import or an act',
      group: 'Everywhere',
      run: () => setOpen((current) => !current),
    },
  ]);
  return open && <PaletteDialog onClose={() => setOpen(false)} {...props} />;
}
