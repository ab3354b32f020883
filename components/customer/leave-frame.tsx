import type { ReactNode } from 'react';
import type { Messages } from '@/lib/messages/messages';
import { BrandLink } from './brand-button';
import { MessagePage } from './message-page';

/** In a frame: the service may refuse to be framed, and only a click may open a tab. The frame shows the migration then. */
export function LeaveFrame({
  messages: { t },
  to,
  migrationHref,
}: {
  messages: Messages;
  to: string;
  migrationHref: string;
}) {
  const { host } = new URL(to);
  const values = { host, b: (text: ReactNode) => <bdi className="font-strong">{text}</bdi> };
  return (
    <MessagePage title={t('redirecting.title')} text={t.rich('embedded.leave', values)}>
      <BrandLink href={to} rel="noreferrer" target="_blank" data-then={migrationHref}>
        {t('redirecting.button')}
      </BrandLink>
      <a href={migrationHref} className="py-2 text-brand-ink underline underline-offset-2">
        {t('embedded.showMigration')}
      </a>
    </MessagePage>
  );
}
