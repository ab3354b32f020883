import type { Messages } from '@/lib/messages/messages';
import { BrandLink } from './brand-button';
import { MessagePage } from './message-page';
import { strong } from './strong';

/** In a frame: the service may refuse to be framed, and only a click may open a tab. The frame shows the migration then. */
export function LeaveFrame({
  messages: { t },
  to,
  pageHref,
  hasStarted,
}: {
  messages: Messages;
  to: string;
  pageHref: string;
  /** Just now. Later, what the customer does there depends on the status. */
  hasStarted: boolean;
}) {
  const { host } = new URL(to);
  return (
    <MessagePage
      title={t(hasStarted ? 'leaving.title' : 'migration.actions.continue')}
      text={t.rich(hasStarted ? 'embedded.leave' : 'leaving.text', { host, b: strong })}
    >
      <BrandLink href={to} rel="noreferrer" target="_blank" data-then={pageHref}>
        {t('leaving.button', { host })}
      </BrandLink>
      <a href={pageHref} className="py-2 text-brand-ink underline underline-offset-2">
        {t('embedded.showMigration')}
      </a>
    </MessagePage>
  );
}
