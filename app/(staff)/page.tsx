import type { Metadata } from 'next';
import { Page, PageHead } from '@/components/shell/page';
import { StatusText } from '@/components/status/status-text';
import { TextLink } from '@/components/ui/text-link';
import { envHref } from '@/lib/contract/environment';
import type { SearchParams } from '@/lib/http/page';
import { countImports } from '@/lib/imports/count-imports';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage(props: { searchParams: SearchParams }) {
  const { landfall, environment } = await staffPage('overview', props.searchParams);
  const counts = await countImports(landfall.record, environment);
  return (
    <Page>
      <PageHead title="Overview" />
      <h2 className="mt-6 mb-2">Now, by status</h2>
      <ul className="max-w-[420px] divide-y border-y text-13">
        {counts.byStatus.map(({ status, count }) => (
          <li key={status.text} className="flex py-2">
            <span className="flex-1">
              <StatusText status={status} />
            </span>
            <TextLink href={envHref(`/imports?status=${encodeURIComponent(status.known ?? status.text)}`, environment)}>
              {count}
            </TextLink>
          </li>
        ))}
      </ul>
    </Page>
  );
}
