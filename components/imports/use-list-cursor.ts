'use client';

import { useEffect, useMemo, useReducer, useRef } from 'react';

interface CursorState {
  /** An id rather than an index, because rows come and go. */
  current: string | null;
  /** Set by a key until the row has focus. */
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

/** @internal Exported for unit tests. */
export function cursorReducer(state: CursorState, action: CursorAction): CursorState {
  switch (action.kind) {
    case 'current':
      return {
        ...state,
        current: action.id,
        focusPending: action.focus,
        // An open preview follows the keyboard.
        previewId: state.previewId !== null && action.focus ? action.id : state.previewId,
      };
    case 'focused':
      return state.focusPending ? { ...state, focusPending: false } : state;
    case 'preview':
      return { ...state, previewId: action.id, current: action.id ?? state.current };
    case 'select': {
      const selected = new Set(state.selected);
      for (const id of action.ids) {
        if (action.on) selected.add(id);
        else selected.delete(id);
      }
      return { ...state, selected, lastSelected: action.last };
    }
    case 'clear':
      return { ...state, selected: new Set(), lastSelected: null };
  }
}

export type ListCursor = ReturnType<typeof useListCursor>;
export type RowActions = ListCursor['rowActions'];

export function useListCursor(rows: readonly { id: string }[]) {
  const [state, dispatch] = useReducer(cursorReducer, initialState);
  const latest = useRef({ rows, state });
  useEffect(() => {
    latest.current = { rows, state };
  });

  const actions = useMemo(
    () => ({
      rowActions: {
        onFocusRow: (id: string) => {
          if (latest.current.state.current !== id) dispatch({ kind: 'current', id, focus: false });
        },
        onPreview: (id: string) => dispatch({ kind: 'preview', id: latest.current.state.previewId === id ? null : id }),
        onSelect: (id: string, { range }: { range: boolean }) => {
          const { selected, lastSelected } = latest.current.state;
          const allIds = latest.current.rows.map((row) => row.id);
          const from = lastSelected === null ? -1 : allIds.indexOf(lastSelected);
          const to = allIds.indexOf(id);
          const ids = range && from >= 0 && to >= 0 ? allIds.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
          dispatch({ kind: 'select', ids, on: !selected.has(id), last: id });
        },
      },
      markFocused: () => dispatch({ kind: 'focused' }),
      move: (step: 1 | -1) => {
        const all = latest.current.rows;
        const at = all.findIndex(({ id }) => id === latest.current.state.current);
        const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))];
        if (next) dispatch({ kind: 'current', id: next.id, focus: true });
      },
      focusFirst: () => {
        const first = latest.current.rows[0];
        if (first) dispatch({ kind: 'current', id: first.id, focus: true });
      },
      selectAll: (on: boolean) =>
        dispatch({ kind: 'select', ids: latest.current.rows.map(({ id }) => id), on, last: null }),
      clearSelection: () => dispatch({ kind: 'clear' }),
      closePreview: () => dispatch({ kind: 'preview', id: null }),
    }),
    [],
  );
  return useMemo(() => {
    const { selected, previewId } = state;
    const shown = new Set(rows.map(({ id }) => id));
    return {
      ...state,
      ...actions,
      // Only rows that are shown, so that an action includes no others.
      selected: new Set([...selected].filter((id) => shown.has(id))),
      previewId: previewId !== null && shown.has(previewId) ? previewId : null,
    };
  }, [state, actions, rows]);
}
