import type { Metadata } from 'next';
import { z } from 'zod';
import { headerLabels } from '@/components/imports/labels';
import { ImportsView } from '@/components/imports/imports-view';
import { FullPage } from '@/components/shell/page';
import { parseListView } from '@/lib/contract/list-view';
import { roleAtLeast } from '@/lib/contract/roles';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { listImports } from '@/lib/imports/list/list-imports';
import { readSavedViews } from '@/lib/imports/list/saved-views';
import { Hydrated } from '@/lib/query/hydrated';
import { dehydrateQueries } from '@/lib/query/hydration';
import { importCountsOptions, importListOptions } from '@/lib/query/use-imports';
import { savedViewsOptions } from '@/lib/query/use-saved-views';
import { readLivePosition, staffPage } from '@/lib/server';

export const metadata: Metadata = { title: headerLabels.title };

/** What a usual screen shows. The browser fetches the next page at once. */
const firstPageSize = 18;

export default async function ImportsPage(props: { searchParams: SearchParams }) {
  const { landfall, staff, environment, searchParams } = await staffPage('imports', props.searchParams);
  const params = new URLSearchParams(
    Object.entries(searchParams).flatMap(([name, value]) => [value ?? []].flat().map((item) => [name, item])),
  );
  const view = parseListView(params);
  const run = z.safeParse(z.uuid(), params.get('lookup'));
  const position = await readLivePosition();
  const [list, counts, views] = await Promise.all([
    listImports(landfall.imports, environment, { ...view, limit: firstPageSize }),
    landfall.pageCounts.imports(environment),
    readSavedViews(landfall.imports, staff.id),
  ]);
  const state = dehydrateQueries((client) => {
    const { queryKey } = importListOptions(environment, view);
    client.setQueryData(queryKey, { pages: [list], pageParams: [''] });
    client.setQueryData(importCountsOptions(environment).queryKey, counts);
    client.setQueryData(savedViewsOptions().queryKey, views);
  });
  return (
    <FullPage>
      <Hydrated state={state} position={position}>
        <ImportsView
          // Resets selection and preview.
          key={environment}
          environment={environment}
          lookupRunId={run.success ? run.data : null}
          mayCreate={roleAtLeast(staff.role, 'agent')}
          mayDecide={roleAtLeast(staff.role, 'approver') && landfall.settings.whoPays === 'partner'}
        />
      </Hydrated>
    </FullPage>
  );
}
