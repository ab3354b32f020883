'use client';

import { useState } from 'react';
import type { ImportCounts } from '@/lib/contract/imports';
import { defaultListView, listHref, type ListView } from '@/lib/contract/list-view';
import { StatusIcon } from '../status/status-icon';
import { chipClasses, ChipLink } from '../ui/chip';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { Num } from '../ui/number';
import { toggled } from '../ui/toggled';
import { usePopup } from '../ui/use-popup';
import { formatDay, formatDayRange } from '../ui/format-instant';
import { decisionLabels, filterLabels, goneLabels, reachedLabels, warningsLabels } from './labels';
import { isFiltered } from './list-views';
import type { SetView } from './use-list-view';
import { useEnvironment } from '../ui/use-environment';
import { lazyComponent } from '../ui/lazy-component';

const FilterPanel = lazyComponent(() => import('./filter-panel').then((module) => module.FilterPanel));

/** All nine statuses with counts, regardless of the other filters. */
export function FilterChips({ view, counts, setView }: { view: ListView; counts: ImportCounts; setView: SetView }) {
  const environment = useEnvironment();
  const { open, triggerProps, popupProps } = usePopup();
  const [panelRequested, setPanelRequested] = useState(false);
  const href = (change: Partial<ListView>) => listHref({ ...view, ...change }, environment);
  return (
    <div
      role="group"
      aria-label={filterLabels.group}
      className="relative mt-3 flex flex-wrap gap-1.5 max-md:-mx-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none]"
    >
      {counts.byStatus.map(({ status, count }) => (
        <ChipLink
          key={status.text}
          on={view.status.includes(status.text)}
          icon={<StatusIcon status={status} />}
          count={<Num value={count} />}
          href={href({ status: toggled(view.status, status.text) })}
        >
          {status.text}
        </ChipLink>
      ))}
      {otherFilters(view).map(({ key, label, cleared }) => (
        <ChipLink key={key} on href={href(cleared)}>
          <span className="truncate">{label}</span>
          <Icon name="x" size={12} className="text-meta" />
          <span className="sr-only">{filterLabels.remove}</span>
        </ChipLink>
      ))}
      <button
        type="button"
        {...triggerProps}
        onClick={() => setPanelRequested(true)}
        className={chipClasses(false, true)}
      >
        <Icon name="filter" size={14} />
        {filterLabels.filter}
      </button>
      {isFiltered(view) && (
        <ChipLink href={listHref({ ...defaultListView, sort: view.sort, direction: view.direction }, environment)}>
          {filterLabels.clearAll}
        </ChipLink>
      )}
      <div {...popupProps} role="group" aria-label={filterLabels.more} className={cx(popupProps.className, 'w-80')}>
        {panelRequested && <FilterPanel open={open} view={view} counts={counts} setView={setView} />}
      </div>
    </div>
  );
}

/** Filters without a chip of their own. */
function otherFilters(view: ListView) {
  const valuesOf = <Name extends 'tool' | 'family' | 'decision' | 'createdBy' | 'tag'>(
    name: Name,
    labelOf: (value: ListView[Name][number]) => string,
  ) =>
    view[name].map((value) => ({
      key: `${name} ${value}`,
      label: labelOf(value),
      cleared: { [name]: view[name].filter((other) => other !== value) },
    }));
  const goneByDefault = view.q === '' ? 'hide' : 'show';
  const chips: (false | { key: string; label: string; cleared: Partial<ListView> })[] = [
    view.q !== '' && { key: 'q', label: `“${view.q}”`, cleared: { q: '', gone: defaultListView.gone } },
    ...valuesOf('tool', filterLabels.fromTool),
    ...valuesOf('family', filterLabels.ofFamily),
    ...valuesOf('decision', (decision) => decisionLabels[decision]),
    ...valuesOf('createdBy', filterLabels.createdByName),
    ...valuesOf('tag', filterLabels.tagged),
    view.warnings !== 'any' && {
      key: 'warnings',
      label: warningsLabels[view.warnings],
      cleared: { warnings: 'any' },
    },
    view.created !== undefined && {
      key: 'created',
      label: filterLabels.created(formatDays(view.created)),
      cleared: { created: undefined },
    },
    view.completed !== undefined && {
      key: 'completed',
      label: filterLabels.completed(formatDays(view.completed)),
      cleared: { completed: undefined },
    },
    view.reached !== undefined && {
      key: 'reached',
      label: reachedLabels[view.reached],
      cleared: { reached: undefined },
    },
    view.stuck && { key: 'stuck', label: filterLabels.stuck, cleared: { stuck: false } },
    view.gone !== goneByDefault && { key: 'gone', label: goneLabels[view.gone], cleared: { gone: goneByDefault } },
  ];
  return chips.filter((chip) => chip !== false);
}

/** Days in UTC: "24 Aug to 30 Aug 2026", "since 24 Aug 2026". */
function formatDays(range: string): string {
  const [from = '', to = ''] = range.split('..');
  if (Number.isNaN(Date.parse(from))) return range;
  if (to === '') return filterLabels.sinceDay(formatDay(from));
  return Number.isNaN(Date.parse(to)) ? range : formatDayRange(from, to);
}
