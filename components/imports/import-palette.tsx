'use client';

import { useCallback, useMemo } from 'react';
import type { NavItem } from '../shell/nav-items';
import { CommandPalette } from '../shell/palette/command-palette';
import type { PaletteItem } from '../shell/palette/palette-item';
import { useEnvironment } from '../shell/use-environment';

export function ImportPalette({ items, mayCreate }: { items: readonly NavItem[]; mayCreate: boolean }) {
  const environment = useEnvironment();
  const search = useCallback(
    async (text: string, signal: AbortSignal) => {
      // Loaded with the palette, since no page needs it at first.
      const { findImports } = await import('./find-imports');
      return findImports(text, environment, signal);
    },
    [environment],
  );
  const actions = useMemo(
    (): PaletteItem[] => [
      ...(mayCreate ? [{ key: 'new', label: 'New import', icon: 'plus' as const, href: '/new' }] : []),
      { key: 'stuck', label: 'Show stuck imports', icon: 'clock', href: '/imports?stuck=1' },
      { key: 'warnings', label: 'Show imports with many warnings', icon: 'warning', href: '/imports?warnings=many' },
    ],
    [mayCreate],
  );
  return <CommandPalette items={items} actions={actions} search={search} />;
}
