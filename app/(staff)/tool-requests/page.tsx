import type { Metadata } from 'next';
import { LiveRefresh } from '@/components/live/live-refresh';
import { Page, PageHeader } from '@/components/shell/page';
import { toolRequestLabels as labels } from '@/components/tool-requests/labels';
import { ToolRequestRow } from '@/components/tool-requests/tool-request-row';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkTabs } from '@/components/ui/link-tabs';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readLivePosition, staffPage } from '@/lib/server';
import { readToolRequests } from '@/lib/start/read-tool-requests';

export const metadata: Metadata = { title: labels.title };

export default async function ToolRequestsPage(props: { searchParams: SearchParams }) {
  const { landfall, searchParams } = await staffPage('tool-requests', props.searchParams);
  const tab = searchParams['tab'] === 'handled' ? 'handled' : 'open';
  const position = await readLivePosition();
  const { requests, openCount } = await readToolRequests(landfall.start, tab);
  return (
    <Page>
      <LiveRefresh kinds={['request']} environment="live" position={position} />
      <PageHeader title={labels.title} />
      <p className="mt-1 text-13 text-ink-2">{labels.explanation}</p>
      <LinkTabs
        label={labels.tabs}
        className="mt-4"
        tabs={[
          { href: '/tool-requests', label: labels.open, count: openCount, current: tab === 'open' },
          { href: '/tool-requests?tab=handled', label: labels.handled, current: tab === 'handled' },
        ]}
      />
      {requests.length === 0 ? (
        <EmptyState icon="check" title={tab === 'open' ? labels.noneOpen : labels.noneHandled}>
          {tab === 'open' && labels.noneOpenText}
        </EmptyState>
      ) : (
        <ul className="divide-y">
          {requests.map((request) => (
            <ToolRequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      {tab === 'open' && openCount > requests.length && (
        <p className="text-13 text-meta">{labels.limited(requests.length)}</p>
      )}
    </Page>
  );
}
