'use client';

import type { ImportCounts } from '@/lib/contract/imports';
import { Section } from '../shell/page';
import { StatusText } from '../status/status-text';
import { Num } from '../ui/number';
import { TextLink } from '../ui/text-link';
import { statusCountLabels as labels } from './labels';
import { statusHref } from './overview-href';

export function StatusCounts({ counts }: { counts: ImportCounts }) {
  return (
    <Section
      title={labels.title}
      ruled={false}
      remark={
        <TextLink href="/imports?gone=show" className="!text-meta">
          <Num value={counts.total} /> {labels.known}
        </TextLink>
      }
    >
      <ul className="border-t pt-1.5 text-13">
        {counts.byStatus.map(({ status, count }) => (
          <li key={status.text}>
            <TextLink
              href={statusHref(status.known ?? status.text)}
              className="-mx-2 flex items-center gap-2 rounded-1 px-2 py-1 !text-ink !no-underline hover:bg-hover max-md:min-h-11"
            >
              <span className="min-w-0 flex-1">
                <StatusText status={status} />
              </span>
              <span className="tabular-nums">
                <Num value={count} />
              </span>
            </TextLink>
          </li>
        ))}
        {counts.gone > 0 && (
          <li>
            <TextLink
              href="/imports?gone=only"
              className="-mx-2 flex items-center gap-2 rounded-1 px-2 py-1 !text-meta !no-underline hover:bg-hover max-md:min-h-11"
            >
              <span className="flex-1">{labels.gone}</span>
              <span className="tabular-nums">
                <Num value={counts.gone} />
              </span>
            </TextLink>
          </li>
        )}
      </ul>
    </Section>
  );
}
