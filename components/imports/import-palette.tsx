'use client';

import { useCallback, useMemo } from 'react';
import { encodeImportId } from '@/lib/contract/import-id';
import { importListSchema } from '@/lib/contract/imports';
import { ask } from '@/lib/query/ask';
import type { NavItem } from '../shell/nav-items';
import { CommandPalette } from '../shell/palette/command-palette';
import type { PaletteItem } from '../shell/palette/palette-item';
import { useEnvironment } from '../shell/use-environment';

const most = 8;

/** The palette that also finds imports in our record, and knows what can be done about them. */
export function ImportPalette({ items, mayCreate }: { items: readonly NavItem[]; mayCreate: boolean }) {
  const environment = useEnvironment();
  const search = useCallback(
    async (words: string, signal: AbortSignal): Promise<PaletteItem[]> => {
      const query = new URLSearchParams({ q: words, gone: 'show', limit: String(most) });
      const { imports } = await ask(`/api/imports?${query.toString()}`, {
        schema: importListSchema,
        environment,
        signal,
      });
      return imports.map((row) => ({
        key: row.id,
        label: row.username ?? row.id,
        hint: row.gone ? 'no longer available' : (row.status?.text ?? row.id),
        icon: 'imports',
        href: `/imports/${encodeImportId(row.id)}`,
      }));
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
