import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { listImports } from '../../imports/list-imports';
import { FilteredImports } from '../../imports/filtered-imports';
import { QueryProvider } from '../../imports/query-provider';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const client = new QueryClient();
  const imports = await listImports();
  // As the API sends it: dates are text.
  client.setQueryData(['imports'], JSON.parse(JSON.stringify(imports)));
  return (
    <QueryProvider>
      <HydrationBoundary state={dehydrate(client)}>
        <FilteredImports />
      </HydrationBoundary>
    </QueryProvider>
  );
}
