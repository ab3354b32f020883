import { HelpLine } from '@/components/customer/customer-layout';
import { renderCustomerPage, singleParam } from '@/components/customer/render-customer-page';
import { MessagePage, RequestLine } from '@/components/customer/message-page';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readPageBranding } from '../read-page-branding';

/** Shown when a customer's form fails unexpectedly. */
export default async function TroublePage(props: { searchParams: SearchParams }) {
  const params = await props.searchParams;
  const { branding } = await readPageBranding();
  const request = /^[0-9a-f-]{16,64}$/i.exec(singleParam(params['request']) ?? '')?.[0];
  return renderCustomerPage({ branding, path: '/trouble', params }, (messages) => (
    <MessagePage title={messages.t('unexpectedError.title')} text={messages.t('unexpectedError.text')}>
      <HelpLine branding={branding} messages={messages} />
      {request !== undefined && <RequestLine id={request} messages={messages} />}
    </MessagePage>
  ));
}
