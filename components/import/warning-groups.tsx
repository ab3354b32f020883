'use client';

import { useDeferredValue, useMemo, useState } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { encodeImportId } from '@/lib/contract/import-id';
import type { ImportDetail } from '@/lib/contract/imports';
import type { StaffRule } from '@/lib/contract/staff-rule';
import { Section } from '../shell/page';
import { Icon } from '../ui/icon';
import { Input } from '../ui/field';
import { LinkButton } from '../ui/link-button';
import { Num } from '../ui/number';
import { Explanation } from '../warnings/explanation';
import { SeverityBadge } from '../warnings/severity-badge';
import { groupWarnings, type WarningGroup } from './group-warnings';
import { warningGroupLabels } from './on-demand-labels';

const initialCount = 3;
const pageSize = 100;
const searchThreshold = 8;

export function WarningGroups({ detail }: { detail: ImportDetail }) {
  const { warnings, warningRules, row } = detail;
  const [search, setSearch] = useState('');
  const deferredSearch = useDeferredValue(search);
  const all = useMemo(() => groupWarnings(warnings, warningRules), [warnings, warningRules]);
  const groups = useMemo(
    () => (deferredSearch === '' ? all : groupWarnings(warnings, warningRules, { search: deferredSearch })),
    [all, warnings, warningRules, deferredSearch],
  );
  const kinds = all.length;
  const found = groups.reduce((sum, group) => sum + group.warnings.length, 0);
  const largest = groups.reduce((most, group) => Math.max(most, group.warnings.length), 1);
  const showItemType = groups.some(({ itemType }) => itemType !== null);
  return (
    <Section
      title={warningGroupLabels.title}
      className="mt-6"
      count={
        <>
          <Num value={warnings.length} /> {warningGroupLabels.inKinds(kinds)}
        </>
      }
      remark={warningGroupLabels.remark}
    >
      <div className="mb-2 flex flex-wrap items-center gap-2">
        {warnings.length >= searchThreshold && (
          <span className="relative min-w-48 flex-1">
            <Icon name="search" size={14} className="absolute start-2.5 top-1/2 -translate-y-1/2 text-meta" />
            <Input
              type="search"
              aria-label={warningGroupLabels.search}
              placeholder={warningGroupLabels.search}
              className="!h-7 ps-8 !text-13 max-md:!h-10"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </span>
        )}
        <LinkButton
          href={envHref(`/api/imports/${encodeImportId(row.id)}/warnings`, row.environment)}
          plain
          download
          icon="download"
          size="sm"
          className="ms-auto"
        >
          {warningGroupLabels.download}
        </LinkButton>
      </div>
      <p role="status" className={deferredSearch === '' ? 'sr-only' : 'mb-2 text-12 text-meta'}>
        {deferredSearch !== '' &&
          (found === 0 ? warningGroupLabels.noMatch : warningGroupLabels.found(found, warnings.length))}
      </p>
      <ul className="border-t text-13">
        {groups.map((group, at) => (
          <Group
            key={group.key}
            group={group}
            share={group.warnings.length / largest}
            open={at === 0 || deferredSearch !== ''}
            showItemType={showItemType}
          />
        ))}
      </ul>
    </Section>
  );
}

function Group({
  group,
  share,
  open,
  showItemType,
}: {
  group: WarningGroup<StaffRule>;
  share: number;
  open: boolean;
  showItemType: boolean;
}) {
  const [shown, setShown] = useState(initialCount);
  const left = group.warnings.length - shown;
  return (
    <li className="border-b border-b-line-soft">
      {/* The key resets a group that was closed by hand when a search opens it. */}
      <details key={String(open)} open={open} className="group/warnings">
        <summary className="grid list-none grid-cols-[16px_minmax(0,1fr)_112px_160px_48px] items-start py-1.5 max-md:min-h-10 max-md:grid-cols-[16px_minmax(0,1fr)_48px] max-md:items-center [&::-webkit-details-marker]:hidden">
          <Icon
            name="right"
            size={12}
            className="mt-1 text-meta transition-transform group-open/warnings:rotate-90 max-md:mt-0"
          />
          <span className="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-1 pe-3">
            <span className="min-w-0 [overflow-wrap:anywhere]">{group.title}</span>
            {group.rule && <SeverityBadge severity={group.rule.severity} />}
          </span>
          <span className="text-meta max-md:hidden">
            {showItemType && (group.itemType ?? warningGroupLabels.unknownType)}
          </span>
          <span aria-hidden className="mt-2 block max-md:hidden">
            <span className="block h-1 rounded-[1px] bg-chart-2" style={{ width: `${Math.max(3, share * 95)}%` }} />
          </span>
          <span className="text-end tabular-nums">
            <Num value={group.warnings.length} />
          </span>
        </summary>
        {group.rule && <Explanation {...group.rule} className="max-w-[680px] ps-4 pb-2" />}
        <ul className="ps-4 pb-2">
          {group.warnings.slice(0, shown).map((warning, at) => (
            <li key={at} className="flex gap-4 py-0.5 text-12 leading-5 text-ink-2 max-md:gap-3">
              {warning.item !== null && (
                <span className="mono w-26 flex-none leading-5 [overflow-wrap:anywhere]">{warning.item}</span>
              )}
              <span className="min-w-0 [overflow-wrap:anywhere]">{warning.text}</span>
            </li>
          ))}
          {left > 0 && (
            <li>
              <button
                type="button"
                onClick={() => setShown(shown + pageSize)}
                className="h-6 rounded-1 text-12 text-accent hover:underline max-md:h-10"
              >
                {warningGroupLabels.showMore(Math.min(left, pageSize))}
              </button>
            </li>
          )}
        </ul>
      </details>
    </li>
  );
}
