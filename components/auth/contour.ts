/** A closed line on the chart: where it is centred, how far out it runs, and how much the swell has turned it. */
export type Contour = { cx: number; cy: number; radius: number; level: number };

const STEPS = 36;
/** Seen from a height: circles lie down. */
const VERTICAL_SCALE = 0.78;

/** The coast's shape: three waves around the circle, each turning a little from one depth line to the next. */
function radiusFactor(angle: number, level: number): number {
  return (
    1 +
    0.2 * Math.sin(2 * angle + 0.6 + 0.045 * level) +
    0.11 * Math.sin(3 * angle + 1.9 - 0.0625 * level) +
    0.055 * Math.sin(5 * angle + 0.3 + 0.09 * level)
  );
}

/** The line as an SVG path through 36 points, smoothed so that it passes through each (Catmull-Rom). */
export function contourPath({ cx, cy, radius, level }: Contour): string {
  const points = Array.from({ length: STEPS }, (_, step) => {
    const angle = (step / STEPS) * 2 * Math.PI;
    const r = radius * radiusFactor(angle, level);
    return { x: cx + r * Math.cos(angle), y: cy + r * VERTICAL_SCALE * Math.sin(angle) };
  });
  const at = (index: number) => points[(index + STEPS) % STEPS] ?? { x: cx, y: cy };
  const curves = points.map((from, index) => {
    const [before, to, after] = [at(index - 1), at(index + 1), at(index + 2)];
    const out = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const into = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    return `C${[out, into, to].map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`).join(' ')}`;
  });
  const start = at(0);
  return `M${Math.round(start.x)} ${Math.round(start.y)}${curves.join('')}Z`;
}
