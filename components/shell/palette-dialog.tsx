'use client';

import { Command } from 'cmdk';
import { useRouter } from 'next/navigation';
import { useEffect, useState, type ReactNode } from 'react';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { apiFetch } from '@/lib/query/api-fetch';
import { importHref } from '../import/import-href';
import { Dialog } from '../ui/dialog';
import { Icon, type IconName } from '../ui/icon';
import { Kbd } from '../ui/kbd';
import { useEnvironment } from '../ui/use-environment';
import type { NavItem } from './nav-items';

type PaletteItem = { key: string; label: string; hint?: string; icon: IconName; href: string };
type SearchState = { query: string; items: readonly PaletteItem[]; state: 'idle' | 'searching' | 'found' | 'failed' };

const emptyState: SearchState = { query: '', items: [], state: 'idle' };
const DEBOUNCE_MS = 150;
const MAX_IMPORTS = 8;

export function PaletteDialog({
  onClose,
  items,
  mayCreate,
}: {
  onClose: () => void;
  items: readonly NavItem[];
  mayCreate: boolean;
}) {
  const router = useRouter();
  const environment = useEnvironment();
  const [query, setQuery] = useState('');
  const found = useImportSearch(query, environment);

  const choose = (item: PaletteItem) => {
    onClose();
    router.push(envHref(item.href, environment));
  };
  const actions: PaletteItem[] = [
    ...(mayCreate ? [{ key: 'new', label: 'New import', icon: 'plus' as const, href: '/new' }] : []),
    { key: 'stuck', label: 'Show stuck imports', icon: 'clock', href: '/imports?stuck=1' },
    { key: 'warnings', label: 'Show imports with many warnings', icon: 'warning', href: '/imports?warnings=many' },
  ];
  const pages: PaletteItem[] = items.map(({ key, ...item }) => ({ ...item, key: item.section, hint: `g ${key}` }));
  const trimmed = query.trim();
  const searchAll: PaletteItem = {
    key: 'search-all',
    label: `Search imports for “${trimmed}”`,
    icon: 'search',
    href: `/imports?${new URLSearchParams({ q: trimmed })}`,
  };

  return (
    <Dialog onClose={onClose} title="Find" size="bare">
      <Command label="Find a page, an import or an act" loop className="flex max-h-[60dvh] min-h-0 flex-col">
        <div className="flex items-center gap-2.5 border-b px-4">
          <Icon name="search" className="text-meta" />
          <Command.Input
            data-autofocus
            value={query}
            onValueChange={setQuery}
            placeholder="Find a page, an import or an act"
            className="h-12 flex-1 bg-transparent text-14 outline-none max-md:text-16"
          />
          <Kbd className="max-md:hidden">Esc</Kbd>
        </div>
        <Command.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
          <Command.Empty className="px-3 py-8 text-center text-13 text-meta">
            {found.state === 'searching' ? 'Looking' : 'Nothing by that name.'}
          </Command.Empty>
          {found.items.length > 0 && (
            <Group heading="Imports">
              {found.items.map((item) => (
                // The server matched these, so the palette must not filter them again.
                <Entry
                  key={item.key}
                  item={item}
                  choose={choose}
                  keywords={[trimmed]}
                  value={`${item.label} ${item.key} ${trimmed}`}
                />
              ))}
            </Group>
          )}
          <Group heading="Acts">
            {actions.map((item) => (
              <Entry key={item.key} item={item} choose={choose} />
            ))}
          </Group>
          <Group heading="Pages">
            {pages.map((item) => (
              <Entry key={item.key} item={item} choose={choose} />
            ))}
          </Group>
          {trimmed !== '' && (
            <Command.Group forceMount>
              <Entry item={searchAll} choose={choose} value={`search ${trimmed}`} />
            </Command.Group>
          )}
        </Command.List>
        {found.state === 'failed' && (
          <p role="status" className="border-t px-4 py-2 text-12 text-turn">
            Imports could not be searched just now. Pages and acts still work.
          </p>
        )}
      </Command>
    </Dialog>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-meta"
    >
      {children}
    </Command.Group>
  );
}

function Entry({
  item,
  choose,
  value = item.label,
  keywords,
}: {
  item: PaletteItem;
  choose: (item: PaletteItem) => void;
  value?: string;
  keywords?: string[];
}) {
  return (
    <Command.Item
      value={value}
      {...(keywords && { keywords })}
      onSelect={() => choose(item)}
      className="flex h-9 cursor-pointer items-center gap-2.5 rounded-1 px-2 text-13 data-[selected=true]:bg-press max-md:h-11"
    >
      <Icon name={item.icon} size={14} className="text-meta" />
      <span className="truncate">{item.label}</span>
      {item.hint !== undefined && <span className="ms-auto flex-none text-12 text-meta">{item.hint}</span>}
    </Command.Item>
  );
}

/** Searches when typing pauses. Drops stale answers and keeps the last result until the next arrives. */
function useImportSearch(text: string, environment: Environment): Omit<SearchState, 'query'> {
  const query = text.trim();
  const [found, setFound] = useState<SearchState>(emptyState);

  useEffect(() => {
    if (query === '') return;
    const control = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const items = await findImports(query, environment, control.signal);
        if (!control.signal.aborted) setFound({ query, items, state: 'found' });
      } catch {
        if (!control.signal.aborted) setFound({ query, items: [], state: 'failed' });
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [environment, query]);

  if (query === '') return emptyState;
  return found.query === query ? found : { items: found.items, state: 'searching' };
}

/** Searches stored imports, including gone ones. */
async function findImports(text: string, environment: Environment, signal: AbortSignal): Promise<PaletteItem[]> {
  const query = new URLSearchParams({ q: text, gone: 'show', limit: String(MAX_IMPORTS) });
  const { imports } = await apiFetch(`/api/imports?${query}`, {
    schema: 'importListSchema',
    environment,
    signal,
  });
  return imports.map((row) => ({
    key: row.id,
    label: row.username ?? row.id,
    hint: row.gone ? 'no longer available' : (row.status?.text ?? row.id),
    icon: 'imports',
    href: importHref(row.id),
  }));
}
