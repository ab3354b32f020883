'use client';

import { useState, type ReactNode } from 'react';
import type { DecisionSummary } from '@/lib/contract/decisions';
import type { ImportCounts } from '@/lib/contract/imports';
import type { ListView } from '@/lib/contract/list-view';
import { Checkbox } from '../ui/checkbox';
import { Input } from '../ui/field';
import { SegmentedRadios } from '../ui/segmented';
import { Select } from '../ui/select';
import { decisionLabels } from './decision-text';
import { sortOptions, warningsLabels } from './filter-labels';
import { toggled } from './list-views';
import type { SetView } from './use-list-view';

const decisions = Object.keys(decisionLabels) as DecisionSummary[];
const warningsOptions = (['any', 'some', 'none', 'many'] as const).map((value) => ({
  value,
  label: warningsLabels[value],
}));
/** Longer lists get a search field. */
const searchThreshold = 8;

/** Filters that do not fit into the chip row. Each choice applies at once and goes into the URL. */
export function FilterPanel({
  open,
  view,
  counts,
  setView,
}: {
  open: boolean;
  view: ListView;
  counts: ImportCounts;
  setView: SetView;
}) {
  const toggle = <Name extends 'tool' | 'family' | 'decision' | 'createdBy'>(
    name: Name,
    value: ListView[Name][number],
  ) => setView((current) => ({ ...current, [name]: toggled<string>(current[name], value) }));
  if (!open) return null;
  return (
    <div className="grid max-h-[min(70dvh,640px)] gap-4 overflow-y-auto p-4">
      <FilterGroup title="Order">
        <Select
          size="sm"
          aria-label="Order"
          value={`${view.sort} ${view.direction}`}
          options={sortOptions}
          onChange={(value) => {
            const [sort, direction] = value.split(' ') as [ListView['sort'], ListView['direction']];
            setView((current) => ({ ...current, sort, direction }));
          }}
        />
      </FilterGroup>
      <ValueFilter title="From" values={counts.tools} chosen={view.tool} onToggle={(tool) => toggle('tool', tool)} />
      <ValueFilter
        title="Family"
        values={counts.families}
        chosen={view.family}
        onToggle={(family) => toggle('family', family)}
      />
      <FilterGroup title="Warnings">
        <Select
          size="sm"
          aria-label="Warnings"
          value={view.warnings}
          options={warningsOptions}
          onChange={(warnings) => setView((current) => ({ ...current, warnings }))}
        />
      </FilterGroup>
      <Checkbox
        label="Stuck"
        hint="Longer in its status than nine in ten imports before it; a day, until twenty are known."
        checked={view.stuck}
        onChange={() => setView((current) => ({ ...current, stuck: !current.stuck }))}
      />
      <FilterGroup title="No longer available at the service">
        <SegmentedRadios
          legend="No longer available at the service"
          name="gone"
          className="w-full"
          value={view.gone}
          onChange={(gone) => setView((current) => ({ ...current, gone }))}
          options={[
            { value: 'hide', label: 'Hide' },
            { value: 'show', label: 'Show' },
            { value: 'only', label: 'Only these' },
          ]}
        />
      </FilterGroup>
      <ValueFilter
        title="Decision"
        values={decisions}
        chosen={view.decision}
        labelOf={(decision) => decisionLabels[decision].label}
        onToggle={(decision) => toggle('decision', decision)}
      />
      <ValueFilter
        title="Created by"
        values={counts.creators}
        chosen={view.createdBy}
        onToggle={(name) => toggle('createdBy', name)}
      />
    </div>
  );
}

function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1.5 text-12 font-normal text-meta">{title}</h3>
      {children}
    </div>
  );
}

function ValueFilter<T extends string>({
  title,
  values,
  chosen,
  labelOf = (value) => value,
  onToggle,
}: {
  title: string;
  values: readonly T[];
  chosen: readonly T[];
  labelOf?: (value: T) => string;
  onToggle: (value: T) => void;
}) {
  const [query, setQuery] = useState('');
  // Keep chosen values in the list even if no import has them any more.
  const all = [...new Set([...values, ...chosen])];
  if (all.length === 0) return null;
  const shown = all.filter((value) => labelOf(value).toLowerCase().includes(query.trim().toLowerCase()));
  return (
    <fieldset>
      <legend className="mb-1.5 text-12 text-meta">{title}</legend>
      {all.length > searchThreshold && (
        <Input
          type="search"
          aria-label={`Search in ${title}`}
          placeholder={`Search ${all.length}`}
          className="mb-2 h-7! text-13"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      <div className="grid max-h-44 gap-1.5 overflow-y-auto max-md:gap-3">
        {shown.map((value) => (
          <Checkbox
            key={value}
            label={<span className="[overflow-wrap:anywhere]">{labelOf(value)}</span>}
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
          />
        ))}
        {shown.length === 0 && <p className="text-12 text-meta">Nothing by that name.</p>}
      </div>
    </fieldset>
  );
}
