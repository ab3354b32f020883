import type { ReactNode } from 'react';
import type { CustomerMigration } from '@/lib/contract/customer-migration';
import type { Warning } from '@/lib/contract/imports';
import { customerTexts, type ExplanationTexts } from '@/lib/contract/rule-texts';
import type { CustomerRule } from '@/lib/contract/warning-rules';
import type { Language } from '@/lib/contract/languages';
import type { Messages } from '@/lib/messages/messages';
import { groupWarnings, type WarningGroup } from '../import/group-warnings';
import { toneText } from '../ui/badge';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { severityStyles } from '../warnings/severity-badge';

const maxGroups = 30;
const maxItems = 20;

/** Groups similar warnings in native `details`, so it works without JavaScript. Shows no text for staff. */
export function CustomerWarnings({ migration, messages }: { migration: CustomerMigration; messages: Messages }) {
  if (migration.warningCount === 0) return null;
  const { t, language } = messages;
  // A rule without texts for customers explains nothing to them.
  const groups = groupWarnings(migration.warnings, migration.warningRules, {
    byRule: (rule) => customerTexts(rule, language) !== undefined,
  });
  const shown = groups.slice(0, maxGroups);
  const left = migration.warningCount - shown.reduce((sum, group) => sum + group.warnings.length, 0);
  return (
    <section className="mt-10">
      <h2 className="text-20 font-strong">{t('migration.warningsTitle', { count: migration.warningCount })}</h2>
      <p className="mt-1 text-ink-2">{t('migration.warningsText')}</p>
      <ul className="mt-4 divide-y border-y text-15 [overflow-wrap:anywhere]">
        {shown.map((group) => (
          <li key={group.key}>
            <Group group={group} messages={messages} />
          </li>
        ))}
      </ul>
      {left > 0 && <p className="mt-2 text-14 text-meta">{t('migration.moreWarnings', { count: left })}</p>}
    </section>
  );
}

function Group({ group, messages }: { group: WarningGroup<CustomerRule>; messages: Messages }) {
  const { rule } = group;
  const texts = rule && customerTexts(rule, messages.language);
  if (rule && texts) return <ExplainedGroup group={group} rule={rule} texts={texts} messages={messages} />;
  if (group.warnings.length === 1) return <SingleWarning group={group} />;
  return (
    <Items warnings={group.warnings} title={group.title} messages={messages}>
      <bdi>{group.title}</bdi>
    </Items>
  );
}

function ExplainedGroup({
  group,
  rule,
  texts,
  messages,
}: {
  group: WarningGroup<CustomerRule>;
  rule: CustomerRule;
  texts: ExplanationTexts & { language: Language };
  messages: Messages;
}) {
  const { t, language } = messages;
  const { tone, icon } = severityStyles[rule.severity];
  const lang = texts.language === language ? undefined : texts.language;
  return (
    <div className="pt-3">
      <p className={cx('flex items-center gap-2 text-14', toneText[tone])}>
        <Icon name={icon} size={16} className="flex-none" />
        {t(`warnings.severity.${rule.severity}`)}
      </p>
      <div className="mt-1 whitespace-pre-line">
        <p>
          <bdi lang={lang}>{texts.explanation}</bdi>
        </p>
        {texts.fix.trim() !== '' && (
          <p className="mt-1 text-ink-2">
            <b className="font-strong text-ink">{t('warnings.fix')}</b> <bdi lang={lang}>{texts.fix}</bdi>
          </p>
        )}
      </div>
      <Items warnings={group.warnings} title={null} messages={messages}>
        {t('warnings.items', { count: group.warnings.length })}
      </Items>
    </div>
  );
}

function SingleWarning({ group }: { group: WarningGroup }) {
  const [warning] = group.warnings;
  return (
    <p className="py-3">
      <bdi>{warning?.text}</bdi>
      {warning?.item !== null && (
        <span className="block text-14 text-meta">
          <bdi>{warning?.item}</bdi>
        </span>
      )}
    </p>
  );
}

/** `title` is the text that all of them share, if it is shown above them. */
function Items({
  warnings,
  title,
  messages,
  children,
}: {
  warnings: readonly Warning[];
  title: string | null;
  messages: Messages;
  children: ReactNode;
}) {
  const left = warnings.length - maxItems;
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 py-3">
        <Icon name="right" size={16} className="flex-none text-meta group-open:rotate-90 rtl:group-open:-rotate-90" />
        <span className={cx('min-w-0 flex-1', title === null && 'text-14 text-ink-2')}>{children}</span>
        {title !== null && (
          <span className="flex-none rounded-full bg-press px-2.5 text-14 text-ink-2">
            {messages.format.number(warnings.length)}
          </span>
        )}
      </summary>
      <ul className="ps-7 pb-3 text-14 text-ink-2">
        {warnings.slice(0, maxItems).map((warning, index) => (
          <li key={index} className="py-1">
            <bdi>
              {warning.item === null || warning.text === title
                ? (warning.item ?? warning.text)
                : messages.format.labelled(warning.item, warning.text)}
            </bdi>
          </li>
        ))}
        {left > 0 && <li className="py-1 text-meta">{messages.t('migration.moreWarnings', { count: left })}</li>}
      </ul>
    </details>
  );
}
