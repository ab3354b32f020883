import { BrandButton } from '@/components/customer/brand-button';
import { LinkProblem, MessagePage } from '@/components/customer/message-page';
import { renderCustomerPage } from '@/components/customer/render-customer-page';
import { strong } from '@/components/customer/strong';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { openConfirmation } from '@/lib/outbox/contacts/confirm-contact';
import { getLandfall } from '@/lib/server';
import { readPageBranding } from '../../read-page-branding';

/** Confirms with a button, because mail scanners open links. */
export default async function ConfirmPage(props: { params: Promise<{ token: string }>; searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const [{ token }, params] = await Promise.all([props.params, props.searchParams]);
  const { branding } = await readPageBranding();
  const opened = await openConfirmation(landfall.outbox, token);
  const language = 'language' in opened ? opened.language : null;
  return renderCustomerPage({ branding, path: `/confirm/${token}`, params, language }, (messages) => {
    const { t } = messages;
    if (!('email' in opened)) return <LinkProblem kind={opened.kind} branding={branding} messages={messages} />;
    const values = { partner: branding.partnerName, email: opened.email, b: strong };
    if (opened.kind === 'confirmed')
      return <MessagePage title={t('confirm.doneTitle')} text={t.rich('confirm.doneText', values)} />;
    return (
      <MessagePage title={t('confirm.title')} text={t.rich('confirm.text', values)}>
        <form method="post" action="/api/confirm" noValidate className="w-full">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="language" value={messages.language} />
          <BrandButton>{t('confirm.button')}</BrandButton>
          <p className="mt-4 text-14 text-meta">{t('confirm.ignore')}</p>
        </form>
      </MessagePage>
    );
  });
}
