'use client';

import type { CSSProperties } from 'react';
import { timedStatuses, type Trends } from '@/lib/contract/overview';
import { Section } from '../shell/page';
import { ToolName } from '../ui/avatar';
import { formatDuration } from '../ui/format-duration';
import { None, Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { toolHref, toolStatusHref } from './overview-href';

/** Bar: median. Tick: 90th percentile. Each column has its own scale. */
export function StatusDurationTable({ trends }: { trends: Trends }) {
  const title = 'Time in each status, by source tool';
  const scales = timedStatuses.map((_, at) => Math.max(1, ...trends.tools.map(({ times }) => times[at]?.p90S ?? 0)));
  return (
    <Section title={title} remark="Bar: median. Tick: nine in ten are faster.">
      {trends.tools.length === 0 ? (
        <p className="border-t py-4 text-13 text-ink-2">
          No import of this period has a source tool we know. The service does not tell it; imports made here have one,
          and agents can fill it in.
        </p>
      ) : (
        <Table
          label={title}
          scrollLabel="Table of times by source tool"
          variant="plain"
          widths={[144, 64, ...timedStatuses.map(() => undefined)]}
          className="min-w-[760px]"
        >
          <TableHead>
            <Th>From</Th>
            <Th num>Imports</Th>
            {timedStatuses.map((status) => (
              <Th key={status} num className="!ps-3 !pe-0">
                {status}
              </Th>
            ))}
          </TableHead>
          <TableBody>
            {trends.tools.map(({ tool, count, times }) => (
              <Tr key={tool}>
                <Td className="!py-2">
                  <ToolName name={tool} />
                </Td>
                <Td num tone="meta">
                  <TextLink href={toolHref(tool, trends.from)} className="!text-ink-2">
                    {count}
                  </TextLink>
                </Td>
                {timedStatuses.map((status, at) => {
                  const time = times[at];
                  return (
                    <Td key={status} num className="!py-2 !ps-3 !pe-0">
                      {time ? (
                        <span
                          className="block"
                          data-tip={`Median ${formatDuration(time.medianS * 1000)}, nine in ten within ${formatDuration(time.p90S * 1000)}, of the latest ${time.count}`}
                        >
                          <TextLink
                            href={toolStatusHref(tool, status)}
                            className="!text-ink"
                            aria-label={`${tool}, ${status}: median ${formatDuration(time.medianS * 1000)}, nine in ten within ${formatDuration(time.p90S * 1000)}. Open those in it now`}
                          >
                            {formatDuration(time.medianS * 1000)}
                          </TextLink>
                          <DurationBar median={time.medianS / (scales[at] ?? 1)} p90={time.p90S / (scales[at] ?? 1)} />
                        </span>
                      ) : (
                        <None />
                      )}
                    </Td>
                  );
                })}
              </Tr>
            ))}
          </TableBody>
        </Table>
      )}
    </Section>
  );
}

/** One element: drawn as an SVG, the bars of a full table are more elements than the rest of the page. */
function DurationBar({ median, p90 }: { median: number; p90: number }) {
  const toPercent = (share: number) => `${Math.round(Math.min(98, Math.max(1, share * 98)))}%`;
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--median': toPercent(median),
    '--p90': toPercent(p90),
  };
  return <span aria-hidden className="duration-bar" style={style} />;
}
