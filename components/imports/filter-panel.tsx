'use client';

import { useState, type ReactNode } from 'react';
import type { DecisionSummary } from '@/lib/contract/decisions';
import type { ImportCounts } from '@/lib/contract/imports';
import type { ListView } from '@/lib/contract/list-view';
import { Checkbox } from '../ui/checkbox';
import { Input } from '../ui/field';
import { optionsOf } from '../ui/options-of';
import { SegmentedRadios } from '../ui/segmented';
import { Select } from '../ui/select';
import { toggled } from '../ui/toggled';
import { factLabels } from '../import/labels';
import { decisionLabels, warningsLabels } from './labels';
import { filterPanelLabels, goneOptionLabels, sortLabels } from './on-demand-labels';
import type { SetView } from './use-list-view';

const decisions = Object.keys(decisionLabels) as DecisionSummary[];
const warningsOptions = optionsOf(warningsLabels);
const sortOptions = optionsOf(sortLabels);
const goneOptions = optionsOf(goneOptionLabels);
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
  const toggle = <Name extends 'tool' | 'family' | 'decision' | 'createdBy' | 'tag'>(
    name: Name,
    value: ListView[Name][number],
  ) => setView((current) => ({ ...current, [name]: toggled<string>(current[name], value) }));
  if (!open) return null;
  return (
    <div className="grid max-h-[min(70dvh,640px)] gap-4 overflow-y-auto p-4">
      <FilterGroup title={filterPanelLabels.order}>
        <Select
          size="sm"
          aria-label={filterPanelLabels.order}
          value={`${view.sort} ${view.direction}`}
          options={sortOptions}
          onChange={(value) => {
            const [sort, direction] = value.split(' ') as [ListView['sort'], ListView['direction']];
            setView((current) => ({ ...current, sort, direction }));
          }}
        />
      </FilterGroup>
      <ValueFilter
        title={filterPanelLabels.from}
        values={counts.tools}
        chosen={view.tool}
        onToggle={(tool) => toggle('tool', tool)}
      />
      <ValueFilter
        title={filterPanelLabels.family}
        values={counts.families}
        chosen={view.family}
        onToggle={(family) => toggle('family', family)}
      />
      <ValueFilter
        title={filterPanelLabels.tags}
        values={counts.tags}
        chosen={view.tag}
        onToggle={(tag) => toggle('tag', tag)}
      />
      <FilterGroup title={filterPanelLabels.warnings}>
        <Select
          size="sm"
          aria-label={filterPanelLabels.warnings}
          value={view.warnings}
          options={warningsOptions}
          onChange={(warnings) => setView((current) => ({ ...current, warnings }))}
        />
      </FilterGroup>
      <Checkbox
        label={filterPanelLabels.stuck}
        hint={filterPanelLabels.stuckHint}
        checked={view.stuck}
        onChange={() => setView((current) => ({ ...current, stuck: !current.stuck }))}
      />
      <FilterGroup title={filterPanelLabels.gone}>
        <SegmentedRadios
          legend={filterPanelLabels.gone}
          name="gone"
          className="w-full"
          value={view.gone}
          onChange={(gone) => setView((current) => ({ ...current, gone }))}
          options={goneOptions}
        />
      </FilterGroup>
      <ValueFilter
        title={filterPanelLabels.decision}
        values={decisions}
        chosen={view.decision}
        labelOf={(decision) => decisionLabels[decision]}
        onToggle={(decision) => toggle('decision', decision)}
      />
      <ValueFilter
        title={filterPanelLabels.createdBy}
        values={counts.creators}
        chosen={view.createdBy}
        labelOf={factLabels.creator}
        onToggle={(name) => toggle('createdBy', name)}
      />
    </div>
  );
}

function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1.5 text-12 text-meta">{title}</p>
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
          aria-label={filterPanelLabels.search(title)}
          placeholder={filterPanelLabels.searchCount(all.length)}
          className="mb-2 md:h-7! md:text-13"
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
        {shown.length === 0 && <p className="text-12 text-meta">{filterPanelLabels.noMatch}</p>}
      </div>
    </fieldset>
  );
}
