import type { StaffRule } from '@/lib/contract/staff-rule';
import type { WarningGroup } from '../import/group-warnings';
import { Num } from '../ui/number';
import { TextLink } from '../ui/text-link';
import { Explanation } from '../warnings/explanation';
import { warningLabels } from '../warnings/labels';
import { SeverityBadge } from '../warnings/severity-badge';

const maxGroups = 3;

/** The most urgent kinds of warnings with their explanations. */
export function PreviewWarnings({ groups, href }: { groups: readonly WarningGroup<StaffRule>[]; href: string }) {
  if (groups.length === 0) return null;
  return (
    <section aria-label={warningLabels.preview}>
      <h3 className="mt-5 mb-2 border-t pt-4">{warningLabels.preview}</h3>
      <ul className="grid gap-3 text-13">
        {groups.slice(0, maxGroups).map(({ key, title, rule, warnings }) => (
          <li key={key}>
            <p className="flex items-start gap-2">
              <span className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere]">{title}</span>
              <Num value={warnings.length} />
            </p>
            {rule && (
              <>
                <p className="my-1">
                  <SeverityBadge severity={rule.severity} />
                </p>
                <Explanation {...rule} className="text-12" />
              </>
            )}
          </li>
        ))}
      </ul>
      {groups.length > maxGroups && (
        <p className="mt-2 text-12">
          <TextLink href={href}>{warningLabels.allKinds(groups.length)}</TextLink>
        </p>
      )}
    </section>
  );
}
