'use client';

import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { headHeight, rowHeights } from './import-columns';

const phone = '(max-width: 760px)';

function subscribeToWidth(listener: () => void): () => void {
  const query = window.matchMedia(phone);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/**
 * Which rows to draw. At a desk the list scrolls inside its frame; on a phone the page itself does. Every row has its
 * height by design, so nothing is measured.
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
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || !onPhone) return;
    const measure = () => setAbove(element.getBoundingClientRect().top + window.scrollY);
    measure();
    // Whatever stands above the list may grow: chips, the answer of a look-up.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [frame, onPhone]);

  const shared = { count, overscan: 12, initialRect: { width: 1200, height: 900 } };
  const desk = useVirtualizer({
    ...shared,
    enabled: !onPhone,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeights.desk,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    initialOffset: startAt,
  });
  const page = useWindowVirtualizer({
    ...shared,
    enabled: onPhone,
    estimateSize: () => rowHeights.phone,
    scrollMargin: above,
    // What stands still at the upper and lower edge covers rows.
    scrollPaddingStart: 60,
    scrollPaddingEnd: 72,
  });
  const list = onPhone ? page : desk;
  const margin = onPhone ? above : headHeight;
  const rowHeight = onPhone ? rowHeights.phone : rowHeights.desk;
  const items = list.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const offset = Math.max(0, (list.scrollOffset ?? 0) - (onPhone ? above : 0));
  const seenPx = list.scrollRect?.height ?? 900;
  return {
    indexes: items.map(({ index }) => index),
    beforePx: first ? first.start - margin : 0,
    afterPx: last ? list.getTotalSize() - (last.end - margin) : 0,
    /** The rows on the screen, counted from 1; of the last one at least half is to be seen. */
    firstSeen: Math.min(count, Math.floor(offset / rowHeight) + 1),
    lastSeen: Math.min(count, Math.max(1, Math.round((offset + seenPx - (onPhone ? 0 : headHeight)) / rowHeight))),
    scrollTo: useCallback((index: number) => list.scrollToIndex(index, { align: 'auto' }), [list]),
    toTop: useCallback(() => list.scrollToOffset(0), [list]),
  };
}
