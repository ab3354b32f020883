import type { Metadata } from 'next';
import { Page, PageHead } from '@/components/shell/page';
import { Wizard } from '@/components/wizard/wizard';
import { roleAtLeast } from '@/lib/contract/roles';
import type { SearchParams } from '@/lib/http/page';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: 'New import' };

export default async function NewImportPage(props: { searchParams: SearchParams }) {
  const { landfall, staff, environment, searchParams } = await staffPage('new', props.searchParams);
  const username = typeof searchParams['username'] === 'string' ? searchParams['username'] : '';
  return (
    <Page>
      <PageHead title="New import" />
      <Wizard
        environment={environment}
        families={landfall.settings.service.families}
        mayStartFull={roleAtLeast(staff.role, 'approver') && landfall.settings.whoPays === 'partner'}
        initial={{ username }}
      />
    </Page>
  );
}
