export function layoutChart(
  pairs: readonly (readonly [number, number])[],
  plot: { right: number; bottom: number; top: number },
) {
  const largest = Math.max(1, ...pairs.flat());
  const step = roundStep(largest);
  const top = Math.ceil(largest / step) * step;
  const scale = (plot.bottom - plot.top) / top;
  const slotWidth = plot.right / Math.max(1, pairs.length);
  const gap = slotWidth > 20 ? 2 : 0.5;
  const width = Math.min(24, (slotWidth * 0.6 - gap) / 2);
  const bars = pairs.map(([first, second], at) => ({
    slotX: round(at * slotWidth),
    slotWidth: round(slotWidth),
    x: round(at * slotWidth + (slotWidth - 2 * width - gap) / 2),
    width: round(width),
    gap,
    heights: [round(first * scale), round(second * scale)] as const,
  }));
  const lines: { value: number; y: number }[] = [];
  for (let value = 0; value <= top; value += step) lines.push({ value, y: round(plot.bottom - value * scale) });
  return { bars, lines };
}

/** A step of 1, 2 or 5 times a power of ten that gives two to five lines. */
function roundStep(largest: number): number {
  const raw = largest / 3;
  const power = 10 ** Math.floor(Math.log10(Math.max(raw, 1)));
  const times = [1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10;
  return Math.max(1, times * power);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
