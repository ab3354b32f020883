import { importHref } from '../import/import-href';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';
import type { ExistingImportsState } from './use-existing-imports';

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
          ? `This customer has an import from ${toolName} already`
          : 'This customer has imports already, from a tool nobody told us'
      }
      live
    >
      <ul className="mt-1 grid gap-1">
        {imports.slice(0, maxShown).map((row) => (
          <li key={row.id}>
            <TextLink href={importHref(row.id)}>{`Import ${row.id}`}</TextLink>
            {`: ${row.status?.text ?? 'no status told'}${row.tool === null ? ', tool not told' : ''}`}
          </li>
        ))}
      </ul>
      {imports.length > maxShown && <p className="mt-1">and {imports.length - maxShown} more</p>}
      <p className="mt-2">Go on only if they really need another one.</p>
    </Notice>
  );
}
