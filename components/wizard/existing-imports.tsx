'use client';

import type { ImportRow } from '@/lib/contract/imports';
import { useLookup } from '@/lib/query/use-imports';
import { importHref } from '../import/import-href';
import { CustomerLink } from '../shell/customer-link';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';
import { useEnvironment } from '../ui/use-environment';
import type { Draft } from './draft';
import { existingImportsLabels as labels } from './labels';

const maxShown = 5;

export function ExistingImports({ existing, draft }: { existing: ExistingImportsState; draft: Draft }) {
  if (existing.failed) {
    return (
      <Notice tone="turn" title={labels.notChecked} live>
        {labels.notCheckedDetail}
      </Notice>
    );
  }
  const { imports } = existing;
  if (imports.length === 0) return null;
  const withTool = imports.some((row) => row.tool !== null);
  return (
    <Notice tone="turn" title={withTool ? labels.withTool(draft.toolName || draft.tool) : labels.unknownTool} live>
      <ul className="mt-1 grid gap-1">
        {imports.slice(0, maxShown).map((row) => (
          <li key={row.id}>
            <TextLink href={importHref(row.id)}>{labels.import(row.id)}</TextLink>
            {labels.status(row.status?.text, row.tool !== null)}
          </li>
        ))}
        <li>
          <CustomerLink username={draft.username.trim()} className="text-accent">
            {labels.all}
          </CustomerLink>
        </li>
      </ul>
      <p className="mt-2">{labels.advice}</p>
    </Notice>
  );
}

export interface ExistingImportsState {
  /** The button waits, so that existing imports are shown before a second one is created. */
  checking: boolean;
  /** Imports of this customer and tool, or of an unknown tool. */
  imports: readonly ImportRow[];
  failed: boolean;
}

/** Looks up existing imports. Skips the sandbox, which returns the same examples for every username. */
export function useExistingImports(draft: Draft, active: boolean): ExistingImportsState {
  const environment = useEnvironment();
  const enabled = active && environment === 'live';
  const lookup = useLookup(environment, enabled ? draft.username.trim() : '', 0);
  if (!enabled) return { checking: false, imports: [], failed: false };
  const toolNames = [draft.tool, draft.toolName].map((name) => name.toLowerCase());
  return {
    checking: lookup.isPending || lookup.isFetching,
    failed: lookup.isError,
    imports: (lookup.data?.imports ?? []).filter(
      (row) => !row.gone && (row.tool === null || toolNames.includes(row.tool.toLowerCase())),
    ),
  };
}
