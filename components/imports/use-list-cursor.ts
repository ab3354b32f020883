'use client';

import { useCallback, useMemo, useReducer, useRef, useEffect } from 'react';
import type { RowActions } from './import-table-row';

interface CursorState {
  /** Where the keyboard stands; identifiers, since rows come and go around it. */
  current: string | null;
  /** Set by a key until the row has the focus. */
  focusPending: boolean;
  previewId: string | null;
  selected: ReadonlySet<string>;
  lastSelected: string | null;
}

type CursorAction =
  | { kind: 'current'; id: string; focus: boolean }
  | { kind: 'focused' }
  | { kind: 'preview'; id: string | null }
  | { kind: 'select'; ids: readonly string[]; on: boolean; last: string | null }
  | { kind: 'clear' };

const initialState: CursorState = {
  current: null,
  focusPending: false,
  previewId: null,
  selected: new Set(),
  lastSelected: null,
};

/** @internal Tested without a browser. */
export function cursorReducer(state: CursorState, move: CursorAction): CursorState {
  switch (move.kind) {
    case 'current':
      return {
        ...state,
        current: move.id,
        focusPending: move.focus,
        // An open quick look follows the keyboard.
        previewId: state.previewId !== null && move.focus ? move.id : state.previewId,
      };
    case 'focused':
      return state.focusPending ? { ...state, focusPending: false } : state;
    case 'preview':
      return { ...state, previewId: move.id, current: move.id ?? state.current };
    case 'select': {
      const picked = new Set(state.selected);
      for (const id of move.ids) {
        if (move.on) picked.add(id);
        else picked.delete(id);
      }
      return { ...state, selected: picked, lastSelected: move.last };
    }
    case 'clear':
      return { ...state, selected: new Set(), lastSelected: null };
  }
}

export interface ListCursor extends CursorState {
  rowActions: RowActions;
  markFocused(): void;
  move(step: 1 | -1): void;
  selectAll(on: boolean): void;
  clearSelection(): void;
  closePreview(): void;
}

/** Where one is in the list, what is under quick look, and what is picked. */
export function useListCursor(rows: readonly { id: string }[]): ListCursor {
  const [state, dispatch] = useReducer(cursorReducer, initialState);
  const latest = useRef({ rows, place: state });
  useEffect(() => {
    latest.current = { rows, place: state };
  });

  const acts = useMemo(
    (): RowActions => ({
      onFocusRow: (id) => {
        if (latest.current.place.current !== id) dispatch({ kind: 'current', id, focus: false });
      },
      onPreview: (id) => dispatch({ kind: 'preview', id: latest.current.place.previewId === id ? null : id }),
      onSelect: (id, { range }) => {
        const { rows: all, place: latestState } = latest.current;
        const on = !latestState.selected.has(id);
        const [from, to] = [
          all.findIndex((row) => row.id === latestState.lastSelected),
          all.findIndex((row) => row.id === id),
        ];
        const ids =
          range && from >= 0 && to >= 0
            ? all.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
            : [id];
        dispatch({ kind: 'select', ids: ids, on, last: id });
      },
    }),
    [],
  );
  const focused = useCallback(() => dispatch({ kind: 'focused' }), []);
  const move = useCallback((step: 1 | -1) => {
    const { rows: all, place: latestState } = latest.current;
    const at = all.findIndex(({ id }) => id === latestState.current);
    const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))];
    if (next) dispatch({ kind: 'current', id: next.id, focus: true });
  }, []);
  const pickAll = useCallback(
    (on: boolean) => dispatch({ kind: 'select', ids: latest.current.rows.map(({ id }) => id), on, last: null }),
    [],
  );
  const clearPicked = useCallback(() => dispatch({ kind: 'clear' }), []);
  const closeLook = useCallback(() => dispatch({ kind: 'preview', id: null }), []);
  return {
    ...state,
    rowActions: acts,
    markFocused: focused,
    move,
    selectAll: pickAll,
    clearSelection: clearPicked,
    closePreview: closeLook,
  };
}
