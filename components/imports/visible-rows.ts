/** The visible part in the list's own pixels; 0 is the top of the first row. */
export interface Viewport {
  readonly topPx: number;
  readonly heightPx: number;
}

export interface VisibleRows {
  /** Rows to render, from `from` up to but excluding `to`, with overscan. */
  readonly from: number;
  readonly to: number;
  /** Rows on the screen, counted from 1; at least half of the last one is visible. */
  readonly firstVisible: number;
  readonly lastVisible: number;
}

const overscan = 12;

export function visibleRows({ topPx, heightPx }: Viewport, rowPx: number, count: number): VisibleRows {
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
