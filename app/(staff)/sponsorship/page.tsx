import type { Metadata } from 'next';
import { sponsorshipLabels } from '@/components/sponsorship/labels';
import { sponsorshipPageLabels } from '@/components/sponsorship/queue-labels';
import { QueueView } from '@/components/sponsorship/queue-view';
import { FullPage } from '@/components/shell/page';
import { EmptyState } from '@/components/ui/empty-state';
import { queueTabs } from '@/lib/contract/sponsorship';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { Hydrated } from '@/lib/query/hydrated';
import { dehydrateQueries } from '@/lib/query/hydration';
import { queueOptions } from '@/lib/query/use-sponsorship';
import { readLivePosition, staffPage } from '@/lib/server';
import { readQueue } from '@/lib/sponsorship/read-queue';

/** What a screen shows. */
const firstRows = 30;

export const metadata: Metadata = { title: sponsorshipLabels.title };

export default async function SponsorshipPage(props: { searchParams: SearchParams }) {
  const { landfall, staff, environment, searchParams } = await staffPage('sponsorship', props.searchParams);
  const { whoPays } = landfall.settings;
  const named = queueTabs.find((name) => name === searchParams['tab']) ?? 'waiting';
  // Where customers pay, requests are not decided, but outcomes from before still have to be settled.
  const tab = whoPays === 'customer' && named === 'waiting' ? 'unknown' : named;
  const isFiltered = [searchParams['show'], searchParams['find']].some(Boolean);
  const position = await readLivePosition();
  const queue = await readQueue(landfall.database.db, {
    environment,
    now: landfall.clock.now(),
    whoPays,
    tab,
    limit: isFiltered ? undefined : firstRows,
  });
  if (whoPays === 'customer' && queue.totals.unknown === 0) {
    return (
      <FullPage>
        <EmptyState icon="stamp" title={sponsorshipPageLabels.customersPay}>
          {sponsorshipPageLabels.customersPayWhy}
        </EmptyState>
      </FullPage>
    );
  }
  const isPart = !isFiltered && queue[tab].length === firstRows;
  const state = dehydrateQueries((client) => {
    // A part counts as outdated, so that the browser reads the rest at once.
    client.setQueryData(queueOptions(environment, tab).queryKey, queue, isPart ? { updatedAt: 0 } : {});
  });
  return (
    <FullPage>
      <Hydrated state={state} position={position}>
        <QueueView
          // Resets selection and preview when the view changes.
          key={`${environment} ${tab}`}
          environment={environment}
          tab={tab}
          viewer={{ id: staff.id, name: staff.name, isAdmin: staff.role === 'admin' }}
        />
      </Hydrated>
    </FullPage>
  );
}
