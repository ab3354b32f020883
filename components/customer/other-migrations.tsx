import type { OtherMigration } from '@/lib/contract/customer-migration';
import type { Messages } from '@/lib/messages/messages';
import { Icon } from '../ui/icon';

export function OtherMigrations({ others, messages }: { others: readonly OtherMigration[]; messages: Messages }) {
  const { t, language } = messages;
  if (others.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="text-20 font-strong">{t('myMigration.others.title')}</h2>
      <ul className="mt-3 divide-y border-y">
        {others.map(({ token, tool, progress }) => (
          <li key={token}>
            <a href={`/m/${token}?lang=${language}`} className="flex min-h-14 items-center gap-4 py-2 hover:bg-hover">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <span className="line-clamp-2 font-strong">
                  <bdi>{tool ?? t('myMigration.others.unknownTool')}</bdi>
                </span>
                <span className="block text-14 text-ink-2">{t(`migration.progress.${progress}.title`)}</span>
              </span>
              <Icon name="right" size={16} className="flex-none text-meta rtl:-scale-x-100" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
