import { headers } from 'next/headers';
import { LinkProblem } from '@/components/customer/message-page';
import { renderCustomerPage } from '@/components/customer/render-customer-page';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { pathHeader } from '@/lib/http/sign-in-href';
import { getLandfall } from '@/lib/server';
import { readPageBranding } from '../../read-page-branding';

/** Shown with status 404 for unknown addresses below customer pages (`create-page-preparer.ts`). */
export default async function NotFoundPage(props: { searchParams: SearchParams }) {
  const [params, head, { branding }] = await Promise.all([props.searchParams, headers(), readPageBranding()]);
  const { mailMode } = (await getLandfall()).start;
  const [path = '/'] = (head.get(pathHeader) ?? '/').split('?', 1);
  return renderCustomerPage({ branding, path, params }, (messages) => (
    <LinkProblem kind="broken" {...{ branding, messages, mailMode }} requestId={head.get('x-request-id')} />
  ));
}
