/** Units across: the chart is stretched to the width of the page. Pixels down. */
export const slotWidth = 10;
export const chartHeight = 160;
const barX = 2;
const barWidth = 2.8;
const secondX = 5.2;

/** At most one bar for so many slots is cut off. */
const cutShare = 6;
const cutFactor = 3;

/**
 * The highest bars are cut off if they are more than three times as high as all others, which would be too small to
 * read beside them. Cut bars reach above the highest line.
 */
export function layoutChart(pairs: readonly (readonly [number, number])[]) {
  const limit = highestShown(pairs.flat(), Math.ceil(pairs.length / cutShare));
  const step = roundStep(limit);
  const top = Math.ceil(limit / step) * step;
  const isCut = pairs.flat().some((value) => value > top);
  const topY = isCut ? 36 : 6;
  const cutY = 18;
  const yOf = (value: number) => (value > top ? cutY : round(chartHeight - (value / top) * (chartHeight - topY)));
  const bars = pairs.map((pair, at) => ({
    x: at * slotWidth,
    /** Path of each bar: from the left, up, across and down. */
    paths: pair.map((value, series) => {
      const height = round(chartHeight - yOf(value));
      const x = round(at * slotWidth + (series === 0 ? barX : secondX));
      return `M${x} ${chartHeight}v-${height}h${barWidth}v${height}z`;
    }),
    /** The gaps in cut bars. */
    gaps: pair.flatMap((value, series) =>
      value > top
        ? [`M${round(at * slotWidth + (series === 0 ? barX : secondX))} 30l${barWidth} -4v4l-${barWidth} 4z`]
        : [],
    ),
    cut: pair.filter((value) => value > top),
  }));
  const lines: { value: number; y: number }[] = [];
  for (let value = 0; value <= top; value += step) lines.push({ value, y: yOf(value) });
  return { bars, lines, isCut };
}

/** @internal Widths of the plot that labels are chosen for, each the least of its range. */
export const plotWidths = [300, 410, 680] as const;
const minTickPx = 20;
const minMonthPx = 26;

/** Whether a label is shown, per entry of `plotWidths`. */
export type Shown = readonly boolean[];

/** Days of the month below the bars, evenly spaced back from the last, and a second row with the months. */
export function chartLabels(days: readonly string[]) {
  const slotPx = plotWidths.map((width) => width / days.length);
  const last = days.length - 1;
  const ticks = days.map((day, at) => ({
    at,
    day,
    shown: slotPx.map((px) => (last - at) % Math.ceil(minTickPx / px) === 0),
  }));
  const starts = days.flatMap((day, at) => (at > 0 && day.slice(0, 7) === days[at - 1]?.slice(0, 7) ? [] : [at]));
  const months = starts.map((at, index) => ({
    at,
    day: days[at] ?? '',
    shown: slotPx.map((px) => {
      const every = monthsPerLabel(starts, px);
      const next = starts[index + every] ?? Infinity;
      // The first month can be too short for its name.
      return (starts.length - 1 - index) % every === 0 && (next - at) * px >= minMonthPx;
    }),
  }));
  return { ticks: ticks.filter(({ shown }) => shown.includes(true)), months };
}

function monthsPerLabel([_first, ...starts]: readonly number[], slotPx: number): number {
  let every = 1;
  const isTooClose = (at: number, index: number) => ((starts[index + every] ?? Infinity) - at) * slotPx < minMonthPx;
  while (starts.some(isTooClose)) every += 1;
  return every;
}

/** Slots whose numbers have room above them, the highest first. */
export function chooseCutLabels(bars: readonly { cut: readonly number[] }[]): Set<number> {
  const minSlots = 44 / (plotWidths[0] / bars.length);
  const byHeight = bars
    .map(({ cut }, at) => ({ at, value: Math.max(0, ...cut) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
  const chosen = new Set<number>();
  for (const { at } of byHeight) if ([...chosen].every((other) => Math.abs(other - at) >= minSlots)) chosen.add(at);
  return chosen;
}

/** A share of the longest, from 0 to 1. Logarithmic, since a minute beside days would not be visible. */
export function durationShare(seconds: number, longestS: number): number {
  const minutes = (s: number) => Math.log1p(Math.max(0, s) / 60);
  return longestS <= 0 ? 0 : Math.min(1, minutes(seconds) / minutes(longestS));
}

/** The highest value, or the highest below a large gap. */
function highestShown(values: readonly number[], mostCut: number): number {
  const sorted = [...values].sort((a, b) => b - a);
  for (let cut = mostCut; cut > 0; cut--) {
    const next = sorted[cut] ?? 0;
    if (next > 0 && (sorted[cut - 1] ?? 0) > cutFactor * next) return next;
  }
  return Math.max(1, sorted[0] ?? 1);
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
