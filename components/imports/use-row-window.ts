'use client';

import { useCallback, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { headHeight, rowHeights } from './import-columns';
import { rowsInSight, type Sight } from './rows-in-sight';

const phone = '(max-width: 760px)';
/** What stands still at the upper and lower edge of a phone covers rows. */
const covered = { abovePx: 60, belowPx: 72 };
const firstSight = { heightPx: 900 };

function subscribeToWidth(listener: () => void): () => void {
  const query = window.matchMedia(phone);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The one thing that differs between a desk, where the list scrolls in its frame, and a phone, where the page does. */
interface Scroller {
  sight(): Sight;
  scrollBy(px: number): void;
  scrollTo(px: number): void;
  /** How far a row may come towards the edges before it is covered. */
  readonly margins: { abovePx: number; belowPx: number };
}

function deskScroller(frame: HTMLElement): Scroller {
  return {
    // The head stands still over the first pixels of the frame.
    sight: () => ({ topPx: frame.scrollTop, heightPx: frame.clientHeight - headHeight }),
    scrollBy: (px) => frame.scrollBy(0, px),
    scrollTo: (px) => frame.scrollTo(0, px),
    margins: { abovePx: 0, belowPx: 0 },
  };
}

function phoneScroller(frame: HTMLElement): Scroller {
  return {
    sight: () => ({ topPx: -frame.getBoundingClientRect().top, heightPx: window.innerHeight }),
    scrollBy: (px) => window.scrollBy(0, px),
    scrollTo: (px) => window.scrollTo(0, px),
    margins: covered,
  };
}

/**
 * Which rows to draw. Every row has its height by design, so nothing is measured, and a library that measures would
 * be a tenth of what the page loads.
 */
export function useRowWindow({
  count,
  frame,
  startAt,
}: {
  count: number;
  frame: RefObject<HTMLDivElement | null>;
  /** Where the reader was when the list was last shown. */
  startAt: number;
}) {
  const onPhone = useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(phone).matches,
    () => false,
  );
  const rowPx = onPhone ? rowHeights.phone : rowHeights.desk;
  const [sight, setSight] = useState<Sight>({ topPx: startAt, ...firstSight });
  const scroller = useRef<Scroller>(null);

  // Once, and before anything is painted: whoever comes back finds the list where it was.
  const begunAt = useRef(startAt);
  useLayoutEffect(() => {
    if (begunAt.current > 0) frame.current?.scrollTo(0, begunAt.current);
  }, [frame]);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const here = (onPhone ? phoneScroller : deskScroller)(element);
    scroller.current = here;
    const look = () => {
      const seen = here.sight();
      // Only what changes a row's being drawn or counted is worth drawing the list again.
      setSight((before) => (isSame(before, seen, rowPx) ? before : seen));
    };
    look();
    const scrolls: EventTarget = onPhone ? window : element;
    scrolls.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    // Whatever stands above the list may grow: chips, the answer of a look-up.
    const observer = new ResizeObserver(look);
    observer.observe(element);
    if (onPhone) observer.observe(document.body);
    return () => {
      scrolls.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
      observer.disconnect();
    };
  }, [frame, onPhone, rowPx]);

  const { from, to, firstSeen, lastSeen } = rowsInSight(sight, rowPx, count);
  const indexes = useMemo(() => Array.from({ length: to - from }, (_, step) => from + step), [from, to]);
  return {
    indexes,
    beforePx: from * rowPx,
    afterPx: (count - to) * rowPx,
    firstSeen,
    lastSeen,
    /** As little as is needed to have the row in sight. */
    scrollTo: useCallback(
      (index: number) => {
        const here = scroller.current;
        if (!here) return;
        const { topPx, heightPx } = here.sight();
        const { abovePx, belowPx } = here.margins;
        const tooHigh = topPx + abovePx - index * rowPx;
        const tooLow = (index + 1) * rowPx - (topPx + heightPx - belowPx);
        if (tooHigh > 0) here.scrollBy(-tooHigh);
        else if (tooLow > 0) here.scrollBy(tooLow);
      },
      [rowPx],
    ),
    toTop: useCallback(() => scroller.current?.scrollTo(0), []),
  };
}

function isSame(a: Sight, b: Sight, rowPx: number): boolean {
  const [before, after] = [a, b].map((sight) => rowsInSight(sight, rowPx, Number.MAX_SAFE_INTEGER));
  return (
    before?.from === after?.from &&
    before?.to === after?.to &&
    before?.firstSeen === after?.firstSeen &&
    before?.lastSeen === after?.lastSeen
  );
}
