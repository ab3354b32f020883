import type { Metadata } from 'next';
import * as z from 'zod/mini';
import { ImportsView } from '@/components/imports/imports-view';
import { FullPage } from '@/components/shell/page';
import { readListAddress } from '@/lib/contract/list-address';
import { roleAtLeast } from '@/lib/contract/roles';
import type { SearchParams } from '@/lib/http/page';
import { countImports } from '@/lib/imports/count-imports';
import { listImports } from '@/lib/imports/list-imports';
import { readSavedViews } from '@/lib/imports/saved-views';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: 'Imports' };

const rowsAPage = 100;

export default async function ImportsPage(props: { searchParams: SearchParams }) {
  const { landfall, staff, environment, searchParams } = await staffPage('imports', props.searchParams);
  const params = new URLSearchParams(
    Object.entries(searchParams).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
  );
  const view = readListAddress(params);
  const run = z.safeParse(z.uuid(), params.get('lookup'));
  const [list, counts, views] = await Promise.all([
    listImports(landfall.record, environment, { ...view, limit: rowsAPage }),
    countImports(landfall.record, environment),
    readSavedViews(landfall.record, staff.id),
  ]);
  return (
    <FullPage>
      <ImportsView
        environment={environment}
        drawn={{ view, list, at: landfall.clock.now().getTime() }}
        drawnCounts={counts}
        views={views}
        lookupRun={run.success ? run.data : null}
        mayCreate={roleAtLeast(staff.role, 'agent')}
        mayDecide={roleAtLeast(staff.role, 'approver') && landfall.settings.whoPays === 'partner'}
      />
    </FullPage>
  );
}
