'use client';

import type { ImportRow } from '@/lib/contract/imports';
import { useLookup } from '@/lib/query/use-imports';
import { importHref } from '../import/import-href';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';
import { useEnvironment } from '../ui/use-environment';
import type { Draft } from './draft';

const maxShown = 5;

export function ExistingImports({ existing, toolName }: { existing: ExistingImportsState; toolName: string }) {
  if (existing.failed) {
    return (
      <Notice tone="turn" title="Not checked." live>
        The service could not be asked whether this customer has an import already.
      </Notice>
    );
  }
  const { imports } = existing;
  if (imports.length === 0) return null;
  const withTool = imports.filter((row) => row.tool !== null).length;
  return (
    <Notice
      tone="turn"
      title={
        withTool > 0
          ? `This customer already has an import from ${toolName}`
          : 'This customer already has imports from an unknown tool'
      }
      live
    >
      <ul className="mt-1 grid gap-1">
        {imports.slice(0, maxShown).map((row) => (
          <li key={row.id}>
            <TextLink href={importHref(row.id)}>{`Import ${row.id}`}</TextLink>
            {`: ${row.status?.text ?? 'no status yet'}${row.tool === null ? ', unknown tool' : ''}`}
          </li>
        ))}
      </ul>
      {imports.length > maxShown && <p className="mt-1">and {imports.length - maxShown} more</p>}
      <p className="mt-2">Go on only if they really need another one.</p>
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
