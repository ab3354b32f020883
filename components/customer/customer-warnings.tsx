import type { CustomerMigration } from '@/lib/contract/customer-migration';
import type { Messages } from '@/lib/messages/messages';
import { groupWarnings, type WarningGroup } from '../import/group-warnings';
import { Icon } from '../ui/icon';

const maxGroups = 30;
const maxItems = 20;

/** Groups similar warnings in native `details`, so it works without JavaScript. */
export function CustomerWarnings({ migration, messages }: { migration: CustomerMigration; messages: Messages }) {
  if (migration.warningCount === 0) return null;
  const { t } = messages;
  const groups = groupWarnings(migration.warnings);
  const shown = groups.slice(0, maxGroups);
  const left = migration.warningCount - shown.reduce((sum, group) => sum + group.warnings.length, 0);
  return (
    <section className="mt-10">
      <h2 className="text-20 font-strong">{t('migration.warningsTitle', { count: migration.warningCount })}</h2>
      <p className="mt-1 text-ink-2">{t('migration.warningsText')}</p>
      <ul className="mt-4 divide-y border-y text-15 [overflow-wrap:anywhere]">
        {shown.map((group) => (
          <li key={group.key}>
            {group.warnings.length === 1 ? (
              <SingleWarning group={group} />
            ) : (
              <WarningGroupDetails group={group} messages={messages} />
            )}
          </li>
        ))}
      </ul>
      {left > 0 && <p className="mt-2 text-14 text-meta">{t('migration.moreWarnings', { count: left })}</p>}
    </section>
  );
}

function SingleWarning({ group }: { group: WarningGroup }) {
  const [warning] = group.warnings;
  return (
    <p className="py-3">
      {warning?.text}
      {warning?.item !== null && <span className="block text-14 text-meta">{warning?.item}</span>}
    </p>
  );
}

function WarningGroupDetails({ group, messages }: { group: WarningGroup; messages: Messages }) {
  const left = group.warnings.length - maxItems;
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 py-3">
        <Icon name="right" size={16} className="flex-none text-meta group-open:rotate-90" />
        <span className="min-w-0 flex-1">{group.title}</span>
        <span className="flex-none rounded-full bg-press px-2.5 text-14 text-ink-2">{group.warnings.length}</span>
      </summary>
      <ul className="ps-7 pb-3 text-14 text-ink-2">
        {group.warnings.slice(0, maxItems).map((warning, index) => (
          <li key={index} className="py-1">
            {warning.item ?? warning.text}
            {warning.item !== null && warning.text !== group.title && `: ${warning.text}`}
          </li>
        ))}
        {left > 0 && <li className="py-1 text-meta">{messages.t('migration.moreWarnings', { count: left })}</li>}
      </ul>
    </details>
  );
}
