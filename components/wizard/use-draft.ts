'use client';

import { useState, useSyncExternalStore } from 'react';
import { languages } from '@/lib/contract/languages';
import { emptyDraft, type Draft } from './draft';

interface SavedDraft {
  draft: Draft;
  /** Created once and stored with the draft, so that a double click, a reload or Back creates one import. */
  attempt: string;
}

interface OpenedDraft extends SavedDraft {
  /** The username in the URL, if the draft is for another customer: the person chooses. */
  offered: string;
}

/** Kept for this tab, so that reload and Back restore it. */
export function useDraft(key: string, initial: { username: string }) {
  const [store] = useState(() => createDraftStore(`landfall new import ${key}`, initial));
  const saved = useSyncExternalStore(store.subscribe, store.read, store.serverSnapshot);
  return { ...saved, change: store.change, reset: store.reset, keep: store.keep };
}

/** @internal Exported for unit tests. */
export function openDraft(found: SavedDraft | undefined, username: string, newAttempt: () => string): OpenedDraft {
  if (found === undefined) return { draft: { ...emptyDraft, username }, attempt: newAttempt(), offered: '' };
  const isFree = username === '' || found.draft.username === '' || found.draft.username === username;
  if (!isFree) return { ...found, offered: username };
  return { ...found, draft: { ...found.draft, username: found.draft.username || username }, offered: '' };
}

function createDraftStore(key: string, initial: { username: string }) {
  const listeners = new Set<() => void>();
  const serverDraft = openDraft(undefined, initial.username, () => '');
  const newAttempt = () => crypto.randomUUID();
  let opened: OpenedDraft | undefined;
  const set = (next: SavedDraft) => {
    opened = { ...next, offered: '' };
    save(key, next);
    for (const listener of listeners) listener();
  };
  const read = () => (opened ??= openDraft(load(key), initial.username, newAttempt));
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read,
    serverSnapshot: () => serverDraft,
    /** `isNew`: the last attempt failed for certain, so the corrected form is a new one. */
    change: (part: Partial<Draft>, isNew = false) => {
      const { draft, attempt } = read();
      set({ draft: { ...draft, ...part }, attempt: isNew ? newAttempt() : attempt });
    },
    /** The draft in this tab, not the offered one. */
    keep: () => set(read()),
    reset: (draft: Partial<Draft> = {}) => set({ draft: { ...emptyDraft, ...draft }, attempt: newAttempt() }),
  };
}

/** Excludes the token and the sponsorship choice. */
const savedFields = ['family', 'tool', 'toolName', 'username', 'instanceUrl', 'contactEmail', 'replaces'] as const;

function load(key: string): SavedDraft | undefined {
  try {
    const saved = new URLSearchParams(sessionStorage.getItem(key) ?? '');
    const attempt = saved.get('attempt');
    if (attempt === null) return undefined;
    const draft = { ...emptyDraft };
    for (const field of savedFields) draft[field] = saved.get(field) ?? '';
    draft.language = languages.find((language) => language === saved.get('language')) ?? 'en';
    return { attempt, draft };
  } catch {
    // Storage is blocked.
    return undefined;
  }
}

function save(key: string, { draft, attempt }: SavedDraft): void {
  try {
    const saved = new URLSearchParams({ attempt, language: draft.language });
    for (const field of savedFields) saved.set(field, draft[field]);
    if (draft.tool === '' && draft.username === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, saved.toString());
  } catch {
    // Storage is full or blocked.
  }
}
