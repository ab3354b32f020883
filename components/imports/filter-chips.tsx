'use client';

import dynamic from 'next/dynamic';
import { useState, type ReactNode } from 'react';
import type { Environment } from '@/lib/contract/environment';
import type { ImportCounts } from '@/lib/contract/imports';
import { everything, listHref, type ListView } from '@/lib/contract/list-address';
import { StatusIcon } from '../status/status-icon';
import { chipClasses, ChipLink } from '../ui/chip';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { Num } from '../ui/number';
import { usePopup } from '../ui/use-popup';
import { decisionWords } from './decision-words';
import { goneWords, rangeWords, reachedWords, warningsWords } from './filter-words';
import { isNarrowed } from './list-views';
import type { GoTo } from './use-list-address';

const FilterPanel = dynamic(() => import('./filter-panel').then((module) => module.FilterPanel), { ssr: false });

/** The nine statuses with their counts, whatever else narrows the list, and the way to more. */
export function FilterChips({
  environment,
  view,
  counts,
  go,
}: {
  environment: Environment;
  view: ListView;
  counts: ImportCounts;
  go: GoTo;
}) {
  const { open, triggerProps, popupProps } = usePopup();
  const [wanted, setWanted] = useState(false);
  const href = (change: Partial<ListView>) => listHref({ ...view, ...change }, environment);
  return (
    <div
      role="group"
      aria-label="Filters"
      className="relative mt-3 flex flex-wrap gap-1.5 max-md:-mx-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none]"
    >
      {counts.byStatus.map(({ status, count }) => {
        const on = view.status.includes(status.text);
        return (
          <ChipLink
            key={status.text}
            on={on}
            icon={<StatusIcon status={status} />}
            count={<Num value={count} />}
            href={href({ status: toggled(view.status, status.text) })}
          >
            {status.text}
          </ChipLink>
        );
      })}
      {otherFilters(view).map(({ key, words, without }) => (
        <ChipLink key={key} on href={href(without)}>
          {words}
          <Icon name="x" size={12} className="text-meta" />
          <span className="sr-only">, remove this filter</span>
        </ChipLink>
      ))}
      <button
        type="button"
        {...triggerProps}
        onClick={() => setWanted(true)}
        className={cx(chipClasses(false, true), 'flex-none')}
      >
        <Icon name="filter" size={14} />
        Filter
      </button>
      {isNarrowed(view) && (
        <ChipLink href={listHref({ ...everything, sort: view.sort, direction: view.direction }, environment)}>
          Clear all
        </ChipLink>
      )}
      <div {...popupProps} role="group" aria-label="More filters" className={cx(popupProps.className, 'w-80')}>
        {wanted && <FilterPanel open={open} view={view} counts={counts} go={go} />}
      </div>
    </div>
  );
}

function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}

/** Everything but the statuses that have a chip of their own. */
function otherFilters(view: ListView): { key: string; words: ReactNode; without: Partial<ListView> }[] {
  const each = <Name extends 'tool' | 'family' | 'decision' | 'createdBy'>(
    name: Name,
    say: (value: ListView[Name][number]) => string,
  ) =>
    view[name].map((value) => ({
      key: `${name} ${value}`,
      words: say(value),
      without: { [name]: view[name].filter((one) => one !== value) },
    }));
  return [
    ...(view.q === '' ? [] : [{ key: 'q', words: `“${view.q}”`, without: { q: '', gone: everything.gone } }]),
    ...each('tool', (tool) => `From ${tool}`),
    ...each('family', (family) => `Family ${family}`),
    ...each('decision', (decision) => decisionWords[decision].words),
    ...each('createdBy', (who) => `Created by ${who}`),
    ...(view.warnings === 'any'
      ? []
      : [{ key: 'warnings', words: warningsWords[view.warnings], without: { warnings: 'any' as const } }]),
    ...(view.created === undefined
      ? []
      : [{ key: 'created', words: `Created ${rangeWords(view.created)}`, without: { created: undefined } }]),
    ...(view.completed === undefined
      ? []
      : [{ key: 'completed', words: `Completed ${rangeWords(view.completed)}`, without: { completed: undefined } }]),
    ...(view.reached === undefined
      ? []
      : [{ key: 'reached', words: reachedWords[view.reached], without: { reached: undefined } }]),
    ...(view.stuck ? [{ key: 'stuck', words: 'Stuck', without: { stuck: false } }] : []),
    ...(view.gone === (view.q === '' ? 'hide' : 'show')
      ? []
      : [
          {
            key: 'gone',
            words: goneWords[view.gone],
            without: { gone: view.q === '' ? ('hide' as const) : ('show' as const) },
          },
        ]),
  ];
}
