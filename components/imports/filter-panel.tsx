'use client';

import { useState, type ReactNode } from 'react';
import type { DecisionSummary } from '@/lib/contract/decisions';
import type { ImportCounts } from '@/lib/contract/imports';
import type { ListView } from '@/lib/contract/list-address';
import { Checkbox } from '../ui/checkbox';
import { Input } from '../ui/input';
import { SegmentedRadios } from '../ui/segmented';
import { Select } from '../ui/select';
import { decisionWords } from './decision-words';
import { goneWords, sortWords, warningsWords } from './filter-words';
import type { GoTo } from './use-list-address';

const decisions = Object.keys(decisionWords) as DecisionSummary[];
/** From this many values on, a list is searched rather than read. */
const many = 8;

/** What does not fit into a row of chips. Each choice takes effect at once, and stands in the address. */
export function FilterPanel({
  open,
  view,
  counts,
  go,
}: {
  open: boolean;
  view: ListView;
  counts: ImportCounts;
  go: GoTo;
}) {
  const toggle = <Name extends 'tool' | 'family' | 'decision' | 'createdBy'>(
    name: Name,
    value: ListView[Name][number],
  ) => {
    go((now) => {
      const values: readonly string[] = now[name];
      return { ...now, [name]: values.includes(value) ? values.filter((one) => one !== value) : [...values, value] };
    });
  };
  if (!open) return null;
  return (
    <div className="grid max-h-[min(70dvh,640px)] gap-4 overflow-y-auto p-4">
      <Group title="Order">
        <Select
          size="sm"
          aria-label="Order"
          value={`${view.sort} ${view.direction}`}
          onChange={(event) => {
            const [sort, direction] = event.currentTarget.value.split(' ');
            const found = sortWords.find(({ value }) => value === `${sort} ${direction}`);
            if (!found) return;
            const [by, way] = found.value.split(' ') as [ListView['sort'], ListView['direction']];
            go((now) => ({ ...now, sort: by, direction: way }));
          }}
        >
          {sortWords.map(({ value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      </Group>
      <Values
        title="From"
        values={counts.tools}
        chosen={view.tool}
        say={(tool) => tool}
        onToggle={(tool) => toggle('tool', tool)}
      />
      <Values
        title="Family"
        values={counts.families}
        chosen={view.family}
        say={(family) => family}
        onToggle={(family) => toggle('family', family)}
      />
      <Group title="Warnings">
        <Select
          size="sm"
          aria-label="Warnings"
          value={view.warnings}
          onChange={({ currentTarget }) => {
            const chosen = keyOf(warningsWords, currentTarget.value);
            if (chosen) go((now) => ({ ...now, warnings: chosen }));
          }}
        >
          {Object.entries(warningsWords).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      </Group>
      <Checkbox
        label="Stuck"
        hint="Longer in its status than nine in ten imports before it; a day, until twenty are known."
        checked={view.stuck}
        onChange={() => go((now) => ({ ...now, stuck: !now.stuck }))}
      />
      <Group title="No longer available at the service">
        <SegmentedRadios
          legend="No longer available at the service"
          name="gone"
          className="w-full"
          value={view.gone}
          onChange={(value) => {
            const gone = keyOf(goneWords, value);
            if (gone) go((now) => ({ ...now, gone }));
          }}
          options={[
            { value: 'hide', label: 'Hide' },
            { value: 'show', label: 'Show' },
            { value: 'only', label: 'Only these' },
          ]}
        />
      </Group>
      <Values
        title="Decision"
        values={decisions}
        chosen={view.decision}
        say={(decision) => decisionWords[decision].words}
        onToggle={(decision) => toggle('decision', decision)}
      />
      <Values
        title="Created by"
        values={counts.creators}
        chosen={view.createdBy}
        say={(who) => who}
        onToggle={(who) => toggle('createdBy', who)}
      />
    </div>
  );
}

function keyOf<T extends string>(words: Record<T, string>, value: string): T | undefined {
  return (Object.keys(words) as T[]).find((key) => key === value);
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1.5 text-12 font-normal text-meta">{title}</h3>
      {children}
    </div>
  );
}

function Values<T extends string>({
  title,
  values,
  chosen,
  say,
  onToggle,
}: {
  title: string;
  values: readonly T[];
  chosen: readonly T[];
  say: (value: T) => string;
  onToggle: (value: T) => void;
}) {
  const [typed, setTyped] = useState('');
  // What is chosen is offered too, also when no import has it any more.
  const all = [...new Set([...values, ...chosen])];
  if (all.length === 0) return null;
  const shown = all.filter((value) => say(value).toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <fieldset>
      <legend className="mb-1.5 text-12 text-meta">{title}</legend>
      {all.length > many && (
        <Input
          type="search"
          aria-label={`Search in ${title}`}
          placeholder={`Search ${all.length}`}
          className="mb-2 h-7! text-13"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className="grid max-h-44 gap-1.5 overflow-y-auto max-md:gap-3">
        {shown.map((value) => (
          <Checkbox
            key={value}
            label={<span className="[overflow-wrap:anywhere]">{say(value)}</span>}
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
          />
        ))}
        {shown.length === 0 && <p className="text-12 text-meta">Nothing by that name.</p>}
      </div>
    </fieldset>
  );
}
