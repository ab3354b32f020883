'use client';

import { useEffect, useState } from 'react';
import type { PaletteItem, PaletteSearch } from './palette-item';

type SearchState = { query: string; items: readonly PaletteItem[]; state: 'idle' | 'searching' | 'found' | 'failed' };

const emptyState: SearchState = { query: '', items: [], state: 'idle' };
const DEBOUNCE_MS = 150;

/** Searches once typing pauses; an answer to older words is dropped, the last good one stays until the next arrives. */
export function usePaletteSearch(search: PaletteSearch, typed: string): Omit<SearchState, 'query'> {
  const words = typed.trim();
  const [found, setFound] = useState<SearchState>(emptyState);

  useEffect(() => {
    if (words === '') return;
    const control = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const items = await search(words, control.signal);
        if (!control.signal.aborted) setFound({ query: words, items, state: 'found' });
      } catch {
        if (!control.signal.aborted) setFound({ query: words, items: [], state: 'failed' });
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [search, words]);

  if (words === '') return emptyState;
  return found.query === words ? found : { items: found.items, state: 'searching' };
}
