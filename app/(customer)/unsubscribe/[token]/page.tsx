import { AskToUnsubscribe, UnsubscribeForm } from '@/components/customer/ask-to-unsubscribe';
import { LinkProblem, MessagePage } from '@/components/customer/message-page';
import { renderCustomerPage } from '@/components/customer/render-customer-page';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { openUnsubscribe } from '@/lib/outbox/contacts/unsubscribe';
import { getLandfall } from '@/lib/server';
import { readPageBranding } from '../../read-page-branding';

export default async function UnsubscribePage(props: {
  params: Promise<{ token: string }>;
  searchParams: SearchParams;
}) {
  const landfall = await getLandfall();
  const [{ token }, params] = await Promise.all([props.params, props.searchParams]);
  const { branding } = await readPageBranding();
  const opened = await openUnsubscribe(landfall.outbox, token);
  const language = 'language' in opened ? opened.language : null;
  return renderCustomerPage({ branding, path: `/unsubscribe/${token}`, params, language }, (messages) => {
    const { t } = messages;
    if (opened.kind === 'broken') return <LinkProblem kind="broken" branding={branding} messages={messages} />;
    const { tool, email, isUsed } = opened;
    const partner = branding.partnerName;
    if (opened.kind === 'subscribed') {
      const undone = params['undone'] !== undefined;
      return <AskToUnsubscribe {...{ messages, partner, email, isUsed, tool, token, undone }} />;
    }
    const done =
      tool === null ? t('unsubscribe.doneTextWithoutTool', { partner }) : t('unsubscribe.doneText', { partner, tool });
    return (
      <MessagePage title={t('unsubscribe.doneTitle')} text={done}>
        {params['busy'] !== undefined && (
          <p role="alert" className="w-full">
            {t('unsubscribe.busy')}
          </p>
        )}
        <UnsubscribeForm fields={{ token, language: messages.language, undo: '1' }}>
          {t('unsubscribe.undo')}
        </UnsubscribeForm>
      </MessagePage>
    );
  });
}
