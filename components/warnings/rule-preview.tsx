import { languageFacts, type Language } from '@/lib/contract/languages';
import { customerTexts } from '@/lib/contract/rule-texts';
import type { WarningRule } from '@/lib/contract/warning-rules';
import { Num } from '../ui/number';
import type { previewRule } from './count-seen';
import { Explanation } from './explanation';
import { warningLabels as labels } from './labels';
import { SeverityBadge } from './severity-badge';

const maxGroups = 8;

export function RulePreview({
  preview,
  rule,
  language,
}: {
  preview: ReturnType<typeof previewRule>;
  rule: WarningRule;
  language: Language;
}) {
  const { matched, total, groups, taken, takenBy } = preview;
  const forCustomer = customerTexts(rule, language);
  return (
    <section aria-label={labels.previewTitle} className="md:sticky md:top-7">
      <h3>{labels.previewTitle}</h3>
      <p role="status" className="mt-1 text-ink-2">
        {matched === 0 ? labels.previewNone : labels.previewCount(matched, total)}
      </p>
      <ul className="mt-2">
        {groups.slice(0, maxGroups).map(({ label, count }) => (
          <li key={label} className="flex gap-3 border-b border-b-line-soft py-1.5">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{label}</span>
            <Num value={count} />
          </li>
        ))}
      </ul>
      {groups.length > maxGroups && (
        <p className="mt-1 text-12 text-meta">{labels.previewMore(groups.length - maxGroups)}</p>
      )}
      {taken > 0 && <p className="mt-2 text-12 text-turn">{labels.previewEarlier(taken, takenBy.join(', '))}</p>}
      <h3 className="mt-5">{labels.previewStaff}</h3>
      <p className="my-1">
        <SeverityBadge severity={rule.severity} />
      </p>
      <Explanation {...rule.staff} />
      <h3 className="mt-5">{labels.previewCustomer}</h3>
      {forCustomer ? (
        <div lang={forCustomer.language} dir={languageFacts[forCustomer.language].dir}>
          <Explanation {...forCustomer} className="mt-1" />
        </div>
      ) : (
        <p className="mt-1 text-ink-2">{labels.original}</p>
      )}
    </section>
  );
}
