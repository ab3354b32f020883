'use client';

import { useState } from 'react';
import type { Tool } from '@/lib/contract/tools';
import { problemOf } from '../ui/problem-notice';
import { useTools } from '@/lib/query/use-create-import';
import { Monogram } from '../ui/avatar';
import { Button } from '../ui/button';
import { cx } from '../ui/cx';
import { ErrorState } from '../ui/empty-state';
import { TextField } from '../ui/field';
import { Notice } from '../ui/notice';
import { RadioCards } from '../ui/radio-cards';
import { SelectField } from '../ui/select';
import { LoadingNote, Skeleton } from '../ui/skeleton';
import type { StepProps } from './draft';
import { useEnvironment } from '../ui/use-environment';

export function ToolStep({
  families,
  recentTools,
  draft,
  errorsOf,
  onChange,
  onNext,
}: StepProps & {
  families: readonly string[];
  /** Newest first. */
  recentTools: readonly string[];
  onNext: () => void;
}) {
  const [query, setQuery] = useState('');
  const tools = useTools(useEnvironment(), draft.family);
  const allFamilies = [...new Set([...families, ...(tools.data?.families ?? [])])];
  const needle = query.trim().toLowerCase();
  const shown = recentFirst(tools.data?.tools ?? [], recentTools).filter(
    (tool) => tool.name.toLowerCase().includes(needle) || (tool.slug ?? '').toLowerCase().includes(needle),
  );
  const familyErrors = errorsOf('family');
  const offersFamily = allFamilies.length > 0 || familyErrors.length > 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const only = shown.length === 1 ? shown[0] : undefined;
        if (draft.tool === '' && only) onChange({ tool: only.value, toolName: only.name });
        if (draft.tool !== '' || only) onNext();
      }}
    >
      <div className={cx('grid gap-4', offersFamily && 'md:grid-cols-[minmax(0,1fr)_240px]')}>
        <TextField
          label="Source tool"
          error={errorsOf('source_tool')}
          type="search"
          value={query}
          placeholder="Search tools"
          onChange={(event) => setQuery(event.target.value)}
        />
        {offersFamily && (
          <SelectField
            label="Family"
            optional
            error={familyErrors}
            value={draft.family}
            options={[{ value: '', label: 'Any' }, ...allFamilies.map((family) => ({ value: family, label: family }))]}
            onChange={(family) => onChange({ family, tool: '', toolName: '' })}
          />
        )}
      </div>
      {tools.data?.stale === true && (
        <Notice tone="turn" title="The service cannot be reached right now." className="mt-4">
          This is the list of tools from the last time it answered.
        </Notice>
      )}
      {/* Fixed height, so nothing moves while tools load. */}
      <div className="-mx-1 mt-4 h-80 overflow-y-auto overscroll-contain px-1 py-0.5 [&_input]:scroll-mb-32">
        {tools.isPending ? (
          <div className="grid grid-cols-4 gap-2 max-md:grid-cols-2">
            <LoadingNote>Loading tools</LoadingNote>
            {Array.from({ length: 12 }, (_, index) => (
              <Skeleton key={index} className="h-11" />
            ))}
          </div>
        ) : tools.error !== null ? (
          <ErrorState
            title="The tools could not be loaded"
            requestId={problemOf(tools.error)?.requestId}
            actions={<Button onClick={() => void tools.refetch()}>Try again</Button>}
          >
            {tools.error.message}
          </ErrorState>
        ) : shown.length === 0 ? (
          <p className="text-13 text-ink-2">No tool is called “{query}”.</p>
        ) : (
          <RadioCards
            name="source_tool"
            legend="Source tool"
            value={draft.tool}
            onChange={(value) =>
              onChange({ tool: value, toolName: shown.find((tool) => tool.value === value)?.name ?? value })
            }
            options={shown.map((tool) => ({
              value: tool.value,
              label: tool.name,
              mark: <Monogram name={tool.name} />,
              ...(recentTools.includes(tool.value) && { hint: 'used recently' }),
            }))}
          />
        )}
      </div>
      <div className="sticky bottom-0 mt-4 flex items-center gap-4 border-t bg-canvas py-3 max-md:bottom-rail-phone">
        <Button type="submit" variant="primary" disabled={draft.tool === '' && shown.length !== 1}>
          Continue
        </Button>
        {draft.tool !== '' && (
          <p className="min-w-0 truncate text-13 text-ink-2">from {draft.toolName || draft.tool}</p>
        )}
      </div>
    </form>
  );
}

/** The service's order, with recent choices first. */
function recentFirst(tools: readonly Tool[], recent: readonly string[]): Tool[] {
  const rank = (tool: Tool) => {
    const at = recent.indexOf(tool.value);
    return at === -1 ? recent.length : at;
  };
  return [...tools].sort((a, b) => rank(a) - rank(b));
}
