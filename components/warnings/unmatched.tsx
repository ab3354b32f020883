import type { SeenWarnings } from '@/lib/contract/warning-rules';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { Num } from '../ui/number';
import { ProblemNotice } from '../ui/problem-notice';
import { LoadingNote, Skeleton } from '../ui/skeleton';
import type { SeenGroup } from './count-seen';
import { warningLabels as labels } from './labels';

const maxGroups = 50;

/** Kinds of warnings that no rule explains, the most frequent first. */
export function Unmatched({
  seen,
  error,
  groups,
  onAdd,
}: {
  seen: SeenWarnings | undefined;
  error: Error | null;
  groups: readonly SeenGroup[] | undefined;
  onAdd: (group: SeenGroup) => void;
}) {
  return (
    <Section title={labels.unmatched} ruled={false} {...(groups && groups.length > 0 && { count: groups.length })}>
      <div className="border-t text-13">
        <ProblemNotice error={error} className="mt-3" />
        {groups === undefined && error === null && (
          <div className="grid gap-3 pt-4">
            <LoadingNote>{labels.loading}</LoadingNote>
            <Skeleton className="w-60" />
            <Skeleton className="w-48" />
          </div>
        )}
        {groups?.length === 0 && (
          <p className="pt-4 text-ink-2">{seen?.imports === 0 ? labels.noneSeen : labels.allExplained}</p>
        )}
        <ul>
          {groups?.slice(0, maxGroups).map((group) => (
            <li key={group.label} className="flex items-start gap-3 border-b border-b-line-soft py-2.5">
              <span className="min-w-0 flex-1 pt-0.5 [overflow-wrap:anywhere]">{group.label}</span>
              <span className="pt-0.5 tabular-nums">
                <Num value={group.count} />
              </span>
              <Button size="sm" onClick={() => onAdd(group)} aria-label={`${labels.add}: ${group.label}`}>
                {labels.add}
              </Button>
            </li>
          ))}
        </ul>
        {groups && groups.length > maxGroups && (
          <p className="pt-2 text-12 text-meta">{labels.previewMore(groups.length - maxGroups)}</p>
        )}
        {seen && seen.imports > 0 && <p className="pt-3 text-12 text-meta">{labels.countedIn(seen.imports)}</p>}
      </div>
    </Section>
  );
}
