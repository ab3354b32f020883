'use client';

import { useState, useSyncExternalStore } from 'react';
import { emptyDraft, savedDraftSchema, type Draft } from './draft';

interface SavedDraft {
  draft: Draft;
  /** Made once and kept with the draft: sent twice, by a double click, a reload or Back, it makes one import. */
  attempt: string;
}

/**
 * What was typed, kept for this tab, so that a reload and Back bring it back. Another customer in the address, asked for
 * by a link of ours, begins anew.
 */
export function useDraft(key: string, initial: { username: string }) {
  const [store] = useState(() => createDraftStore(`landfall new import ${key}`, initial));
  const saved = useSyncExternalStore(store.subscribe, store.read, store.serverSnapshot);
  return { ...saved, change: store.change, reset: store.reset };
}

function createDraftStore(key: string, initial: { username: string }) {
  const listeners = new Set<() => void>();
  const atServer: SavedDraft = { draft: { ...emptyDraft, username: initial.username }, attempt: '' };
  let saved: SavedDraft | undefined;
  const set = (next: SavedDraft) => {
    saved = next;
    save(key, next);
    for (const listener of listeners) listener();
  };
  const query = (): SavedDraft => {
    if (saved === undefined) {
      const found = load(key);
      const matches = found && (initial.username === '' || found.draft.username === initial.username);
      saved = matches ? found : { ...atServer, attempt: crypto.randomUUID() };
    }
    return saved;
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: query,
    serverSnapshot: () => atServer,
    /** `anew`: the last attempt is over, nothing was made by it, and the mended form is a new one. */
    change: (part: Partial<Draft>, newAttempt = false) => {
      const { draft, attempt } = query();
      set({ draft: { ...draft, ...part }, attempt: newAttempt ? crypto.randomUUID() : attempt });
    },
    reset: (draft: Partial<Draft> = {}) => set({ draft: { ...emptyDraft, ...draft }, attempt: crypto.randomUUID() }),
  };
}

function load(key: string): SavedDraft | undefined {
  try {
    const parsed = savedDraftSchema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return parsed.success ? { ...parsed.data, draft: { ...emptyDraft, ...parsed.data.draft } } : undefined;
  } catch {
    // A browser that keeps nothing: then nothing is brought back.
    return undefined;
  }
}

function save(key: string, { draft, attempt }: SavedDraft): void {
  try {
    if (draft.tool === '' && draft.username === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(savedDraftSchema.parse({ attempt, draft })));
  } catch {
    // Full, or forbidden: what was typed lives as long as the page.
  }
}
