'use client';

import type { CSSProperties } from 'react';
import { timedStatuses, type Trends } from '@/lib/contract/overview';
import { Section } from '../shell/page';
import { ToolName } from '../ui/avatar';
import { formatDuration } from '../ui/format-duration';
import { None, Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { durationLabels as labels } from './labels';
import { durationShare } from './layout-chart';
import { toolHref, toolStatusHref } from './overview-href';

/** Bar: median. Tick: 90th percentile. All bars have one scale. */
export function StatusDurationTable({ trends }: { trends: Trends }) {
  const longestS = Math.max(1, ...trends.tools.flatMap(({ times }) => times.map((time) => time?.p90S ?? 0)));
  return (
    <Section title={labels.title} remark={labels.remark}>
      {trends.tools.length === 0 ? (
        <p className="border-t py-4 text-13 text-ink-2">{labels.none}</p>
      ) : (
        <Table
          label={labels.title}
          variant="plain"
          stack
          widths={[132, 56, ...timedStatuses.map(() => undefined)]}
          className="max-md:[&_tr]:gap-y-3! @max-[720px]:text-12"
        >
          <TableHead>
            <Th>{labels.tool}</Th>
            <Th num>{labels.imports}</Th>
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
                <Td label={labels.imports} num tone="meta">
                  <TextLink href={toolHref(tool, trends.from)} className="!text-ink-2">
                    {count}
                  </TextLink>
                </Td>
                {timedStatuses.map((status, at) => {
                  const time = times[at];
                  return (
                    <Td key={status} label={status} num className="!py-2 !ps-3 !pe-0 md:whitespace-nowrap">
                      {time ? (
                        <span
                          className="block"
                          data-tip={labels.tip(
                            formatDuration(time.medianS * 1000),
                            formatDuration(time.p90S * 1000),
                            time.count,
                          )}
                        >
                          <TextLink
                            href={toolStatusHref(tool, status)}
                            className="!text-ink"
                            aria-label={labels.cell(
                              tool,
                              status,
                              formatDuration(time.medianS * 1000),
                              formatDuration(time.p90S * 1000),
                            )}
                          >
                            {formatDuration(time.medianS * 1000)}
                          </TextLink>
                          <DurationBar
                            median={durationShare(time.medianS, longestS)}
                            p90={durationShare(time.p90S, longestS)}
                          />
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
