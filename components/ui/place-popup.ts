type Size = { width: number; height: number };
export type Placement = { align: 'start' | 'center' | 'end'; gap?: number | undefined };

const GAP = 4;
const EDGE = 8;

/** @internal Below the anchor, above if it fits only there, always inside the window. */
export function placePopup(
  anchor: Size & { left: number; top: number },
  popup: Size,
  window: Size,
  { align, gap = GAP }: Placement,
): { left: number; top: number } {
  const below = anchor.top + anchor.height + gap;
  const above = anchor.top - gap - popup.height;
  const fitsBelow = below + popup.height <= window.height - EDGE;
  const fitsAbove = above >= EDGE;
  const top = fitsBelow || !fitsAbove ? below : above;
  const left = {
    start: anchor.left,
    center: anchor.left + (anchor.width - popup.width) / 2,
    end: anchor.left + anchor.width - popup.width,
  }[align];
  return {
    left: Math.round(clamp(left, EDGE, window.width - EDGE - popup.width)),
    top: Math.round(clamp(top, EDGE, window.height - EDGE - popup.height)),
  };
}

/** Places a fixed popup at its anchor. */
export function movePopup(anchor: HTMLElement, popup: HTMLElement, placement: Placement): void {
  const { left, top } = placePopup(
    anchor.getBoundingClientRect(),
    { width: popup.offsetWidth, height: popup.offsetHeight },
    { width: document.documentElement.clientWidth, height: window.innerHeight },
    placement,
  );
  popup.style.left = `${left}px`;
  popup.style.top = `${top}px`;
}

/** The lower bound wins if the popup is larger than the window. */
function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
