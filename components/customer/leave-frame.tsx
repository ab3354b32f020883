import type { Messages } from '@/lib/messages/messages';
import { BrandLink } from './brand-button';
import { MessagePage } from './message-page';
import { strong } from './strong';

/** In a frame: the service may refuse to be framed, and only a click may open a tab. The frame shows the migration then. */
export function LeaveFrame({ messages: { t }, to, pageHref }: { messages: Messages; to: string; pageHref: string }) {
  const { host } = new URL(to);
  return (
    <MessagePage title={t('leaving.title')} text={t.rich('embedded.leave', { host, b: strong })}>
      <BrandLink href={to} rel="noreferrer" target="_blank" data-then={pageHref}>
        {t('leaving.button', { host })}
      </BrandLink>
      <a href={pageHref} className="py-2 text-brand-ink underline underline-offset-2">
        {t('embedded.showMigration')}
      </a>
    </MessagePage>
  );
}
