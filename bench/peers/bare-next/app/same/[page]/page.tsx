import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import { getDatabase, readSession } from '../../../imports/database';
import { listImports } from '../../../imports/list-imports';
import { QueryProvider } from '../../../imports/query-provider';
import { findPage } from '../../../imports/recorded-pages';
import { RecordedElements } from '../../../imports/recorded-elements';

export const dynamic = 'force-dynamic';

/** The floor of a staff page: its elements, its data and as many statements, without any code that makes them. */
export default async function Page({ params }: { params: Promise<{ page: string }> }) {
  const { page } = await params;
  const recorded = findPage(page);
  if (recorded === undefined) notFound();
  const role = await readSession((await cookies()).get('session')?.value);
  if (role === undefined) notFound();
  const database = await getDatabase();
  const readOne = (name: string) => database.query('select next_free_at from request_budget where name = $1', [name]);
  await Promise.all([listImports(), readOne('live'), readOne('counts'), readOne('requests')]);
  const client = new QueryClient();
  client.setQueryData([page], recorded.data);
  return (
    <QueryProvider>
      <HydrationBoundary state={dehydrate(client)}>
        <RecordedElements page={page} />
      </HydrationBoundary>
    </QueryProvider>
  );
}
