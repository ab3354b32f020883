'use client';

import { useState, useSyncExternalStore } from 'react';
import { emptyDraft, keptSchema, type Draft } from './draft';

interface Kept {
  draft: Draft;
  /** Made once and kept with the draft: sent twice, by a double click, a reload or Back, it makes one import. */
  attempt: string;
}

/**
 * What was typed, kept for this tab, so that a reload and Back bring it back. Another customer in the address, asked for
 * by a link of ours, begins anew.
 */
export function useDraft(key: string, initial: { username: string }) {
  const [store] = useState(() => createStore(`landfall new import ${key}`, initial));
  const kept = useSyncExternalStore(store.subscribe, store.read, store.atServer);
  return { ...kept, change: store.change, begin: store.begin };
}

function createStore(key: string, initial: { username: string }) {
  const listeners = new Set<() => void>();
  const atServer: Kept = { draft: { ...emptyDraft, username: initial.username }, attempt: '' };
  let kept: Kept | undefined;
  const set = (next: Kept) => {
    kept = next;
    save(key, next);
    for (const listener of listeners) listener();
  };
  const read = (): Kept => {
    if (kept === undefined) {
      const found = load(key);
      const fits = found && (initial.username === '' || found.draft.username === initial.username);
      kept = fits ? found : { ...atServer, attempt: crypto.randomUUID() };
    }
    return kept;
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read,
    atServer: () => atServer,
    /** `anew`: the last attempt is over, nothing was made by it, and the mended form is a new one. */
    change: (part: Partial<Draft>, anew = false) => {
      const { draft, attempt } = read();
      set({ draft: { ...draft, ...part }, attempt: anew ? crypto.randomUUID() : attempt });
    },
    begin: (draft: Partial<Draft> = {}) => set({ draft: { ...emptyDraft, ...draft }, attempt: crypto.randomUUID() }),
  };
}

function load(key: string): Kept | undefined {
  try {
    const parsed = keptSchema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return parsed.success ? { ...parsed.data, draft: { ...emptyDraft, ...parsed.data.draft } } : undefined;
  } catch {
    // A browser that keeps nothing: then nothing is brought back.
    return undefined;
  }
}

function save(key: string, { draft, attempt }: Kept): void {
  try {
    if (draft.tool === '' && draft.username === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(keptSchema.parse({ attempt, draft })));
  } catch {
    // Full, or forbidden: what was typed lives as long as the page.
  }
}
