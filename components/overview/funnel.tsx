'use client';

import { funnelSteps, type Trends } from '@/lib/contract/overview';
import { Section } from '../shell/page';
import { formatDay } from '../ui/format-instant';
import { Num } from '../ui/number';
import { TextLink } from '../ui/text-link';
import { funnelLabels as labels } from './labels';
import { reachedHref } from './overview-href';

/** Counts every import that ever reached the stage. */
export function Funnel({ trends }: { trends: Trends }) {
  const { funnel, from } = trends;
  return (
    <Section title={labels.title} remark={labels.remark}>
      <ol className="border-t pt-2 text-13">
        {funnelSteps.map((step, at) => {
          const before = at === 0 ? null : funnel[funnelSteps[at - 1] ?? 'created'];
          const share = before === null || before === 0 ? null : Math.round((funnel[step] / before) * 100);
          return (
            <li
              key={step}
              className="grid grid-cols-[minmax(0,1fr)_48px_56px] py-1.25"
              data-tip={labels.steps[step].description}
            >
              <span>{labels.steps[step].label}</span>
              <span className="text-end text-meta tabular-nums">{share !== null && `${share}%`}</span>
              <TextLink
                href={reachedHref(from, step)}
                className="text-end !text-ink tabular-nums"
                aria-label={labels.open(labels.steps[step].label, funnel[step])}
              >
                <Num value={funnel[step]} />
              </TextLink>
              <svg
                viewBox="0 0 100 4"
                preserveAspectRatio="none"
                aria-hidden
                className="col-span-full mt-1 block h-1 w-full"
              >
                <rect width={100} height={4} rx={1} className="fill-press" />
                <rect
                  width={funnel.created === 0 ? 0 : (funnel[step] / funnel.created) * 100}
                  height={4}
                  rx={1}
                  className="fill-chart-1"
                />
              </svg>
            </li>
          );
        })}
      </ol>
      <p className="mt-2 text-12 text-meta">{labels.since(formatDay(from))}</p>
    </Section>
  );
}
