import { ConfirmAddress } from '@/components/customer/confirm-address';
import { LinkProblem, MessagePage } from '@/components/customer/message-page';
import { renderCustomerPage } from '@/components/customer/render-customer-page';
import { strong } from '@/components/customer/strong';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { openConfirmation } from '@/lib/outbox/contacts/confirm-contact';
import { getLandfall } from '@/lib/server';
import { readPageBranding } from '../../read-page-branding';

export default async function ConfirmPage(props: { params: Promise<{ token: string }>; searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const [{ token }, params] = await Promise.all([props.params, props.searchParams]);
  const { branding } = await readPageBranding();
  const opened = await openConfirmation(landfall.outbox, token);
  const language = 'language' in opened ? opened.language : null;
  return renderCustomerPage({ branding, path: `/confirm/${token}`, params, language }, (messages) => {
    const { t } = messages;
    if (!('email' in opened)) return <LinkProblem kind={opened.kind} branding={branding} messages={messages} />;
    const { email } = opened;
    if (opened.kind === 'confirmed')
      return <MessagePage title={t('confirm.doneTitle')} text={t.rich('confirm.doneText', { email, b: strong })} />;
    return <ConfirmAddress messages={messages} partner={branding.partnerName} email={email} token={token} />;
  });
}
