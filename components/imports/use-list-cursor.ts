'use client';

import { useCallback, useMemo, useReducer, useRef, useEffect } from 'react';
import type { LineActs } from './import-line';

interface Place {
  /** Where the keyboard stands; identifiers, since rows come and go around it. */
  current: string | null;
  /** Set by a key until the row has the focus. */
  focusWanted: boolean;
  lookedAt: string | null;
  picked: ReadonlySet<string>;
  lastPicked: string | null;
}

type Move =
  | { kind: 'current'; id: string; focus: boolean }
  | { kind: 'focused' }
  | { kind: 'look'; id: string | null }
  | { kind: 'pick'; ids: readonly string[]; on: boolean; last: string | null }
  | { kind: 'clear' };

const nowhere: Place = { current: null, focusWanted: false, lookedAt: null, picked: new Set(), lastPicked: null };

/** @internal Tested without a browser. */
export function moveTo(place: Place, move: Move): Place {
  switch (move.kind) {
    case 'current':
      return {
        ...place,
        current: move.id,
        focusWanted: move.focus,
        // An open quick look follows the keyboard.
        lookedAt: place.lookedAt !== null && move.focus ? move.id : place.lookedAt,
      };
    case 'focused':
      return place.focusWanted ? { ...place, focusWanted: false } : place;
    case 'look':
      return { ...place, lookedAt: move.id, current: move.id ?? place.current };
    case 'pick': {
      const picked = new Set(place.picked);
      for (const id of move.ids) {
        if (move.on) picked.add(id);
        else picked.delete(id);
      }
      return { ...place, picked, lastPicked: move.last };
    }
    case 'clear':
      return { ...place, picked: new Set(), lastPicked: null };
  }
}

export interface ListCursor extends Place {
  acts: LineActs;
  focused(): void;
  move(step: 1 | -1): void;
  pickAll(on: boolean): void;
  clearPicked(): void;
  closeLook(): void;
}

/** Where one is in the list, what is under quick look, and what is picked. */
export function useListCursor(rows: readonly { id: string }[]): ListCursor {
  const [place, dispatch] = useReducer(moveTo, nowhere);
  const latest = useRef({ rows, place });
  useEffect(() => {
    latest.current = { rows, place };
  });

  const acts = useMemo(
    (): LineActs => ({
      onCurrent: (id) => {
        if (latest.current.place.current !== id) dispatch({ kind: 'current', id, focus: false });
      },
      onLook: (id) => dispatch({ kind: 'look', id: latest.current.place.lookedAt === id ? null : id }),
      onPick: (id, { range }) => {
        const { rows: all, place: now } = latest.current;
        const on = !now.picked.has(id);
        const [from, to] = [all.findIndex((row) => row.id === now.lastPicked), all.findIndex((row) => row.id === id)];
        const between =
          range && from >= 0 && to >= 0
            ? all.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
            : [id];
        dispatch({ kind: 'pick', ids: between, on, last: id });
      },
    }),
    [],
  );
  const focused = useCallback(() => dispatch({ kind: 'focused' }), []);
  const move = useCallback((step: 1 | -1) => {
    const { rows: all, place: now } = latest.current;
    const at = all.findIndex(({ id }) => id === now.current);
    const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))];
    if (next) dispatch({ kind: 'current', id: next.id, focus: true });
  }, []);
  const pickAll = useCallback(
    (on: boolean) => dispatch({ kind: 'pick', ids: latest.current.rows.map(({ id }) => id), on, last: null }),
    [],
  );
  const clearPicked = useCallback(() => dispatch({ kind: 'clear' }), []);
  const closeLook = useCallback(() => dispatch({ kind: 'look', id: null }), []);
  return { ...place, acts, focused, move, pickAll, clearPicked, closeLook };
}
