'use client';

import type { QueueItem, QueueTab } from '@/lib/contract/sponsorship';
import { ChipButton } from '../ui/chip';
import { Icon } from '../ui/icon';
import { Num } from '../ui/number';
import { toggled } from '../ui/toggled';
import { queueFilterLabels } from './queue-labels';
import { filtersByTab, matchesFilter, type QueueSearch } from './queue-filter';

/** Filters that match nothing are hidden unless they are on. */
export function QueueFilterBar({
  items,
  tab,
  search,
  viewerId,
  onChange,
}: {
  tab: QueueTab;
  items: readonly QueueItem[];
  search: QueueSearch;
  viewerId: string;
  onChange: (search: QueueSearch) => void;
}) {
  const filtered = search.filters.length > 0 || search.q !== '';
  return (
    <div
      role="group"
      aria-label={queueFilterLabels.group}
      className="flex flex-wrap items-center gap-1.5 px-6 py-2.5 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none]"
    >
      <label className="relative inline-flex flex-none items-center">
        <span className="sr-only">{queueFilterLabels.searchName}</span>
        <Icon name="filter" size={14} className="pointer-events-none absolute start-2 text-meta" />
        <input
          type="search"
          value={search.q}
          placeholder={queueFilterLabels.searchPlaceholder}
          maxLength={200}
          onChange={(event) => onChange({ ...search, q: event.target.value })}
          className="h-6.5 w-44 rounded-1 max-md:w-52 border border-control bg-canvas ps-7 pe-2 text-12 text-ink max-md:h-11 max-md:text-16"
        />
      </label>
      {filtersByTab[tab].map((filter) => {
        const on = search.filters.includes(filter);
        const count = items.filter((item) => matchesFilter(item, filter, viewerId)).length;
        if (count === 0 && !on) return null;
        return (
          <ChipButton
            key={filter}
            on={on}
            count={<Num value={count} />}
            onClick={() => onChange({ ...search, filters: toggled(search.filters, filter) })}
          >
            {queueFilterLabels.filters[filter]}
          </ChipButton>
        );
      })}
      {filtered && (
        <ChipButton dashed onClick={() => onChange({ filters: [], q: '' })}>
          {queueFilterLabels.clearAll}
        </ChipButton>
      )}
    </div>
  );
}
