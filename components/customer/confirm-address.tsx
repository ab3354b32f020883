import type { Messages } from '@/lib/messages/messages';
import { BrandButton } from './brand-button';
import { MessagePage } from './message-page';
import { strong } from './strong';

/** Confirms with a button, because mail scanners open links. */
export function ConfirmAddress({
  messages: { t, language },
  partner,
  email,
  token,
}: {
  messages: Messages;
  partner: string;
  email: string;
  token: string;
}) {
  return (
    <MessagePage title={t('confirm.title')} text={t.rich('confirm.text', { partner, email, b: strong })}>
      <form method="post" action="/api/confirm" noValidate className="w-full">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="language" value={language} />
        <BrandButton>{t('confirm.button')}</BrandButton>
        <p className="mt-4 text-14 text-meta">{t('confirm.ignore')}</p>
      </form>
    </MessagePage>
  );
}
