/** What is to be seen of a list whose rows all have one height, in its own pixels: 0 is the upper edge of the first row. */
export interface Viewport {
  readonly topPx: number;
  readonly heightPx: number;
}

export interface VisibleRows {
  /** Rows to draw, from `from` up to and without `to`: those in sight and some beyond either edge. */
  readonly from: number;
  readonly to: number;
  /** The rows on the screen, counted from 1; of the last one at least half is to be seen. */
  readonly firstVisible: number;
  readonly lastVisible: number;
}

/** Drawn beyond either edge, so that a turn of the wheel meets rows and no gap. */
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
