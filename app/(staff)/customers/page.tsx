import type { Metadata } from 'next';
import { CustomerView, NoCustomer } from '@/components/customer-view/customer-view';
import { customerLabels } from '@/components/customer-view/labels';
import { Breadcrumb } from '@/components/shell/breadcrumb';
import { Page } from '@/components/shell/page';
import { customerPageSize } from '@/lib/contract/customer-page-size';
import { customerQuerySchema } from '@/lib/contract/customers';
import { roleAtLeast } from '@/lib/contract/roles';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readCustomer } from '@/lib/import-detail/read-customer';
import { Hydrated } from '@/lib/query/hydrated';
import { dehydrateQueries } from '@/lib/query/hydration';
import { customerOptions } from '@/lib/query/customer-options';
import { readLivePosition, staffPage } from '@/lib/server';

type Props = { searchParams: SearchParams };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: customerLabels.pageTitle(nameIn(await searchParams)) };
}

export default async function CustomerPage(props: Props) {
  const { landfall, staff, environment, searchParams } = await staffPage('customers', props.searchParams);
  const username = nameIn(searchParams);
  if (username === '') {
    return (
      <Page>
        <NoCustomer />
      </Page>
    );
  }
  const position = await readLivePosition();
  const customer = await readCustomer(landfall.imports, { environment, username, imports: customerPageSize });
  const state = dehydrateQueries((client) => {
    client.setQueryData(customerOptions(environment, username, customerPageSize).queryKey, customer);
  });
  return (
    <Page>
      <Breadcrumb>
        <span className="min-w-0 truncate">{username}</span>
      </Breadcrumb>
      <Hydrated state={state} position={position}>
        <CustomerView
          key={`${environment} ${username}`}
          username={username}
          environment={environment}
          mayCreate={roleAtLeast(staff.role, 'agent')}
          mayDecide={roleAtLeast(staff.role, 'approver')}
        />
      </Hydrated>
    </Page>
  );
}

/** Empty if none or an impossible one is given. */
function nameIn(searchParams: Awaited<SearchParams>): string {
  const parsed = customerQuerySchema.safeParse({ username: searchParams['username'] });
  return parsed.success ? parsed.data.username.trim() : '';
}
