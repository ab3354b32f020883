import type { Metadata } from 'next';
import { Page, PageHeader } from '@/components/shell/page';
import { StartLinkForm } from '@/components/wizard/start-link-form';
import { Wizard } from '@/components/wizard/wizard';
import { roleAtLeast } from '@/lib/contract/roles';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readRecentTools } from '@/lib/imports/creation/read-recent-tools';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: 'New import' };

export default async function NewImportPage(props: { searchParams: SearchParams }) {
  const { landfall, staff, environment, searchParams } = await staffPage('new', props.searchParams);
  const username = typeof searchParams['username'] === 'string' ? searchParams['username'] : '';
  const isFirstStep = (searchParams['step'] ?? 'tool') === 'tool' && searchParams['attempt'] === undefined;
  return (
    <Page>
      <PageHeader title="New import" />
      <Wizard
        families={landfall.settings.service.families}
        mayStartFull={roleAtLeast(staff.role, 'approver') && landfall.settings.whoPays === 'partner'}
        recentTools={await readRecentTools(landfall.creation, { environment, staffId: staff.id })}
        initial={{ username }}
        userId={staff.id}
      />
      {isFirstStep && landfall.settings.startPage !== 'off' && environment === 'live' && (
        <section className="mt-12 border-t pt-6" aria-labelledby="by-link">
          <h2 id="by-link">Or let the customer start</h2>
          <p className="mt-1 mb-4 max-w-[560px] text-13 text-ink-2">
            A link that is theirs alone opens our start page, where they choose the tool they come from.
          </p>
          <StartLinkForm username={username} />
        </section>
      )}
    </Page>
  );
}
