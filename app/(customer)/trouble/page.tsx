import { HelpLine } from '@/components/customer/customer-layout';
import { renderCustomerPage, singleParam } from '@/components/customer/render-customer-page';
import { MessagePage } from '@/components/customer/message-page';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readPageBranding } from '../read-page-branding';

/** Shown when a customer's form fails unexpectedly. */
export default async function TroublePage(props: { searchParams: SearchParams }) {
  const params = await props.searchParams;
  const { branding } = await readPageBranding();
  const request = /^[0-9a-f-]{36}$/.exec(singleParam(params['request']) ?? '')?.[0];
  return renderCustomerPage({ branding, path: '/trouble', params }, (messages) => (
    <MessagePage title={messages.t('unexpectedError.title')} text={messages.t('unexpectedError.text')}>
      <HelpLine branding={branding} messages={messages} />
      {request !== undefined && (
        <p className="w-full text-12 text-meta">{messages.t('unexpectedError.request', { id: request })}</p>
      )}
    </MessagePage>
  ));
}
