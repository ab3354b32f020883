'use client';

import { useCallback, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { headerHeight, rowHeights } from './import-columns';
import { visibleRows, type Viewport } from './visible-rows';

const phoneQuery = '(max-width: 760px)';
/** What stands still at the upper and lower edge of a phone covers rows. */
const phoneMargins = { abovePx: 60, belowPx: 72 };
const initialViewport = { heightPx: 900 };

function subscribeToWidth(listener: () => void): () => void {
  const query = window.matchMedia(phoneQuery);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The one thing that differs between a desk, where the list scrolls in its frame, and a phone, where the page does. */
interface Scroller {
  viewport(): Viewport;
  scrollBy(px: number): void;
  scrollTo(px: number): void;
  /** How far a row may come towards the edges before it is covered. */
  readonly margins: { abovePx: number; belowPx: number };
}

function desktopScroller(container: HTMLElement): Scroller {
  return {
    // The head stands still over the first pixels of the frame.
    viewport: () => ({ topPx: container.scrollTop, heightPx: container.clientHeight - headerHeight }),
    scrollBy: (px) => container.scrollBy(0, px),
    scrollTo: (px) => container.scrollTo(0, px),
    margins: { abovePx: 0, belowPx: 0 },
  };
}

function phoneScroller(container: HTMLElement): Scroller {
  return {
    viewport: () => ({ topPx: -container.getBoundingClientRect().top, heightPx: window.innerHeight }),
    scrollBy: (px) => window.scrollBy(0, px),
    scrollTo: (px) => window.scrollTo(0, px),
    margins: phoneMargins,
  };
}

/**
 * Which rows to draw. Every row has its height by design, so nothing is measured, and a library that measures would
 * be a tenth of what the page loads.
 */
export function useRowWindow({
  count,
  frame: container,
  startAt,
}: {
  count: number;
  frame: RefObject<HTMLDivElement | null>;
  /** Where the reader was when the list was last shown. */
  startAt: number;
}) {
  const isPhone = useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(phoneQuery).matches,
    () => false,
  );
  const rowPx = isPhone ? rowHeights.phone : rowHeights.desktop;
  const [sight, setViewport] = useState<Viewport>({ topPx: startAt, ...initialViewport });
  const scroller = useRef<Scroller>(null);

  // Once, and before anything is painted: whoever comes back finds the list where it was.
  const initialScrollTop = useRef(startAt);
  useLayoutEffect(() => {
    if (initialScrollTop.current > 0) container.current?.scrollTo(0, initialScrollTop.current);
  }, [container]);

  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const active = (isPhone ? phoneScroller : desktopScroller)(element);
    scroller.current = active;
    const measure = () => {
      const seen = active.viewport();
      // Only what changes a row's being drawn or counted is worth drawing the list again.
      setViewport((before) => (sameRows(before, seen, rowPx) ? before : seen));
    };
    measure();
    const scrolls: EventTarget = isPhone ? window : element;
    scrolls.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    // Whatever stands above the list may grow: chips, the answer of a look-up.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (isPhone) observer.observe(document.body);
    return () => {
      scrolls.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
      observer.disconnect();
    };
  }, [container, isPhone, rowPx]);

  const { from, to, firstVisible, lastVisible } = visibleRows(sight, rowPx, count);
  const indexes = useMemo(() => Array.from({ length: to - from }, (_, step) => from + step), [from, to]);
  return {
    indexes,
    beforePx: from * rowPx,
    afterPx: (count - to) * rowPx,
    firstVisible,
    lastVisible,
    /** As little as is needed to have the row in sight. */
    scrollTo: useCallback(
      (index: number) => {
        const active = scroller.current;
        if (!active) return;
        const { topPx, heightPx } = active.viewport();
        const { abovePx, belowPx } = active.margins;
        const tooHigh = topPx + abovePx - index * rowPx;
        const tooLow = (index + 1) * rowPx - (topPx + heightPx - belowPx);
        if (tooHigh > 0) active.scrollBy(-tooHigh);
        else if (tooLow > 0) active.scrollBy(tooLow);
      },
      [rowPx],
    ),
    scrollToTop: useCallback(() => scroller.current?.scrollTo(0), []),
  };
}

function sameRows(a: Viewport, b: Viewport, rowPx: number): boolean {
  const [before, after] = [a, b].map((sight) => visibleRows(sight, rowPx, Number.MAX_SAFE_INTEGER));
  return (
    before?.from === after?.from &&
    before?.to === after?.to &&
    before?.firstVisible === after?.firstVisible &&
    before?.lastVisible === after?.lastVisible
  );
}
