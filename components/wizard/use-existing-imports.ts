'use client';

import type { ImportRow } from '@/lib/contract/imports';
import { useLookup } from '@/lib/query/use-lookup';
import type { Draft } from './draft';
import { useEnvironment } from '../ui/use-environment';

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
  const lookup = useLookup(environment, enabled ? draft.username.trim() : '');
  if (!enabled) return { checking: false, imports: [], failed: false };
  const toolNames = [draft.tool, draft.toolName].map((name) => name.toLowerCase());
  return {
    checking: lookup.isPending,
    failed: lookup.isError,
    imports: (lookup.data?.imports ?? []).filter(
      (row) => !row.gone && (row.tool === null || toolNames.includes(row.tool.toLowerCase())),
    ),
  };
}
