'use client';

import type { Trends } from '@/lib/contract/overview';
import { Section } from '../shell/page';
import { cx } from '../ui/cx';
import { Disclosure } from '../ui/disclosure';
import { formatDay, formatDayRange } from '../ui/format-instant';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { flowLabels as labels, numbers } from './labels';
import { chartHeight, chartLabels, chooseCutLabels, layoutChart, slotWidth, type Shown } from './layout-chart';
import { completedHref, startedHref } from './overview-href';

/** The current day or week is pale because it is not complete. */
export function FlowChart({ trends }: { trends: Trends }) {
  const { flow, unit } = trends;
  const total = (key: 'started' | 'completed') => flow.reduce((sum, bar) => sum + bar[key], 0);
  const title = labels.title(unit);
  const name = labels.name(title, total('started'), total('completed'), formatDay(trends.from), unit);
  const days = flow.map(({ from, to }) => formatDayRange(from, to));
  const swatch = 'size-2 rounded-[2px]';
  return (
    <Section
      title={title}
      remark={
        <ul className="flex flex-wrap gap-x-3.5">
          <li className="inline-flex items-center gap-1.5">
            <i aria-hidden className={cx(swatch, 'bg-chart-2')} /> {labels.started(total('started'))}
          </li>
          <li className="inline-flex items-center gap-1.5">
            <i aria-hidden className={cx(swatch, 'bg-chart-1')} /> {labels.completed(total('completed'))}
          </li>
          <li>{labels.current[unit]}</li>
        </ul>
      }
    >
      <Chart
        flow={flow}
        name={name}
        tips={flow.map((bar, at) => labels.tip(days[at] ?? '', bar.started, bar.completed))}
      />
      <div className="mt-3">
        <Disclosure summary={labels.table}>
          <Table label={title} variant="plain" widths={[undefined, 96, 96]}>
            <TableHead>
              <Th>{labels.unit[unit]}</Th>
              <Th num>{labels.startedColumn}</Th>
              <Th num>{labels.completedColumn}</Th>
            </TableHead>
            <TableBody>
              {flow
                .map((bar, at) => ({ bar, day: days[at] }))
                .toReversed()
                .map(({ bar, day }) => (
                  <Tr key={bar.from}>
                    <Td>
                      {day}
                      {bar.current && <span className="text-meta">{labels.soFar}</span>}
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

/** The bars stretch with the page, the texts beside them do not. Labels are chosen by the width of the chart. */
function Chart({
  flow,
  name,
  tips,
}: {
  flow: Trends['flow'];
  name: string;
  /** One for each bar. */
  tips: readonly string[];
}) {
  const { bars, lines, isCut } = layoutChart(flow.map(({ started, completed }) => [started, completed] as const));
  const { ticks, months } = chartLabels(flow.map(({ from }) => from));
  const numbered = chooseCutLabels(bars);
  const width = flow.length * slotWidth;
  const centre = (at: number) => ({ left: `${(((at + 0.5) / flow.length) * 100).toFixed(2)}%` });
  /** One path for all bars of a series: a year has 53 weeks. */
  const pathOf = (series: 0 | 1, current: boolean) =>
    bars.map(({ paths }, at) => (flow[at]?.current === current ? paths[series] : '')).join('');
  return (
    <>
      <div role="img" aria-label={name} className="@container relative pe-9 pb-9 text-12 text-meta tabular-nums">
        <div className="relative" style={{ height: chartHeight }}>
          <svg
            viewBox={`0 0 ${width} ${chartHeight}`}
            preserveAspectRatio="none"
            className="absolute inset-0 block size-full"
          >
            <path
              d={lines.map(({ y }) => `M0 ${y}H${width}`).join('')}
              className="stroke-line-soft"
              vectorEffect="non-scaling-stroke"
              shapeRendering="crispEdges"
            />
            {[false, true].map((current) => (
              <g key={String(current)} className={current ? 'opacity-50' : undefined}>
                <path d={pathOf(0, current)} className="fill-chart-2" />
                <path d={pathOf(1, current)} className="fill-chart-1" />
              </g>
            ))}
            <path d={bars.flatMap(({ gaps }) => gaps).join('')} className="fill-canvas" />
            {/* The whole slot has the tooltip, since some bars are very small. */}
            <g className="fill-transparent [&>:hover]:fill-ink [&>:hover]:opacity-5">
              {bars.map(({ x }, at) => (
                <rect key={x} x={x} width={slotWidth} height={chartHeight} data-tip={tips[at]} />
              ))}
            </g>
          </svg>
          {bars.map(
            ({ x, cut }, at) =>
              numbered.has(at) && (
                <b
                  key={x}
                  className="absolute top-0 -translate-x-1/2 leading-4 whitespace-nowrap text-ink"
                  style={centre(at)}
                >
                  {cut.map((value) => numbers.format(value)).join(' / ')}
                </b>
              ),
          )}
          {lines.map(({ value, y }) => (
            <span key={value} className="absolute start-full ps-2 leading-4" style={{ top: y - 8 }}>
              {numbers.format(value)}
            </span>
          ))}
          {ticks.map(({ at, day, shown }) => (
            <span
              key={at}
              className={cx('absolute top-full -translate-x-1/2 pt-1 leading-4', visibility(shown))}
              style={centre(at)}
            >
              {new Date(day).getUTCDate()}
            </span>
          ))}
          {months.map(({ at, day, shown }) => (
            <span
              key={at}
              className={cx('absolute top-full -translate-x-1/2 pt-5 leading-4', visibility(shown))}
              style={centre(at)}
            >
              {formatDay(day, false).slice(-3)}
            </span>
          ))}
        </div>
      </div>
      {isCut && <p className="mt-1 text-12 text-meta">{labels.cut}</p>}
    </>
  );
}

/** The widths of the chart at which `plotWidths` are reached. */
function visibility([narrow, middle, wide]: Shown): string {
  return cx(
    !narrow && 'hidden',
    narrow !== middle && (middle ? '@[448px]:block' : '@[448px]:hidden'),
    middle !== wide && (wide ? '@[718px]:block' : '@[718px]:hidden'),
  );
}
