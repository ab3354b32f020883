'use client';

import type { Environment } from '@/lib/contract/environment';
import type { ImportRow } from '@/lib/contract/imports';
import { useLookup } from '@/lib/query/use-lookup';
import type { Draft } from './draft';

export interface ExistingImportsState {
  /** The button waits for it: what exists is pointed out before a second is made. */
  checking: boolean;
  /** Of this customer and tool, or of a tool nobody told us. */
  imports: readonly ImportRow[];
  failed: boolean;
}

/** Asks the service what this customer has already. The sandbox answers any name with the same examples, so it is not asked. */
export function useExistingImports(environment: Environment, draft: Draft, active: boolean): ExistingImportsState {
  const enabled = active && environment === 'live';
  const lookup = useLookup(environment, enabled ? draft.username.trim() : '');
  if (!enabled) return { checking: false, imports: [], failed: false };
  const same = [draft.tool, draft.toolName].map((name) => name.toLowerCase());
  return {
    checking: lookup.isPending,
    failed: lookup.isError,
    imports: (lookup.data?.imports ?? []).filter(
      (row) => !row.gone && (row.tool === null || same.includes(row.tool.toLowerCase())),
    ),
  };
}
