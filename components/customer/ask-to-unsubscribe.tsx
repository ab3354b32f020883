import type { Messages } from '@/lib/messages/messages';
import { BrandButton } from './brand-button';
import { MessagePage } from './message-page';
import { strong } from './strong';

export function AskToUnsubscribe({
  messages: { t, language },
  partner,
  email,
  isUsed,
  tool,
  token,
  undone,
}: {
  messages: Messages;
  partner: string;
  email: string;
  /** False if no e-mails are sent to this address, for example because another one is used. */
  isUsed: boolean;
  tool: string | null;
  token: string;
  /** The customer has just subscribed again. */
  undone: boolean;
}) {
  const values = { partner, email, b: strong };
  const used = () =>
    tool === null ? t.rich('unsubscribe.text', values) : t.rich('unsubscribe.textWithTool', { ...values, tool });
  return (
    <MessagePage
      title={t(undone && isUsed ? 'unsubscribe.undoneTitle' : 'unsubscribe.title')}
      text={isUsed ? used() : t.rich('unsubscribe.textUnused', { email, b: strong })}
    >
      <UnsubscribeForm fields={{ token, language }}>{t('unsubscribe.button')}</UnsubscribeForm>
    </MessagePage>
  );
}

export function UnsubscribeForm({ fields, children }: { fields: Record<string, string>; children: string }) {
  return (
    <form method="post" action="/api/unsubscribe" noValidate className="w-full">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <BrandButton>{children}</BrandButton>
    </form>
  );
}
