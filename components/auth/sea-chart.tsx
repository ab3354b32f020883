/** A closed depth line: its centre, its radius and how far its shape is rotated. */
type Contour = { cx: number; cy: number; radius: number; level: number };

const STEPS = 36;
/** Foreshortening: circles become ellipses. */
const VERTICAL_SCALE = 0.78;

const LAND = { cx: 640, cy: 300 };

const depths = Array.from({ length: 11 }, (_, index) => {
  const level = index + 1;
  return {
    level,
    major: level % 4 === 0,
    path: contourPath({ ...LAND, radius: 177 + 68.35 * level + 1.77 * level ** 2, level }),
  };
});

const hills = [
  contourPath({ cx: 630, cy: 305, radius: 108.6, level: 1 }),
  contourPath({ cx: 624, cy: 308, radius: 52, level: 2 }),
];

const soundings = [
  [470, 520, 8],
  [330, 640, 23],
  [190, 560, 31],
  [700, 640, 14],
  [260, 330, 19],
  [110, 730, 46],
  [520, 760, 38],
  [820, 760, 35],
  [90, 250, 40],
  [360, 120, 21],
  [180, 100, 44],
] as const;

export function SeaChart() {
  return (
    <svg
      viewBox="0 0 880 900"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden
      className="absolute inset-0 size-full"
    >
      {depths.map(({ level, major, path }) => (
        <path key={level} d={path} className={major ? 'stroke-n-300' : 'stroke-n-200'} />
      ))}
      <path
        d={contourPath({ ...LAND, radius: 177, level: 0 })}
        strokeWidth={1.25}
        className="fill-n-100 stroke-n-400"
      />
      {hills.map((path) => (
        <path key={path} d={path} className="stroke-n-300" />
      ))}
      <g className="fill-meta text-12">
        {soundings.map(([x, y, depth]) => (
          <text key={`${x} ${y}`} x={x} y={y}>
            {depth}
          </text>
        ))}
      </g>
      <path
        d="M-20 850C120 800 230 700 320 560S440 420 506 357"
        strokeWidth={1.5}
        strokeDasharray="7 5"
        className="stroke-accent"
      />
      <circle cx="506" cy="357" r="5" strokeWidth={2} className="fill-accent stroke-sunken" />
      <circle cx="320" cy="560" r="3" strokeWidth={1.5} className="fill-sunken stroke-accent" />
      <circle cx="152" cy="753" r="3" strokeWidth={1.5} className="fill-sunken stroke-accent" />
    </svg>
  );
}

function radiusFactor(angle: number, level: number): number {
  return (
    1 +
    0.2 * Math.sin(2 * angle + 0.6 + 0.045 * level) +
    0.11 * Math.sin(3 * angle + 1.9 - 0.0625 * level) +
    0.055 * Math.sin(5 * angle + 0.3 + 0.09 * level)
  );
}

/** An SVG path through 36 points, smoothed with Catmull-Rom. */
function contourPath({ cx, cy, radius, level }: Contour): string {
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
