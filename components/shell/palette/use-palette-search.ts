'use client';

import { useEffect, useState } from 'react';
import type { PaletteItem, PaletteSearch } from './palette-item';

type Found = { words: string; items: readonly PaletteItem[]; state: 'idle' | 'searching' | 'found' | 'failed' };

const nothing: Found = { words: '', items: [], state: 'idle' };
const PAUSE_MS = 150;

/** Searches once typing pauses; an answer to older words is dropped, the last good one stays until the next arrives. */
export function usePaletteSearch(search: PaletteSearch, typed: string): Omit<Found, 'words'> {
  const words = typed.trim();
  const [found, setFound] = useState<Found>(nothing);

  useEffect(() => {
    if (words === '') return;
    const control = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const items = await search(words, control.signal);
        if (!control.signal.aborted) setFound({ words, items, state: 'found' });
      } catch {
        if (!control.signal.aborted) setFound({ words, items: [], state: 'failed' });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [search, words]);

  if (words === '') return nothing;
  return found.words === words ? found : { items: found.items, state: 'searching' };
}
