import type { Metadata } from 'next';
import { ImportsView } from '@/components/imports/imports-view';
import { FullPage } from '@/components/shell/page';
import { importListQuerySchema } from '@/lib/contract/imports';
import { roleAtLeast } from '@/lib/contract/roles';
import type { SearchParams } from '@/lib/http/page';
import { parseInput } from '@/lib/http/parse-input';
import { readSearchParams } from '@/lib/http/read-query';
import { countImports } from '@/lib/imports/count-imports';
import { listImports } from '@/lib/imports/list-imports';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: 'Imports' };

export default async function ImportsPage(props: { searchParams: SearchParams }) {
  const { landfall, staff, environment, searchParams } = await staffPage('imports', props.searchParams);
  const query = parseInput(importListQuerySchema, readSearchParams(importListQuerySchema, searchParams));
  const [list, counts] = await Promise.all([
    listImports(landfall.record, environment, query),
    countImports(landfall.record, environment),
  ]);
  return (
    <FullPage>
      <ImportsView
        environment={environment}
        list={list}
        counts={counts}
        query={query}
        mayCreate={roleAtLeast(staff.role, 'agent')}
      />
    </FullPage>
  );
}
