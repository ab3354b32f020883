'use client';

import { useState, useSyncExternalStore } from 'react';
import { emptyDraft, type Draft } from './draft';

interface SavedDraft {
  draft: Draft;
  /** Created once and stored with the draft, so that a double click, a reload or Back creates one import. */
  attempt: string;
}

/** Kept for this tab, so that reload and Back restore it. Another username in the URL starts a new draft. */
export function useDraft(key: string, initial: { username: string }) {
  const [store] = useState(() => createDraftStore(`landfall new import ${key}`, initial));
  const saved = useSyncExternalStore(store.subscribe, store.read, store.serverSnapshot);
  return { ...saved, change: store.change, reset: store.reset };
}

function createDraftStore(key: string, initial: { username: string }) {
  const listeners = new Set<() => void>();
  const serverDraft: SavedDraft = { draft: { ...emptyDraft, username: initial.username }, attempt: '' };
  let saved: SavedDraft | undefined;
  const set = (next: SavedDraft) => {
    saved = next;
    save(key, next);
    for (const listener of listeners) listener();
  };
  const read = (): SavedDraft => {
    if (saved === undefined) {
      const found = load(key);
      const matches = found && (initial.username === '' || found.draft.username === initial.username);
      saved = matches ? found : { ...serverDraft, attempt: crypto.randomUUID() };
    }
    return saved;
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read,
    serverSnapshot: () => serverDraft,
    /** `newAttempt`: the last attempt failed for certain, so the corrected form is a new one. */
    change: (part: Partial<Draft>, newAttempt = false) => {
      const { draft, attempt } = read();
      set({ draft: { ...draft, ...part }, attempt: newAttempt ? crypto.randomUUID() : attempt });
    },
    reset: (draft: Partial<Draft> = {}) => set({ draft: { ...emptyDraft, ...draft }, attempt: crypto.randomUUID() }),
  };
}

/** Excludes the token and the sponsorship choice. */
const savedFields = ['family', 'tool', 'toolName', 'username', 'instanceUrl', 'replaces'] as const;

function load(key: string): SavedDraft | undefined {
  try {
    const saved = new URLSearchParams(sessionStorage.getItem(key) ?? '');
    const attempt = saved.get('attempt');
    if (attempt === null) return undefined;
    const draft = { ...emptyDraft };
    for (const field of savedFields) draft[field] = saved.get(field) ?? '';
    return { attempt, draft };
  } catch {
    // Storage is blocked.
    return undefined;
  }
}

function save(key: string, { draft, attempt }: SavedDraft): void {
  try {
    const saved = new URLSearchParams({ attempt });
    for (const field of savedFields) saved.set(field, draft[field]);
    if (draft.tool === '' && draft.username === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, saved.toString());
  } catch {
    // Storage is full or blocked.
  }
}
