'use client';

import type { Trends } from '@/lib/contract/overview';
import { Section } from '../shell/page';
import { cx } from '../ui/cx';
import { Disclosure } from '../ui/disclosure';
import { formatDay, formatDayRange } from '../ui/format-instant';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { layoutChart } from './layout-chart';
import { completedHref, startedHref } from './overview-href';

const height = 182;
const bottom = 160;
/** Text in an SVG scales with it, so phones get a layout of their own width. */
const layouts = [
  { width: 808, right: 774, labels: 6, className: 'max-md:hidden' },
  { width: 358, right: 328, labels: 3, className: 'md:hidden' },
] as const;

/** The current day or week is pale because it is not complete. */
export function FlowChart({ trends }: { trends: Trends }) {
  const { flow, unit } = trends;
  const total = (key: 'started' | 'completed') => flow.reduce((sum, bar) => sum + bar[key], 0);
  const title = `Started and completed, each ${unit}`;
  const name = `${title}: ${total('started')} started and ${total('completed')} completed since ${formatDay(trends.from)}. The table below says each ${unit}.`;
  const days = flow.map(({ from, to }) => formatDayRange(from, to));
  const tips = flow.map((bar, at) => `${days[at]}: ${bar.started} started, ${bar.completed} completed`);
  return (
    <Section
      title={title}
      remark={
        <ul className="flex gap-3.5">
          <li className="inline-flex items-center gap-1.5">
            <i aria-hidden className="size-2 rounded-[2px] bg-chart-2" /> {total('started')} started
          </li>
          <li className="inline-flex items-center gap-1.5">
            <i aria-hidden className="size-2 rounded-[2px] bg-chart-1" /> {total('completed')} completed
          </li>
        </ul>
      }
    >
      {layouts.map((layout) => (
        <Bars key={layout.width} trends={trends} name={name} tips={tips} {...layout} />
      ))}
      <div className="mt-3">
        <Disclosure summary="As a table">
          <Table label={title} variant="plain" widths={[undefined, 120, 120]}>
            <TableHead>
              <Th>{unit === 'week' ? 'Week, UTC' : 'Day, UTC'}</Th>
              <Th num>Started</Th>
              <Th num>Completed</Th>
            </TableHead>
            <TableBody>
              {flow
                .map((bar, at) => ({ bar, day: days[at] }))
                .toReversed()
                .map(({ bar, day }) => (
                  <Tr key={bar.from}>
                    <Td>
                      {day}
                      {bar.current && <span className="text-meta">, not over yet</span>}
                    </Td>
                    <Td num>
                      <TextLink href={startedHref(bar.from, bar.to)}>{bar.started}</TextLink>
                    </Td>
                    <Td num>
                      <TextLink href={completedHref(bar.from, bar.to)}>{bar.completed}</TextLink>
                    </Td>
                  </Tr>
                ))}
            </TableBody>
          </Table>
        </Disclosure>
      </div>
    </Section>
  );
}

function Bars({
  trends: { flow, unit },
  name,
  tips,
  width,
  right,
  labels,
  className,
}: {
  trends: Trends;
  name: string;
  /** One for each bar. */
  tips: readonly string[];
  width: number;
  right: number;
  labels: number;
  className: string;
}) {
  const chart = layoutChart(
    flow.map(({ started, completed }) => [started, completed] as const),
    { right, bottom, top: 6 },
  );
  const labelEvery = Math.ceil(flow.length / labels);
  const last = flow.length - 1;
  /** One path for all bars of a series: a year has 53 weeks. */
  const pathOf = (series: 0 | 1, current: boolean) =>
    chart.bars
      .filter((_, at) => flow[at]?.current === current)
      .map(({ x, width: barWidth, gap, heights }) => {
        const barHeight = heights[series];
        return `M${x + series * (barWidth + gap)} ${bottom}v-${barHeight}h${barWidth}v${barHeight}z`;
      })
      .join('');
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={name}
      className={cx('block h-auto w-full overflow-visible', className)}
    >
      <path
        d={chart.lines.map(({ y }) => `M0 ${y}H${right}`).join('')}
        className="stroke-line-soft"
        shapeRendering="crispEdges"
      />
      {[false, true].map((current) => (
        <g key={String(current)} className={current ? 'opacity-50' : undefined}>
          <path d={pathOf(0, current)} className="fill-chart-2" />
          <path d={pathOf(1, current)} className="fill-chart-1" />
        </g>
      ))}
      <g className="fill-meta text-12">
        {chart.lines.map(({ value, y }) => (
          <text key={value} x={width} y={y + 4} textAnchor="end" className="tabular-nums">
            {value}
          </text>
        ))}
        {flow.map((bar, at) => {
          const position = chart.bars[at];
          const hasLabel = at === last || (at % labelEvery === 0 && last - at >= labelEvery * 0.75);
          if (!position || !hasLabel) return null;
          const second = position.x + position.width + position.gap;
          return (
            <text
              key={bar.from}
              x={at === 0 ? position.x : at === last ? second + position.width : second - position.gap / 2}
              y={177}
              textAnchor={at === 0 ? 'start' : at === last ? 'end' : 'middle'}
            >
              {at === last ? (unit === 'week' ? 'this week' : 'today') : formatDay(bar.from, false)}
            </text>
          );
        })}
      </g>
      {/* The whole slot has the tooltip, since some bars are very small. */}
      <g className="fill-transparent [&>:hover]:fill-ink [&>:hover]:opacity-5">
        {flow.map((bar, at) => (
          <rect
            key={bar.from}
            x={chart.bars[at]?.slotX}
            width={chart.bars[at]?.slotWidth}
            height={bottom}
            data-tip={tips[at]}
          />
        ))}
      </g>
    </svg>
  );
}
