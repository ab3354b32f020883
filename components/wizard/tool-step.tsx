'use client';

import { useState } from 'react';
import type { Tool } from '@/lib/contract/tools';
import { problemOf } from '../ui/problem-notice';
import { useTools } from '@/lib/query/use-create-import';
import { ToolMark } from '../ui/avatar';
import { Button } from '../ui/button';
import { cx } from '../ui/cx';
import { ErrorState } from '../ui/empty-state';
import { TextField } from '../ui/field';
import { Notice } from '../ui/notice';
import { RadioCards, radioCardsGrid } from '../ui/radio-cards';
import { SelectField } from '../ui/select';
import { LoadingNote, Skeleton } from '../ui/skeleton';
import { useEnvironment } from '../ui/use-environment';
import { useFormErrors } from '../ui/use-form-errors';
import type { StepProps } from './draft';
import { fieldLabels, toolStepLabels as labels, wizardLabels } from './labels';
import { useStepFocus } from './use-step-focus';

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
  const only = shown.length === 1 ? shown[0] : undefined;
  const chosenName = only?.name ?? (draft.toolName || draft.tool);
  const { errors, formProps } = useFormErrors({
    check: () => ({ tool: draft.tool === '' && !only ? labels.chooseTool : undefined }),
    onValid: () => {
      if (only) onChange({ tool: only.value, toolName: only.name });
      onNext();
    },
  });
  useStepFocus(formProps.ref);
  const familyErrors = errorsOf('family');
  const offersFamily = allFamilies.length > 0 || familyErrors.length > 0;
  return (
    <form {...formProps}>
      <div className={cx('grid gap-4', offersFamily && 'md:grid-cols-[minmax(0,1fr)_200px]')}>
        <TextField
          label={fieldLabels.tool}
          error={[...(errors.tool !== undefined && draft.tool === '' ? [errors.tool] : []), ...errorsOf('source_tool')]}
          type="search"
          value={query}
          placeholder={labels.search}
          onChange={(event) => setQuery(event.target.value)}
          data-autofocus
        />
        {offersFamily && (
          <SelectField
            label={fieldLabels.family}
            optional
            error={familyErrors}
            value={draft.family}
            options={[
              { value: '', label: labels.anyFamily },
              ...allFamilies.map((family) => ({ value: family, label: family })),
            ]}
            onChange={(family) => onChange({ family, tool: '', toolName: '' })}
          />
        )}
      </div>
      {tools.data?.stale === true && (
        <Notice tone="turn" title={labels.stale.title} className="mt-4">
          {labels.stale.detail}
        </Notice>
      )}
      {/* The buttons stay in place while tools load and while a search shortens the list. */}
      <div className="mt-4 min-h-80 [&_input]:scroll-mb-32">
        {tools.isPending ? (
          <div className={radioCardsGrid}>
            <LoadingNote>{labels.loading}</LoadingNote>
            {Array.from({ length: 48 }, (_, index) => (
              <Skeleton key={index} className="h-12" />
            ))}
          </div>
        ) : tools.error !== null ? (
          <ErrorState
            title={labels.failed}
            requestId={problemOf(tools.error)?.requestId}
            actions={<Button onClick={() => void tools.refetch()}>{labels.tryAgain}</Button>}
          >
            {tools.error.message}
          </ErrorState>
        ) : shown.length === 0 ? (
          <p className="text-13 [overflow-wrap:anywhere] text-ink-2">{labels.noMatch(query)}</p>
        ) : (
          <RadioCards
            name="source_tool"
            legend={fieldLabels.tool}
            value={draft.tool}
            onChange={(value) =>
              onChange({ tool: value, toolName: shown.find((tool) => tool.value === value)?.name ?? value })
            }
            options={shown.map((tool) => ({
              value: tool.value,
              label: tool.name,
              mark: <ToolMark name={tool.name} className="size-6 text-11" />,
              ...(recentTools.includes(tool.value) && { hint: labels.recent }),
            }))}
          />
        )}
      </div>
      <div className="sticky bottom-0 mt-4 flex items-center gap-4 border-t bg-canvas py-3 max-md:bottom-rail-phone">
        <Button type="submit" variant="primary">
          {wizardLabels.continue}
        </Button>
        {chosenName !== '' && <p className="min-w-0 truncate text-13 text-ink-2">{labels.chosen(chosenName)}</p>}
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
