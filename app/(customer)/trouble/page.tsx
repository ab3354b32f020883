import { HelpLine } from '@/components/customer/customer-frame';
import { customerPage, one } from '@/components/customer/customer-page';
import { KindPage } from '@/components/customer/kind-page';
import type { SearchParams } from '@/lib/http/page';
import { getLandfall } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';

/** Where a customer's form ends when it failed in a way that nobody foresaw. */
export default async function TroublePage(props: { searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const params = await props.searchParams;
  const { branding } = await readBranding(landfall.database.db);
  const request = /^[0-9a-f-]{36}$/.exec(one(params['request']) ?? '')?.[0];
  return customerPage({ branding, here: '/trouble', params }, (words) => (
    <KindPage title={words.trouble.title} text={words.trouble.text}>
      <HelpLine branding={branding} words={words} />
      {request !== undefined && <p className="w-full text-12 text-meta">{words.trouble.request(request)}</p>}
    </KindPage>
  ));
}
