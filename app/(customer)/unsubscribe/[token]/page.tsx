import { BrandButton } from '@/components/customer/brand-button';
import { LinkProblem, MessagePage } from '@/components/customer/message-page';
import { renderCustomerPage } from '@/components/customer/render-customer-page';
import { strong } from '@/components/customer/strong';
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
    const { tool, email } = opened;
    const values = { partner: branding.partnerName, email, b: strong };
    const about =
      tool === null ? t.rich('unsubscribe.text', values) : t.rich('unsubscribe.textWithTool', { ...values, tool });
    const form = { token, language: messages.language };
    if (opened.kind === 'subscribed') {
      return (
        <MessagePage
          title={t(params['undone'] === undefined ? 'unsubscribe.title' : 'unsubscribe.undoneTitle')}
          text={about}
        >
          <UnsubscribeForm fields={form}>{t('unsubscribe.button')}</UnsubscribeForm>
        </MessagePage>
      );
    }
    const { partner } = values;
    const done =
      tool === null ? t('unsubscribe.doneTextWithoutTool', { partner }) : t('unsubscribe.doneText', { partner, tool });
    return (
      <MessagePage title={t('unsubscribe.doneTitle')} text={done}>
        {params['busy'] !== undefined && (
          <p role="alert" className="w-full">
            {t('unsubscribe.busy')}
          </p>
        )}
        {/* An address that is not used any more cannot be subscribed again. */}
        {opened.kind === 'unsubscribed' && (
          <UnsubscribeForm fields={{ ...form, undo: '1' }}>{t('unsubscribe.undo')}</UnsubscribeForm>
        )}
      </MessagePage>
    );
  });
}

function UnsubscribeForm({ fields, children }: { fields: Record<string, string>; children: string }) {
  return (
    <form method="post" action="/api/unsubscribe" noValidate className="w-full">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <BrandButton>{children}</BrandButton>
    </form>
  );
}
