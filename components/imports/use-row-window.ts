'use client';

import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { isPhoneNow, useIsPhone } from '../ui/use-is-phone';
import { headerHeight, rowHeights } from './import-columns';

/** Fixed bars at the top and bottom of a phone cover rows. */
const phoneMargins = { abovePx: 60, belowPx: 72 };
/** Until the list is measured. */
const initialViewport = { heightPx: 432 };

/** The visible part in the list's own pixels; 0 is the top of the first row. */
interface Viewport {
  readonly topPx: number;
  readonly heightPx: number;
}

/** On a desktop the list scrolls in its container, on a phone the page scrolls. */
interface Scroller {
  viewport(): Viewport;
  scrollBy(px: number): void;
  scrollTo(px: number): void;
  /** How far from the edges a row is covered. */
  readonly margins: { abovePx: number; belowPx: number };
}

function desktopScroller(container: HTMLElement): Scroller {
  return {
    // The sticky head covers the top of the container.
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

/** Which rows to render. Row heights are fixed, so nothing is measured and no virtual-list library is needed. */
export function useRowWindow({
  count,
  container,
  startAt,
}: {
  count: number;
  container: RefObject<HTMLDivElement | null>;
  /** The scroll position to restore. */
  startAt: number;
}) {
  const isPhone = useIsPhone();
  const rowPx = isPhone ? rowHeights.phone : rowHeights.desktop;
  const [viewport, setViewport] = useState<Viewport>({ topPx: startAt, ...initialViewport });
  const scroller = useRef<Scroller>(null);

  // Once, before the first paint.
  const initialScrollTop = useRef(startAt);
  useLayoutEffect(() => {
    if (initialScrollTop.current > 0) container.current?.scrollTo(0, initialScrollTop.current);
  }, [container]);

  useLayoutEffect(() => {
    const element = container.current;
    // Hydration renders the desktop first; measured as one, a phone's list would count as visible as a whole.
    if (!element || isPhone !== isPhoneNow()) return;
    const active = (isPhone ? phoneScroller : desktopScroller)(element);
    scroller.current = active;
    const measure = () => {
      const next = active.viewport();
      // Re-render only if the rendered or counted rows change.
      setViewport((before) => (sameRows(before, next, rowPx) ? before : next));
    };
    measure();
    const scrollTarget: EventTarget = isPhone ? window : element;
    scrollTarget.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    // Elements above the list can grow, such as chips or a lookup result.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (isPhone) observer.observe(document.body);
    return () => {
      scrollTarget.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
      observer.disconnect();
    };
  }, [container, isPhone, rowPx]);

  const { from, to, firstVisible, lastVisible } = visibleRows(viewport, rowPx, count);
  const indexes = useMemo(() => Array.from({ length: to - from }, (_, step) => from + step), [from, to]);
  return {
    indexes,
    beforePx: from * rowPx,
    afterPx: (count - to) * rowPx,
    firstVisible,
    lastVisible,
    /** Scrolls by as little as needed to show the row. */
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
  const [before, after] = [a, b].map((viewport) => visibleRows(viewport, rowPx, Number.MAX_SAFE_INTEGER));
  return (
    before?.from === after?.from &&
    before?.to === after?.to &&
    before?.firstVisible === after?.firstVisible &&
    before?.lastVisible === after?.lastVisible
  );
}

const overscan = 12;

/**
 * `from` and `to` (excluded) are the rows to render, with overscan; the visible ones count from 1, and at least half of
 * the last one is on the screen.
 * @internal Exported for unit tests.
 */
export function visibleRows({ topPx, heightPx }: Viewport, rowPx: number, count: number) {
  const top = Math.max(0, topPx);
  const bottom = Math.max(0, topPx + heightPx);
  const to = Math.min(count, Math.ceil(bottom / rowPx) + overscan);
  return {
    from: Math.max(0, Math.min(Math.floor(top / rowPx) - overscan, to - 1)),
    to,
    firstVisible: Math.min(count, Math.floor(top / rowPx) + 1),
    lastVisible: Math.min(count, Math.max(1, Math.round(bottom / rowPx))),
  };
}
