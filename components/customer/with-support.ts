import type { Branding } from '@/lib/contract/branding';
import type { CustomerMigration } from '@/lib/contract/customer-migration';
import { supportHref } from '@/lib/contract/support-href';
import type { Messages } from '@/lib/messages/messages';

/** With the reference in the link, so that customers need not look for it. */
export function withSupport(branding: Branding, migration: CustomerMigration, { t }: Messages): Branding {
  const { reference } = migration;
  const status = t(`migration.progress.${migration.situation.progress}.title`);
  const values = {
    reference,
    tool: migration.tool ?? t('myMigration.others.unknownTool'),
    username: migration.username ?? '',
    status,
  };
  const subject = t('myMigration.support.subject', { reference });
  const body = t('myMigration.support.body', values);
  return { ...branding, helpUrl: supportHref(branding.helpUrl, { ...values, subject, body }) };
}
